/// What a reader of a trace could not use, or had to correct.
///
/// The counts are final when the source has given its last event.
package struct TraceIssues: Hashable, Sendable {
  package struct Example: Hashable, Sendable {
    /// The line, 1 for the first; in a capture the entry, 0 for the first.
    package var position: Int
    package var reason: String
    /// How it begins; without what may be a secret, unless that is shown.
    package var excerpt: String
  }

  /// How many unreadable items are kept as examples; all are counted.
  package static let exampleLimit = 20
  package static let excerptLength = 80

  /// Items that were examined: a log's lines, a capture's entries.
  package internal(set) var itemCount = 0
  package private(set) var malformedCount = 0
  package private(set) var examples: [Example] = []
  /// Lines that came too late for the reorder window; they happen at the time that the stream had
  /// reached.
  package internal(set) var lateCount = 0

  /// Entries of a capture with pages that name none of them; they went to the page that was open.
  package internal(set) var strayCount = 0

  /// What the trace cannot tell, and how it was read where it does not: sentences for the head of a
  /// report.
  package internal(set) var limits: [String] = []

  /// Whether what is read are requests over HTTP, in which everything may be a secret; of other
  /// traces only addresses may.
  var isRecording = true
  var showsSecrets = false

  private var skips: [TraceSkip: Int] = [:]

  package init() {}

  /// Readable items that are no opens of a screen, by reason, in alphabetical order.
  package var skipped: [(reason: String, count: Int)] {
    skips.map { (reason: $0.key.description, count: $0.value) }.sorted { $0.reason < $1.reason }
  }
  package var skippedCount: Int { skips.values.reduce(0, +) }

  mutating func skip(_ reason: TraceSkip) { skips[reason, default: 0] += 1 }

  mutating func malformed(_ reason: String, at position: Int, excerpt: Span<UInt8>) {
    malformedCount += 1
    guard examples.count < Self.exampleLimit else { return }
    var start: [UInt8] = []
    for index in 0..<min(excerpt.count, 8 * Self.excerptLength) { start.append(excerpt[index]) }
    let isHidden = !showsSecrets && (isRecording || NameHiding.isAddress(start))
    let excerpt = Self.printable(isHidden ? Redaction.excerpt(start) : start)
    examples.append(Example(position: position, reason: reason, excerpt: excerpt))
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes.prefix(excerptLength) {
      if (0x20...0x7E).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    return text
  }
}

/// Why a readable item of a trace is no open of a screen.
enum TraceSkip: Hashable, CustomStringConvertible {
  /// Another method than GET. HEAD brings no body, so there is nothing to show or to store.
  case method(HTTPMethod)
  /// An answer that brings nothing to show: a redirect, an error.
  case status(Int)
  /// The request is no HTTP request; servers log such attempts with status 400 or 408.
  case request
  /// The URL is neither `http` nor `https`: its content came in another way.
  case scheme
  case emptyLine
  case marker

  var description: String {
    switch self {
    case .method(let method): "method \(method.rawValue)"
    case .status(let status): "status \(status)"
    case .request: "unreadable request"
    case .scheme: "URL of another scheme"
    case .emptyLine: "empty line"
    case .marker: "marker line"
    }
  }

  /// The answers that bring a body or confirm one.
  static func opens(_ status: Int) -> Bool {
    status == 200 || status == 203 || status == 206 || status == 304
  }
}

enum TracePlace {
  /// 1 for the first line.
  case line(Int)
  /// 0 for the first byte, of the expanded file.
  case byte(Int)
  /// 0 for the first entry of a capture.
  case entry(Int)

  var number: Int {
    switch self {
    case .line(let number), .byte(let number), .entry(let number): number
    }
  }

  func text(in path: String) -> String {
    switch self {
    case .line(let number): "\(path):\(number)"
    case .byte(let offset): "\(path): byte \(offset)"
    case .entry(let number): "\(path): entry \(number)"
    }
  }
}
