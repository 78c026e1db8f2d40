internal import Measurement

extension Source {
  /// The word for the source in names of metrics and columns.
  var word: String {
    switch self {
    case .memory: "memory"
    case .flash: "flash"
    case .revalidated: "revalidated"
    case .network: "network"
    case .nothing: "nothing"
    }
  }

  /// In which direction much of it is good.
  var better: Better {
    switch self {
    case .memory, .flash, .revalidated: .higher
    case .network, .nothing: .lower
    }
  }

  /// What it means, for definitions.
  var meaning: String {
    switch self {
    case .memory: "came from a memory tier"
    case .flash: "came from a flash tier"
    case .revalidated: "was a stored copy that the origin confirmed first (304)"
    case .network: "was sent by the origin (200)"
    case .nothing: "never came"
    }
  }
}
