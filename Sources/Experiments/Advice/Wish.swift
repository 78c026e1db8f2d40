internal import CacheReports

/// What somebody wants of a cache above all.
enum Wish: String, Sendable, CaseIterable {
  case fastest = "fastest-first-content"
  case leastFlash = "least-flash"
  case leastData = "least-data"
  case offlineProof = "offline-proof"

  /// Its title.
  var title: String {
    switch self {
    case .fastest: "Fastest first content"
    case .leastFlash: "Least flash"
    case .leastData: "Least data"
    case .offlineProof: "Offline-proof"
    }
  }

  /// What decides, the first criterion that tells two strategies apart.
  func criteria(among rows: [StrategyResult]) -> [Criterion] {
    let first = Criterion.firstContent(among: rows)
    return switch self {
    case .fastest: [first, .stale, .flash, .data]
    case .leastFlash: [.flash, first, .stale, .data]
    case .leastData: [.data, first, .stale, .flash]
    case .offlineProof: [.offline, .refusedEdits, first, .stale, .flash]
    }
  }
}
