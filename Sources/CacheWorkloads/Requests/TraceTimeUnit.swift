internal import SimCore

/// A unit of times in a trace.
enum TraceTimeUnit: String, WordSettingValue {
  case s, ms, us, ns

  var nanoseconds: Int64 {
    switch self {
    case .s: 1_000_000_000
    case .ms: 1_000_000
    case .us: 1_000
    case .ns: 1
    }
  }
}
