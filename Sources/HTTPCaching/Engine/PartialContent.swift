/// Parts of one representation, put together (RFC 9111 §3.4).
enum PartialContent {
  /// The old and the new part as one, with the header of the new; nil where they do not touch.
  static func joined(
    _ old: StoredResponse, _ oldRange: ContentRange, _ new: StoredResponse, _ newRange: ContentRange
  ) -> StoredResponse? {
    let (left, leftRange, right, rightRange) =
      oldRange.positions.lowerBound <= newRange.positions.lowerBound
      ? (old, oldRange, new, newRange) : (new, newRange, old, oldRange)
    let overlap = leftRange.positions.upperBound + 1 - rightRange.positions.lowerBound
    let length = newRange.length ?? oldRange.length
    guard overlap >= 0, oldRange.length == nil || oldRange.length == length else { return nil }
    var joined = new
    if overlap < rightRange.count {
      joined.body = left.body.joined(with: right.body.slice(overlap..<rightRange.count))
      let positions = leftRange.positions.lowerBound...rightRange.positions.upperBound
      joined.part = ContentRange(positions, of: length)
    } else {
      joined.body = left.body
      joined.part = ContentRange(leftRange.positions, of: length)
    }
    return completed(joined)
  }

  /// A part that has all bytes is the whole: 200, and without what says that it is a part.
  static func completed(_ part: StoredResponse) -> StoredResponse {
    guard let range = part.part, range.count == range.length else { return part }
    var whole = part
    whole.part = nil
    whole.status = 200
    whole.headers.remove("content-range")
    whole.headers.set("content-length", String(whole.body.count))
    return whole
  }
}
