internal import SimCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The bodies of a capture's answers, by their places among its entries.
///
/// Memory: the capture's file as a tree with all its texts while it is read, then the bodies.
package struct CapturedBodies: Sendable {
  package struct Body: Sendable {
    /// Its media type; empty: it is not recorded.
    package var type: String
    /// The bytes; nil: the capture has been made without them.
    package var bytes: [UInt8]?
    package var location: String?
  }

  private var bodies: [Int: Body] = [:]

  package init() {}

  package init(path: String) throws(WorkloadError) {
    let file = try HARFile(path: path, keepsBodies: true)
    for (place, entry) in (file.log["entries"]?.elements ?? []).enumerated() {
      guard let response = entry["response"], let content = response["content"] else { continue }
      let location = response["redirectURL"]?.string ?? ""
      bodies[place] = Body(
        type: content["mimeType"]?.string ?? "", bytes: Self.bytes(of: content),
        location: location.isEmpty ? nil : location)
    }
  }

  package var count: Int { bodies.values.count { $0.bytes != nil } }

  /// What the first of some entries has brought of which the capture has the bytes, else what is
  /// known without them; nil: nothing.
  package func body(among entries: [Int]) -> Body? {
    let known = entries.compactMap { bodies[$0] }
    return known.first { $0.bytes != nil } ?? known.first
  }

  private static func bytes(of content: JSON) -> [UInt8]? {
    guard let text = content["text"]?.string, !text.isEmpty else { return nil }
    guard content["encoding"]?.string?.lowercased() == "base64" else { return Array(text.utf8) }
    return Data(base64Encoded: text).map { Array($0) }
  }
}
