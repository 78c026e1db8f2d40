/// Fields that speak of one connection and are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
enum ConnectionFields {
  private static let names = [
    "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding",
    "upgrade", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
  ]

  /// The lines without them and without those that `Connection` names.
  static func removed(from headers: HeaderLines) -> HeaderLines {
    var kept = headers
    let listed = headers.values(of: "connection").flatMap(FieldBytes.members)
    kept.remove(listed.map { HeaderLine.lowercase(FieldBytes.text($0)) } + names)
    return kept
  }
}
