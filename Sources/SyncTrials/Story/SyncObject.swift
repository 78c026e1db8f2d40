package import SimCore

/// The kinds of objects that devices share.
public enum SyncKind: String, CaseIterable, Sendable {
  case register, set, counter, list, text

  /// The place among parts of an index in elements or, of a text, in characters.
  func place(of index: Int, in parts: [String]) -> Int {
    guard self == .text else { return min(index, parts.count) }
    var (place, characters) = (0, 0)
    while place < parts.count, characters < index {
      characters += parts[place].count
      place += 1
    }
    return place
  }
}

/// An object that devices share, such as `list a`.
package struct SyncObject: Hashable, Comparable, Sendable {
  package var kind: SyncKind
  package var name: String

  package init(_ kind: SyncKind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// As stories and lines write it: `list a`; nil: it is none.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let kind = SyncKind(rawValue: String(words[0])) else { return nil }
    self.init(kind, String(words[1]))
  }

  package var text: String { "\(kind.rawValue) \(name)" }

  package static func < (left: SyncObject, right: SyncObject) -> Bool { left.text < right.text }
}

/// What a person does to an object that devices share.
public enum ReplicaEdit: Hashable, Sendable {
  /// A register gets a value.
  case set(String)
  /// A register is emptied.
  case clear
  /// A set gets an element.
  case add(String)
  /// A set loses an element.
  case remove(String)
  /// A counter grows.
  case increment(Int64)
  /// A list gets an element, or a text some characters, before those from an index on.
  case insert(String, at: Int)
  /// A list loses elements, or a text characters, from an index on.
  case delete(at: Int, count: Int)
}

/// A message of a replica or a server.
public struct ReplicaMessage: Hashable, Sendable {
  /// The replica that it is for; nil: the server.
  public var to: Int?
  /// What it says; the network does not look at it.
  public var body: String

  /// Makes a message; without a receiver it is for the server.
  public init(to: Int? = nil, _ body: String) {
    self.to = to
    self.body = body
  }
}

/// What an object shows, as the parts that edits made: a register's value, a set's elements, the
/// powers of two that a counter is the sum of, a list's elements, a text's words.
package struct ShownParts: Hashable, Sendable {
  package var parts: [String] = []
  /// What is no part of any kind, such as a piece of a word; nil: nothing.
  package var rest: String?

  package init(_ value: JSON, of kind: SyncKind) {
    switch kind {
    case .register: parts = value.string.map { [$0] } ?? []
    case .set: parts = Self.texts(value).sorted()
    case .list: parts = Self.texts(value)
    case .counter:
      let sum = UInt64(clamping: value.integer ?? 0)
      parts = (0..<63).filter { sum >> $0 & 1 == 1 }.map { "\(1 << $0)" }
      if value.integer ?? -1 < 0, value != JSON(.null) { rest = value.compact }
    case .text: (parts, rest) = Self.words(value.string ?? "")
    }
  }

  private static func texts(_ value: JSON) -> [String] {
    (value.elements ?? []).map { $0.string ?? $0.compact }
  }

  /// The words `<7>` of a text, and what stands between them.
  private static func words(_ text: String) -> ([String], String?) {
    var (words, rest) = ([String](), "")
    var remaining = Substring(text)
    while let first = remaining.first {
      let digits = remaining.dropFirst().prefix { $0.isASCII && $0.isNumber }
      let end = remaining.index(remaining.startIndex, offsetBy: digits.count + 1)
      if first == "<", !digits.isEmpty, end < remaining.endIndex, remaining[end] == ">" {
        words.append(String(remaining[...end]))
        remaining = remaining[remaining.index(after: end)...]
      } else {
        rest.append(first)
        remaining = remaining.dropFirst()
      }
    }
    return (words, rest.isEmpty ? nil : rest)
  }
}

extension ReplicaEdit {
  package func applied(to value: JSON, of kind: SyncKind) -> JSON {
    switch self {
    case .set(let text): return JSON(text)
    case .clear: return JSON(.null)
    case .add(let element):
      let elements = value.elements ?? []
      return JSON(elements.contains(JSON(element)) ? elements : elements + [JSON(element)])
    case .remove(let element): return JSON((value.elements ?? []).filter { $0 != JSON(element) })
    case .increment(let amount): return JSON((value.integer ?? 0) + amount)
    case .insert(let text, let index):
      let parts = kind == .text ? text.map(String.init) : [text]
      return Self.changed(value, of: kind) {
        $0.insert(contentsOf: parts.map { JSON($0) }, at: min(index, $0.count))
      }
    case .delete(let index, let count):
      return Self.changed(value, of: kind) {
        $0.removeSubrange(min(index, $0.count)..<min(index + count, $0.count))
      }
    }
  }

  /// A list with other elements, or a text with other characters.
  private static func changed(
    _ value: JSON, of kind: SyncKind, _ change: (inout [JSON]) -> Void
  ) -> JSON {
    let characters = (value.string ?? "").map { JSON(String($0)) }
    var parts = kind == .text ? characters : value.elements ?? []
    change(&parts)
    return kind == .text ? JSON(parts.compactMap(\.string).joined()) : JSON(parts)
  }

  /// As lines write it.
  package var members: [(String, JSON)] {
    switch self {
    case .set(let text): [("op", "set"), ("value", JSON(text))]
    case .clear: [("op", "clear")]
    case .add(let text): [("op", "add"), ("value", JSON(text))]
    case .remove(let text): [("op", "remove"), ("value", JSON(text))]
    case .increment(let amount): [("op", "increment"), ("by", JSON(amount))]
    case .insert(let text, let index):
      [("op", "insert"), ("index", JSON(index)), ("value", JSON(text))]
    case .delete(let index, let count):
      [("op", "delete"), ("index", JSON(index)), ("count", JSON(count))]
    }
  }
}
