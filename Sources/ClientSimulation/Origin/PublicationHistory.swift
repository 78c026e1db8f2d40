internal import CacheWorkloads
internal import SimCore

/// What all copies of one version share: its parts, and when a later version was published.
///
/// An object, so that it lives as long as the origin or any copy on the device refers to it: what
/// is known of old versions does not grow with the time that is simulated. Belongs to one device.
final class PublishedVersion: @unchecked Sendable {
  /// The resources that a screen with this version needs beside it.
  let parts: [ResourceIndex]
  /// When a version with a higher number was first published; nil: none was.
  fileprivate(set) var supersededAt: Instant?
  fileprivate let number: UInt32
  /// The same version as it was published before with other parts.
  private let earlier: PublishedVersion?

  fileprivate init(
    _ number: UInt32, parts: [ResourceIndex], supersededAt: Instant? = nil,
    earlier: PublishedVersion? = nil
  ) {
    self.number = number
    self.parts = parts
    self.supersededAt = supersededAt
    self.earlier = earlier
  }

  fileprivate func supersede(at instant: Instant) {
    supersededAt = supersededAt ?? instant
    earlier?.supersede(at: instant)
  }
}

/// The newest version of each resource, so that an outdated copy's age is known.
///
/// Most resources of a long run are pictures without parts that never change. Their first versions
/// have no object; where one is superseded all the same, a table says when. Grows with the
/// resources that are updated, not with their versions, nor with the requests.
struct PublicationHistory {
  private struct Line {
    /// What the origin has.
    var present: PublishedVersion
    /// The version with the highest number.
    var highest: PublishedVersion
    /// Numbers that were passed over, and when: a version may be published after a higher one.
    var skipped: [(numbers: Range<UInt32>, at: Instant)] = []

    /// Publishes the next version, and notes the numbers that were passed over.
    mutating func advance(to version: PublishedVersion, at instant: Instant) {
      highest.supersede(at: instant)
      if highest.number + 1 < version.number {
        skipped.append((highest.number + 1..<version.number, instant))
      }
      (present, highest) = (version, version)
    }

    /// When a number was passed over; it is not waited for any more.
    mutating func take(_ number: UInt32) -> Instant? {
      guard let place = skipped.firstIndex(where: { $0.numbers.contains(number) }) else {
        return nil
      }
      let (numbers, instant) = skipped.remove(at: place)
      for rest in [numbers.lowerBound..<number, number + 1..<numbers.upperBound]
      where !rest.isEmpty {
        skipped.append((rest, instant))
      }
      return instant
    }
  }

  private var lines: [ResourceIndex: Line] = [:]
  /// When a version after the first was published, of resources whose first may have no object.
  private var secondAt: [ResourceIndex: Instant] = [:]

  /// What the origin has; nil: the first version, of a part without parts.
  func present(_ resource: ResourceIndex) -> PublishedVersion? { lines[resource]?.present }

  /// Notes a version; versions of a resource are of one kind, and number 1 comes first.
  mutating func note(_ resource: ResourceIndex, _ content: Content, parts: [ResourceIndex]) {
    let (number, instant) = (content.version, content.publishedAt)
    if number > 1, !content.kind.isMain, secondAt[resource] == nil { secondAt[resource] = instant }
    guard content.kind.isMain || number > 1 || !parts.isEmpty else { return }
    guard var line = lines[resource] else {
      let version = PublishedVersion(number, parts: parts)
      lines[resource] = Line(present: version, highest: version)
      // All that comes before, and has not come yet, is outdated when it comes.
      if number > 1 { lines[resource]?.skipped = [(1..<number, instant)] }
      return
    }
    if number > line.highest.number {
      line.advance(to: PublishedVersion(number, parts: parts), at: instant)
    } else if number < line.highest.number {
      line.present = PublishedVersion(
        number, parts: parts, supersededAt: line.take(number) ?? instant)
    } else if line.highest.parts != parts {
      let version = PublishedVersion(number, parts: parts, earlier: line.highest)
      (line.present, line.highest) = (version, version)
    } else {
      line.present = line.highest
    }
    lines[resource] = line
  }

  /// When a version with a higher number was first published; nil: none was.
  /// - Parameter version: nil: the first, without an object.
  /// - Complexity: O(1).
  func outdated(_ resource: ResourceIndex, _ version: PublishedVersion?) -> Instant? {
    guard let version else { return secondAt[resource] }
    return version.supersededAt
  }
}
