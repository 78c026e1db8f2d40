internal import SimCore
internal import Synchronization

/// The end of what a client under test has written to its standard error, and how much it was.
final class LastWords: Sendable {
  private struct Heard {
    var end: [UInt8] = []
    var count = 0
  }

  private let heard = Mutex(Heard())

  /// How many bytes are kept: more than what is shown of them.
  private static let limit = 4_096
  /// How many lines are shown, and how many characters of each.
  private static let (lines, characters) = (3, 160)

  func add(_ bytes: ArraySlice<UInt8>) {
    heard.withLock { heard in
      heard.count += bytes.count
      heard.end = Array((heard.end + bytes.suffix(Self.limit)).suffix(Self.limit))
    }
  }

  /// The last lines, for the end of a message, with how much there was where that is not all; empty
  /// when nothing was written.
  var text: String {
    let heard = heard.withLock { $0 }
    let all = String(decoding: heard.end, as: UTF8.self).split(separator: "\n")
    guard !all.isEmpty else { return "" }
    let shown = all.suffix(Self.lines)
      .map { VisibleText.line(VisibleText.shortened($0, to: Self.characters)) }
    let isAll = heard.count <= Self.limit && all.count == shown.count
    return "; its last words\(isAll ? "" : ", of \(heard.count) B on standard error"): "
      + shown.joined(separator: " | ")
  }
}
