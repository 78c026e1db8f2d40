internal import SimCore

/// A request, what was decided on it, and when it went out and its answer came in.
struct Exchange {
  let request: HTTPRequest
  let decision: Decision
  let requestTime: Instant
  let responseTime: Instant
}
