internal import CacheWorkloads
package import SimCore

/// A part of what a metric counts: one screen, one kind of screens, or one kind of resources.
///
/// Written behind a metric's name in braces, as k6 writes them: `blank_ratio{screen=audio}`,
/// `object_hit_ratio{screen=audio,resource=image}`.
package struct MetricTag: Hashable, Sendable {
  package enum Key: String, Sendable, CaseIterable {
    /// What a screen is called by its workload.
    case screen
    /// What a screen's main content is.
    case kind
    /// What a resource is that a screen requests, or that is asked of the origin.
    case resource
  }

  package var key: Key
  package var value: String

  package init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }

  /// As it stands in braces.
  package var text: String { "\(key.rawValue)=\(value)" }

  /// Pictures are what people know: photographs and the small ones that screens share.
  private static let pictures = "picture"

  /// The values that there are; nil: the workload says it.
  package static func values(of key: Key) -> [String]? {
    switch key {
    case .screen: nil
    case .kind: ScreenKind.allCases.map(\.word)
    case .resource: ResourceKind.allCases.map { "\($0)" } + [pictures]
    }
  }

  /// Those that a tag of resources means.
  var resources: [ResourceKind] {
    if value == Self.pictures { return [.image, .avatar] }
    return ResourceKind.allCases.filter { "\($0)" == value }
  }

  /// What a number is of, in words.
  var words: String {
    switch key {
    case .screen: "of screens called \(value)"
    case .kind: "of screens whose main content is of the kind \(value)"
    case .resource: "of resources of the kind \(value)"
    }
  }
}

/// Why a text names no metric.
extension MetricCatalog {
  /// The metric of that name; nil when there is none. - Complexity: O(metrics).
  package static func metric(named name: String) -> Metric? { try? read(name) }

  /// Reads a metric's name, with tags in braces or without: the one reader of all texts that name
  /// metrics.
  package static func read(_ text: String) throws(InputError) -> Metric {
    let (name, braces) = MetricText.parts(of: text)
    guard let metric = all.first(where: { $0.name == name }) else {
      let nearest = Suggestion.nearest(to: name, among: all.map(\.name))
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "'cachesim list metrics' names them"
      throw InputError("unknown metric '\(name)' (\(hint))")
    }
    guard let braces else { return metric }
    var tags: [MetricTag] = []
    for part in MetricText.tags(in: braces) {
      let tag = try tag(part, in: text)
      guard metric.counted?.keys.contains(tag.key) == true else {
        throw InputError(mistake(metric, with: tag))
      }
      guard !tags.contains(where: { $0.key == tag.key }) else {
        throw InputError("\(text): '\(tag.key.rawValue)' is said twice")
      }
      tags.append(tag)
    }
    return metric.tagged(tags)
  }

  private static func tag(
    _ text: String, in name: String
  ) throws(InputError) -> MetricTag {
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw InputError(
        "\(name): expected a tag such as {screen=home} behind the metric, found '\(text)'")
    }
    let keys = MetricTag.Key.allCases.map(\.rawValue)
    guard let key = MetricTag.Key(rawValue: parts[0]) else {
      throw InputError(
        "\(name): unknown tag '\(parts[0])'\(Suggestion.hint(for: parts[0], among: keys))")
    }
    if let known = MetricTag.values(of: key), !known.contains(parts[1]) {
      throw InputError(
        "\(name): no \(key == .kind ? "kind of screens" : "kind of resources") is "
          + "'\(parts[1])'\(Suggestion.hint(for: parts[1], among: known))")
    }
    return MetricTag(key, parts[1])
  }

  private static func mistake(_ metric: Metric, with tag: MetricTag) -> String {
    let keys = metric.counted?.keys.map(\.rawValue) ?? []
    let what = tag.key == .resource ? "kinds of resources" : "screens"
    return "\(metric.name) is not counted by \(what)"
      + (keys.isEmpty
        ? ": it is of a device as a whole" : ", but by \(keys.joined(separator: ", "))")
  }
}

/// The text of a metric's name within a longer text, in which braces may hold any signs.
package enum MetricText {
  /// What a JSON Schema can say of a metric's name.
  package static let pattern = "[a-z0-9_]+(\\{.+\\})?"

  /// The name before the braces, and what these hold; nil: there are none.
  static func parts(of text: String) -> (name: String, braces: String?) {
    guard let open = text.firstIndex(of: "{"), text.last == "}" else { return (text, nil) }
    let inside = text.index(after: open)..<text.index(before: text.endIndex)
    return (text[..<open].trimmingSpaces, String(text[inside]))
  }

  /// Cut at the commas behind which another tag begins: values may have commas of their own.
  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let key = piece.prefix { $0 != "=" }.trimmingSpaces
      let isTag = piece.contains("=") && !key.isEmpty && key.allSatisfy(\.isLowercase)
      if isTag || tags.isEmpty {
        tags.append(String(piece))
      } else {
        tags[tags.count - 1] += ",\(piece)"
      }
    }
    return tags.map(\.trimmingSpaces)
  }

  /// Where the first of some signs stands that is not within braces; nil: there is none.
  package static func first(
    of signs: Set<Character>, in text: some StringProtocol
  ) -> String.Index? {
    var depth = 0
    for place in text.indices {
      if text[place] == "{" { depth += 1 }
      if text[place] == "}" { depth = max(depth - 1, 0) }
      if depth == 0, signs.contains(text[place]) { return place }
    }
    return nil
  }

  /// Cut at a sign that is not within braces.
  package static func split(_ text: String, at sign: Character) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let place = first(of: [sign], in: rest) {
      pieces.append(String(rest[..<place]))
      rest = rest[rest.index(after: place)...]
    }
    return pieces + [String(rest)]
  }

  /// Where the metric's name begins at the end of a text, behind a point; nil: there is no point.
  package static func beginning(atEndOf text: String) -> String.Index? {
    var end = text.endIndex
    if text.last == "}" {
      var depth = 0
      for place in text.indices.reversed() {
        if text[place] == "}" { depth += 1 }
        if text[place] == "{" { depth -= 1 }
        if depth == 0 {
          end = place
          break
        }
      }
    }
    return text[..<end].lastIndex(of: ".").map { text.index(after: $0) }
  }
}

extension StringProtocol {
  /// Without the spaces at both ends.
  package var trimmingSpaces: String {
    var rest = Substring(self).drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
