/// Whether a text is well-formed XML, as far as documents without namespaces, comments and
/// document types go.
struct XMLCheck {
  struct Element {
    var name: String
    var attributes: [String: String]
  }

  struct Malformed: Error {
    var what: String
  }

  /// The elements in the order of their start tags.
  static func elements(of text: String) throws -> [Element] {
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
    guard text.hasPrefix(head) else { throw Malformed(what: "no declaration") }
    var rest = text.dropFirst(head.count)
    var open: [String] = []
    var elements: [Element] = []
    while let start = rest.firstIndex(of: "<") {
      let between = String(rest[..<start])
      _ = try plain(between)
      if open.isEmpty, between.contains(where: { !$0.isWhitespace }) {
        throw Malformed(what: "text outside: \(between)")
      }
      guard let end = rest[start...].firstIndex(of: ">") else { throw Malformed(what: "no >") }
      var tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.first == "/" {
        guard open.popLast() == String(tag.dropFirst()) else { throw Malformed(what: "\(tag)") }
        continue
      }
      let isEmpty = tag.last == "/"
      if isEmpty { tag.removeLast() }
      guard !open.isEmpty || elements.isEmpty else { throw Malformed(what: "two roots") }
      let element = try element(tag)
      elements.append(element)
      if !isEmpty { open.append(element.name) }
    }
    guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Malformed(what: "\(open)") }
    return elements
  }

  private static func element(_ tag: Substring) throws -> Element {
    let name = tag.prefix { $0 != " " }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }) else {
      throw Malformed(what: "\(tag)")
    }
    var attributes: [String: String] = [:]
    var rest = tag.dropFirst(name.count)
    while !rest.isEmpty {
      guard rest.first == " ", let equals = rest.firstIndex(of: "=") else {
        throw Malformed(what: "\(tag)")
      }
      let key = String(rest[rest.index(after: rest.startIndex)..<equals])
      let quoted = rest[rest.index(after: equals)...]
      guard quoted.first == "\"", let close = quoted.dropFirst().firstIndex(of: "\""),
        attributes[key] == nil
      else { throw Malformed(what: "\(tag)") }
      attributes[key] = try plain(String(quoted[quoted.index(after: quoted.startIndex)..<close]))
      rest = quoted[quoted.index(after: close)...]
    }
    return Element(name: String(name), attributes: attributes)
  }

  /// A text with its entities resolved.
  private static func plain(_ text: String) throws -> String {
    let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#10": "\n"]
    guard text.unicodeScalars.allSatisfy({ $0 >= " " || "\t\n\r".unicodeScalars.contains($0) })
    else { throw Malformed(what: "a control character") }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return try String(parts[0])
      + parts.dropFirst().map { part in
        guard let end = part.firstIndex(of: ";"), let entity = entities[String(part[..<end])] else {
          throw Malformed(what: "&\(part)")
        }
        return entity + part[part.index(after: end)...]
      }.joined()
  }
}
