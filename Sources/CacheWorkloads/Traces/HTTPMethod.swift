/// The methods of requests, as far as they are told apart.
enum HTTPMethod: String, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case options = "OPTIONS"
  case patch = "PATCH"
  case trace = "TRACE"
  case connect = "CONNECT"
  case other = "other"
}
