internal import SimCore

/// A text with places for content, as in the manual of Mustache
/// (https://mustache.github.io/mustache.5.html): `{{name}}` is escaped for HTML, `{{{name}}}` is
/// not, `{{#name}}…{{/name}}` stands for each element, or once for what is there and true,
/// `{{^name}}…{{/name}}` where there is none, `{{>name}}` is another template, `{{! …}}` nothing,
/// and `{{.}}` the element itself. Other delimiters, functions, and the removal of lines that hold
/// a tag alone are left out.
///
/// Names are those of the stored properties of a Swift value, looked up from the innermost element
/// outwards.
struct PageTemplate {
  /// Why a text is no template.
  struct Mistake: Error, Equatable, CustomStringConvertible {
    var description: String
  }

  private indirect enum Part {
    case text(Substring)
    case value(String, isEscaped: Bool)
    case section(String, [Part], isInverted: Bool)
    case template(String)
  }

  private let parts: [Part]

  /// Reads a template.
  /// - Throws: what is not closed, or closed without being open.
  init(_ text: String) throws(Mistake) {
    var rest = text[...]
    parts = try Self.read(&rest, in: nil)
  }

  /// The text with its content in place.
  /// - Parameter templates: those that `{{>name}}` can name; what is not among them is left out.
  func text(with content: Any, templates: [String: PageTemplate] = [:]) -> String {
    var text = ""
    Self.write(parts, [content], templates, to: &text)
    return text
  }

  // MARK: - Reading

  private static func read(
    _ rest: inout Substring, in section: String?
  ) throws(Mistake) -> [Part] {
    var parts: [Part] = []
    while let start = rest.firstRange(of: "{{") {
      if start.lowerBound > rest.startIndex { parts.append(.text(rest[..<start.lowerBound])) }
      let isTriple = rest[start.upperBound...].hasPrefix("{")
      let closing = isTriple ? "}}}" : "}}"
      rest = rest[start.upperBound...].dropFirst(isTriple ? 1 : 0)
      guard let end = rest.firstRange(of: closing) else {
        throw Mistake(description: "'{{\(rest.prefix(20))' is not closed by '\(closing)'")
      }
      let tag = rest[..<end.lowerBound]
      rest = rest[end.upperBound...]
      let name = tag.drop { "#^/>&! ".contains($0) }.filter { $0 != " " }
      switch tag.first {
      case _ where isTriple: parts.append(.value(name, isEscaped: false))
      case "#", "^":
        let inner = try read(&rest, in: name)
        parts.append(.section(name, inner, isInverted: tag.first == "^"))
      case "/":
        guard let section, section == name else {
          throw Mistake(description: "'{{/\(name)}}' closes '\(section ?? "nothing")'")
        }
        return parts
      case ">": parts.append(.template(name))
      case "&": parts.append(.value(name, isEscaped: false))
      case "!": break
      default: parts.append(.value(name, isEscaped: true))
      }
    }
    if let section { throw Mistake(description: "'{{#\(section)}}' is not closed") }
    if !rest.isEmpty { parts.append(.text(rest)) }
    return parts
  }

  // MARK: - Writing

  private static func write(
    _ parts: [Part], _ elements: [Any], _ templates: [String: PageTemplate], to text: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .value(let name, let isEscaped):
        guard let value = value(of: name, in: elements) else { continue }
        text += isEscaped ? InlineMarkdown.escaped("\(value)") : "\(value)"
      case .section(let name, let inner, let isInverted):
        let found = each(value(of: name, in: elements))
        guard !isInverted else {
          if found.isEmpty { write(inner, elements, templates, to: &text) }
          continue
        }
        for element in found { write(inner, elements + [element], templates, to: &text) }
      case .template(let name):
        write(templates[name]?.parts ?? [], elements, templates, to: &text)
      }
    }
  }

  /// For what a section stands: the elements of an array, or one thing that is there and not false.
  private static func each(_ value: Any?) -> [Any] {
    switch value {
    case nil: []
    case let isTrue as Bool: isTrue ? [isTrue] : []
    case let elements as [Any]: elements
    case let single?: [single]
    }
  }

  /// The value of the innermost element that has the name; nil: none has, or it is nil there.
  private static func value(of name: String, in elements: [Any]) -> Any? {
    if name == "." { return elements.last.flatMap(unwrapped) }
    for element in elements.reversed() {
      for child in Mirror(reflecting: element).children where child.label == name {
        return unwrapped(child.value)
      }
    }
    return nil
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.map(\.value)
  }
}
