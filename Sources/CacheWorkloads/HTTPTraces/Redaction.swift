internal import SimCore

/// What must not be repeated of a recording: cookies, authorisation, secrets in queries and the
/// names of users. Everything that is printed or written of a trace goes through it.
package enum Redaction {
  /// What stands in a secret's place; numbered where different secrets must stay different.
  package static let mark = "redacted"

  /// A text without its secrets: a URL, or a line of a log or a header.
  ///
  /// - The user of a URL (`https://user:password@host`).
  /// - Values behind `?`, `&`, `;` or `#` whose name speaks of a secret or of a person, or that
  ///   look like a token: 16 letters and digits or more.
  /// - What follows `Cookie:`, `Authorization:`, `Bearer` and the like.
  /// - The user of a log's line: its third word before the time in brackets.
  /// - Parameter number: makes the marks of different texts differ; nil: they are alike.
  /// - Complexity: O(characters).
  package static func text(_ text: String, number: Int? = nil) -> String {
    let mark = number.map { "\(Self.mark)-\($0)" } ?? Self.mark
    return String(decoding: bytes(Array(text.utf8), mark), as: UTF8.self)
  }

  /// Bytes of a text without its secrets, as `text` makes them.
  static func bytes(_ text: [UInt8], _ mark: String = mark) -> [UInt8] {
    var bytes = withoutCredentials(text, mark)
    bytes = withoutLogUser(bytes, mark)
    bytes = withoutURLUser(bytes, mark)
    return withoutValues(bytes, mark)
  }

  /// Parts of names of parameters whose values are secrets or persons.
  private static let names = [
    "token", "secret", "passw", "passphrase", "pwd", "auth", "key", "sig", "sess", "cred", "jwt",
    "csrf", "xsrf", "ticket", "nonce", "assertion", "saml", "otp", "hash", "user", "login", "mail",
    "account", "phone", "person", "customer", "member", "cookie", "signature", "client_id",
  ]
  /// Names that are too short to look for inside of others.
  private static let wholeNames = ["sid", "uid", "code", "pin", "state", "pass", "id_token", "usr"]

  private static let ends = Set("&;#\"' \t\r\n<>".utf8)
  private static let starts = Set("?&;#".utf8)

  private static func withoutValues(_ bytes: [UInt8], _ mark: String) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      result.append(bytes[index])
      let isStart = starts.contains(bytes[index])
      index += 1
      guard isStart else { continue }
      let rest = bytes[index...]
      guard let equals = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || ends.contains($0) }),
        bytes[equals] == UInt8(ascii: "="), equals > index
      else { continue }
      let end = bytes[equals...].firstIndex { ends.contains($0) } ?? bytes.count
      let value = bytes[(equals + 1)..<end]
      result += bytes[index...equals]
      let isSecret = !value.isEmpty && (namesSecret(bytes[index..<equals]) || isToken(value))
      result += isSecret ? Array(mark.utf8)[...] : value
      index = end
    }
    return result
  }

  private static func namesSecret(_ name: ArraySlice<UInt8>) -> Bool {
    let plain = decoded(name).lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return wholeNames.contains(plain) || names.contains { contains(plain, $0) }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    Array(text.utf8).firstRange(of: Array(part.utf8)) != nil
  }

  /// A text without the escapes of URLs.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let value = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        plain.append(value)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Whether a value is long and mixes letters and digits, as drawn ones do.
  private static func isToken(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count >= 16 else { return false }
    let digits = value.count { (0x30...0x39).contains($0) }
    let letters = value.count { (0x41...0x5A).contains($0 & 0xDF) }
    return digits > 0 && letters > 0 && (digits + letters) * 4 >= value.count * 3
  }

  private static func withoutURLUser(_ bytes: [UInt8], _ mark: String) -> [UInt8] {
    let scheme = Array("://".utf8)
    var result: [UInt8] = []
    var index = 0
    while let found = bytes[index...].firstRange(of: scheme) {
      let end =
        bytes[found.upperBound...].firstIndex { ends.contains($0) || "/?".utf8.contains($0) }
        ?? bytes.count
      result += bytes[index..<found.upperBound]
      index = found.upperBound
      if let at = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")) {
        result += mark.utf8
        index = at
      }
    }
    return result + bytes[index...]
  }

  /// Words behind which credentials stand, to the end of the line or of a quotation.
  private static let credentials = [
    "authorization:", "cookie:", "x-api-key:", "bearer ", "basic ",
  ].map { Array($0.utf8) }

  private static func withoutCredentials(_ bytes: [UInt8], _ mark: String) -> [UInt8] {
    let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let word = credentials.first(where: { lower[index...].starts(with: $0) }) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let start = index + word.count
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\"") || $0 < 0x20 } ?? bytes.count
      result += bytes[index..<start]
      if end > start { result += mark.utf8 }
      index = end
    }
    return result
  }

  private static func withoutLogUser(_ bytes: [UInt8], _ mark: String) -> [UInt8] {
    let space = UInt8(ascii: " ")
    let words = bytes.split(separator: space, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[1].count < 64, !words[0].contains(UInt8(ascii: "\"")) else {
      return withoutColumnUser(bytes, mark)
    }
    let rest = words[2]
    let end: Int
    if let bracket = rest.firstRange(of: Array(" [".utf8)) {
      end = bracket.lowerBound
    } else if words[1].elementsEqual("-".utf8) {
      end = rest.firstIndex(of: space) ?? rest.endIndex
    } else {
      return bytes
    }
    let user = rest[..<end]
    guard !user.isEmpty, !user.elementsEqual("-".utf8), user.first != UInt8(ascii: "[") else {
      return bytes
    }
    return Array(bytes[..<user.startIndex]) + Array(mark.utf8) + Array(bytes[end...])
  }

  /// The second column of a log with tabs is its user.
  private static func withoutColumnUser(_ bytes: [UInt8], _ mark: String) -> [UInt8] {
    let columns = bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard columns.count > 4, !columns[1].isEmpty, !columns[1].elementsEqual("-".utf8) else {
      return bytes
    }
    return Array(bytes[..<columns[1].startIndex]) + Array(mark.utf8)
      + Array(bytes[columns[1].endIndex...])
  }
}

/// What becomes of the names in a trace when they are printed or written.
package final class NameHiding {
  /// How much is hidden.
  package enum Mode: String, Hashable, Sendable {
    /// Nothing.
    case nothing
    /// What `Redaction` finds.
    case secrets
    /// Hosts, paths and clients have names that only tell them apart.
    case names
  }

  private let mode: Mode
  private var hosts: [String: Int] = [:]

  /// Begins with no names.
  package init(_ mode: Mode) { self.mode = mode }

  /// The name of an object, or of a URL.
  /// - Parameter number: its number in order of first appearance: the same one has the same name
  ///   always, and no other one has it.
  package func object(_ name: String, number: Int) -> String {
    switch mode {
    case .nothing: return name
    case .secrets: return Redaction.text(name, number: number)
    case .names:
      let path = "r\(number)\(Self.ending(of: name))"
      guard let scheme = name.utf8.firstRange(of: Array("://".utf8)) else {
        return name.hasPrefix("/") ? "/" + path : path
      }
      let authority = name[scheme.upperBound...].prefix { !"/?#".contains($0) }
      let host = authority.split(separator: "@").last.map(String.init) ?? ""
      let place = hosts[host] ?? hosts.count + 1
      hosts[host] = place
      return "\(name[..<scheme.lowerBound])://host\(place).invalid/\(path)"
    }
  }

  /// The name of a client.
  package func client(_ name: String, number: Int) -> String {
    switch mode {
    case .nothing: name
    case .secrets: Redaction.text(name)
    case .names: "client\(number + 1)"
    }
  }

  /// The ending of a URL's path, where it tells what the resource is.
  private static func ending(of name: String) -> String {
    let path = name.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return "" }
    let ending = last[dot...]
    let isPlain = ending.dropFirst().utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
    }
    return ending.count <= 6 && isPlain ? String(ending) : ""
  }
}
