internal import CacheWorkloads
package import SimCore

/// In which form pictures are sent and shown. What a workload publishes are JPEGs in full size; by
/// default they are sent as such, and decoded with all their pixels.
///
/// Bytes are taken to be in proportion to pixels. Encoding is not modelled, nor that formats differ
/// in how long they take to decode, nor decoders that skip pixels.
package struct PictureVariants: Settings {
  package var format = PictureFormat.jpeg
  package var shownPixels = 1.0
  package var resizing = PictureResizing.none

  package init() {}
  package static let fields: [Field<PictureVariants>] = [
    Field(
      "format", \.format,
      "In what pictures are sent, at the same quality: webp has 0.7 of JPEG's bytes, 25 to 34 % "
        + "less at the same SSIM in Google's WebP Compression Study; avif half of them, as in a "
        + "comparison of 600 pictures at the same DSSIM (ctrl.blog, 2020; recalled)."),
    Field(
      "shownPixels", \.shownPixels, in: 0.0001...1,
      "Share of a picture's pixels that its view has, by its size and the screen's density."),
    Field(
      "resizing", \.resizing,
      "Who makes a picture of that size: none, so that it is sent and decoded whole; the origin, "
        + "which sends no more; or the client, which decodes it whole and holds the small bitmap."),
  ]
}

package enum PictureFormat: String, WordSettingValue {
  case jpeg
  case webp
  case avif

  /// Bytes over those of a JPEG of the same quality.
  var bytes: Double {
    switch self {
    case .jpeg: 1
    case .webp: 0.7
    case .avif: 0.5
    }
  }
}

/// Who makes a picture as large as its view.
package enum PictureResizing: String, WordSettingValue {
  case none
  case origin
  case client
}

extension PictureVariants {
  /// What an answer with a content has, of what is published; recorded bodies are as recorded.
  func sent(_ content: Content) -> Bytes {
    let share = format.bytes * (resizing == .origin ? shownPixels : 1)
    guard share != 1, content.kind == .image || content.kind == .avatar, content.wireSize == nil
    else { return content.size }
    return Self.part(share, of: content.size)
  }

  /// The share of a stored picture's pixels that a bitmap of it has.
  func bitmapShare(of copy: ResourceCopy) -> Double {
    resizing == .client && !copy.isResized ? shownPixels : 1
  }

  /// A picture as large as its view, encoded anew; nil: the client does not resize.
  package func resized(_ copy: ResourceCopy) -> ResourceCopy? {
    guard resizing == .client, !copy.isResized else { return nil }
    var small = copy
    small.size = Self.part(shownPixels, of: copy.size)
    small.isResized = true
    return small
  }

  private static func part(_ share: Double, of size: Bytes) -> Bytes {
    max(Bytes(1), Bytes(rounding: Double(size.count) * share))
  }
}
