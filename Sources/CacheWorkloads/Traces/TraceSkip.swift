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
  /// The line is empty.
  case emptyLine
  /// The line marks a place in the trace and asks for nothing.
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
