internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// The events of a source, as text that can be compared and counted.
struct RecordedEvents: Equatable {
  var events: [String] = []
  var blockCount = 0
  var published: [UInt32: [Content]] = [:]

  static func == (left: RecordedEvents, right: RecordedEvents) -> Bool {
    left.events == right.events
  }

  init(_ source: inout some EventSource & ~Copyable) throws {
    var block = EventBlock()
    while try source.fill(&block) {
      blockCount += 1
      for event in block.events {
        events.append(Self.text(event, parts: block.parts))
        if case .publish(_, let content) = event.action {
          published[event.device, default: []].append(content)
        }
      }
      block.removeAll()
    }
    expect(block.events.isEmpty)
    try expect(!source.fill(&block))
  }

  /// How many events are of a kind, as `open`.
  func count(_ kind: String) -> Int { events.count { $0.contains(" \(kind)") } }

  /// The events of a device without its number.
  func of(_ device: Int) -> [String] {
    events.compactMap {
      $0.hasPrefix("\(device): ") ? String($0.dropFirst("\(device): ".count)) : nil
    }
  }

  /// `device: seconds action`, milliseconds only where there are any.
  private static func text(_ event: WorkloadEvent, parts: [ResourceIndex]) -> String {
    let time = seconds(event.at.nanoseconds)
    let action =
      switch event.action {
      case .publish(let index, let content):
        "publish \(index) v\(content.version) \(content.kind) \(content.size.count) B"
          + " host \(content.host) headers \(content.headers)"
          + " since \(seconds(content.publishedAt.nanoseconds))"
          + (content.parts.count == 0
            ? "" : " parts \(content.parts.indices.map { parts[$0] })")
      case .open(let index): "open \(index)"
      case .need(let index): "need \(index)"
      case .close(let index): "close \(index)"
      default: "\(event.action)"
      }
    return "\(event.device): \(time) \(action)"
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + String(String(1_000 + rest / 1_000_000).dropFirst())
  }
}
