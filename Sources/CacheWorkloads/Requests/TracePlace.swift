/// Where something stands in a trace.
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
