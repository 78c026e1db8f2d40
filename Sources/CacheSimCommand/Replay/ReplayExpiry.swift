internal import ArgumentParser
internal import CachePolicies
internal import SimCore

/// Reads how long copies live, as a flag says it.
enum ReplayExpiry {
  static func read(_ text: String) throws -> Expiry {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rule = parts.first.flatMap(Expiry.Rule.init(rawValue:))
    let rest = rule == nil ? text : parts.count == 2 ? parts[1] : "trace"
    if rest == "trace" { return Expiry(rule ?? .absolute) }
    guard let span = TimeSpan(json: JSON(.string(rest))), span > .zero else {
      let expected =
        TimeSpan.excess(in: rest)
        ?? "expected a time such as 1h, absolute:1h, sliding:1h, or trace"
      throw ValidationError("--ttl: \(expected), found '\(text)'")
    }
    return Expiry(rule ?? .absolute, after: span)
  }
}
