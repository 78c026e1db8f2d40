internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// What HTTP clients do that RFC 9111 does not say, or lets them do: the rules that explain where
/// a capture and our cache differ.
///
/// From captures of Chromium 156, Firefox ESR 153, WebKitGTK 2.50.6, OkHttp 3.13.1 and others over
/// one origin's 89 resources.
enum ClientRule: String, CaseIterable {
  case storesNothing = "stores-nothing"
  case requestDirective = "request-directive"
  case pragma = "pragma-in-answer"
  case permanent = "permanent-status"
  case varyStar = "vary-star"
  case oneVariant = "one-variant"
  case mustUnderstand = "must-understand"
  case afterError = "after-server-error"
  case serverError = "server-error-stored"
  case heuristicStatus = "heuristic-status"
  case qualifiedNoCache = "qualified-no-cache"
  case lifetimeSyntax = "lifetime-syntax"
  case expiresSyntax = "expires-syntax"
  case staleWhileRevalidate = "stale-while-revalidate"
  case dateAsValidator = "date-as-validator"
  case heuristic = "heuristic-lifetime"
  case partial = "partial-content"
  case ownCondition = "own-condition"
  case head = "head"
  case redirectTarget = "redirect-target"

  var text: String {
    switch self {
    case .storesNothing: "the client's cache answered and validated nothing in this capture"
    case .requestDirective:
      "the request has Cache-Control or Pragma, which browsers heed for their own reloads only"
    case .pragma: "many clients take Pragma: no-cache in an answer for Cache-Control: no-cache"
    case .permanent:
      "without a lifetime, browsers use a 301, 308 or 410 for ever, and OkHttp validates it"
    case .varyStar: "some clients store an answer with Vary: * and validate it, others do not store"
    case .oneVariant:
      "many clients store one answer for a URL, and check it against Vary: ours stores several"
    case .mustUnderstand:
      "clients do not store an answer with must-understand and no-store; ours knows its status"
    case .afterError: "after a 5xx browsers drop what was stored, and then load without a condition"
    case .serverError: "some clients use a 5xx with a lifetime, others do not store it"
    case .heuristicStatus: "clients give heuristic lifetimes to fewer statuses than RFC 9110 lists"
    case .qualifiedNoCache: "clients differ on no-cache with a list of fields"
    case .lifetimeSyntax:
      "clients differ on a max-age that is repeated, quoted, broken or too large"
    case .expiresSyntax:
      "browsers take an Expires that is no date for a missing one, not for a past one"
    case .staleWhileRevalidate: "some clients know no stale-while-revalidate"
    case .dateAsValidator: "without a validator some clients send If-Modified-Since with the Date"
    case .heuristic: "without a lifetime each client has its own: RFC 9111 only suggests 10 %"
    case .partial: "clients differ on what they store of a part"
    case .ownCondition:
      "the app put a condition of its own into the request, which some clients send past the cache"
    case .head: "clients differ on whether HEAD is answered from what a GET stored"
    case .redirectTarget:
      "some clients use a stored redirect only with its target, and store both under one address"
    }
  }

  /// Nil: no rule that is known here explains the difference.
  static func explaining(
    _ entry: CaptureEntry, ours: Decision, stored: KnownAnswer
  ) -> ClientRule? {
    let asked = entry.request.headers
    let control = stored.headers.values(of: "cache-control").joined(separator: ",").lowercased()
    let hasExpires = stored.headers.contains("expires")
    let hasLifetime = control.contains("max-age") || hasExpires
    let hasValidator = stored.headers.contains("etag") || stored.headers.contains("last-modified")
    let isUsedByUs = [.useStored, .useStaleWhileRevalidating, .gatewayTimeout]
      .contains(ours.action)
    if asked.contains("cache-control") || asked.contains("pragma") { return .requestDirective }
    if let pragma = stored.headers.combined("pragma")?.lowercased(), pragma.contains("no-cache"),
      !control.contains("no-cache")
    {
      return .pragma
    }
    if control.contains("must-understand"), control.contains("no-store") { return .mustUnderstand }
    if let vary = stored.headers.combined("vary") {
      if vary.contains("*") { return .varyStar }
      if ours.reason == .varyMismatch || !Self.matches(asked, stored.asked, vary) {
        return .oneVariant
      }
    }
    if [301, 308, 410].contains(stored.status), !hasLifetime { return .permanent }
    if entry.hasOwnConditions { return .ownCondition }
    if entry.request.method == "HEAD" { return .head }
    if (301...308).contains(stored.status), stored.status != 304 { return .redirectTarget }
    if stored.status >= 500 { return hasLifetime ? .serverError : .afterError }
    if stored.status != 200, stored.status != 206, !hasLifetime { return .heuristicStatus }
    if stored.status == 206 { return .partial }
    if control.contains("no-cache=") { return .qualifiedNoCache }
    if Self.hasStrangeLifetime(control) { return .lifetimeSyntax }
    if hasExpires, !control.contains("max-age"),
      HTTPDate.seconds(stored.headers.combined("expires") ?? "", now: 0) == nil
    {
      return .expiresSyntax
    }
    if ours.reason == .staleWhileRevalidate || ours.reason == .revalidationOnItsWay {
      return .staleWhileRevalidate
    }
    if entry.action == .validated, !hasValidator, entry.conditions.contains("if-modified-since") {
      return .dateAsValidator
    }
    if !hasLifetime, isUsedByUs || entry.action == .used { return .heuristic }
    return nil
  }

  private static func matches(_ left: HeaderLines, _ right: HeaderLines, _ vary: String) -> Bool {
    vary.lowercased().split { $0 == "," || $0 == " " }.allSatisfy {
      left.combined(String($0)) == right.combined(String($0))
    }
  }

  /// Whether a `max-age` is given twice, in quotation marks, is no whole number, or is longer than
  /// a year.
  private static func hasStrangeLifetime(_ control: String) -> Bool {
    let ages = control.split(separator: ",").map { $0.filter { $0 != " " } }
      .filter { $0.hasPrefix("max-age") }
    guard ages.count < 2 else { return true }
    guard let age = ages.first else { return false }
    let value = age.dropFirst("max-age=".count)
    return !value.utf8.allSatisfy { (0x30...0x39).contains($0) } || value.isEmpty
      || Int64(value).map { $0 > 31_536_000 } ?? true
  }
}
