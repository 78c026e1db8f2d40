internal import Measurement

extension Metric {
  /// Exchanges by purpose; the purposes add up to network_requests.
  static let networkRequestsByPurpose = Purpose.allCases.flatMap { purpose in
    Metric.cost(
      "network_\(purpose.word)_requests", .count, "The part of network_requests \(purpose.meaning)",
      better: .neither
    ) { Double($0.network.exchanges[purpose]) }
  }
}

extension Purpose {
  /// The word for the purpose in names of metrics.
  fileprivate var word: String {
    switch self {
    case .demand: "demand"
    case .refresh: "refresh"
    case .prefetch: "prefetch"
    case .manifest: "manifest"
    case .edits: "edit"
    }
  }

  /// What it means, for definitions.
  fileprivate var meaning: String {
    switch self {
    case .demand: "that a screen waited for"
    case .refresh: "begun while a screen showed an older copy"
    case .prefetch: "that fetched ahead, before any screen asked"
    case .manifest: "for the list of what there is to fetch ahead"
    case .edits: "that carried edits to the origin"
    }
  }
}
