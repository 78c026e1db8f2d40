internal import ArgumentParser
internal import CacheMetrics
internal import DeviceModels
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// Catalogue entries as options name them: `lru`, `s3-fifo:rule=libcachesim:smallShare=0.2`.
enum ChoiceText {
  /// The parts of a list, cut at commas outside of brackets.
  static func list(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == ",", depth <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// The entry that a text names, with its settings; its label is the text where there are
  /// settings.
  static func choice<Product: Choosable>(
    _ text: String, for flag: String
  ) throws -> Chosen<Product> {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var members = [("name", JSON(String(parts[0])))]
    let settings = try parts.dropFirst().map { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else {
        throw ValidationError("\(flag): expected name:setting=value, found '\(text)'")
      }
      return (String(pair[0]), ChangedChoice.value(String(pair[1])))
    }
    if !settings.isEmpty { members += [("label", JSON(text)), ("settings", .object(settings))] }
    var problems = Problems()
    if let chosen = Product.catalog.read(.object(members), path: "", &problems) { return chosen }
    throw ValidationError("\(flag): \(ChangedChoice.words(of: problems, for: parts[0]))")
  }

  /// A choice with other values of settings, which stand in a text behind its name; its label is
  /// the text.
  static func changed<Product: Choosable>(
    _ base: Chosen<Product>, by text: String, for flag: String
  ) throws -> Chosen<Product> {
    guard let json = ChangedChoice.json(base, text) else {
      throw ValidationError("\(flag): expected name:setting=value, found '\(text)'")
    }
    var problems = Problems()
    let chosen = OwnTables.resolving(json, in: "", &problems) {
      Product.catalog.read($0, path: "", &$1)
    }
    if let chosen { return chosen }
    throw ValidationError(
      "\(flag): \(ChangedChoice.words(of: problems, for: text.prefix { $0 != ":" }))")
  }
}

/// With settings as `name=value`.
enum FlagSettings {
  /// A value is read as JSON where it is JSON (`8`, `true`, `["a"]`), and as a text otherwise.
  static func read<Product>(
    _ name: String, _ settings: [String], from catalog: Catalog<Product>, flag: String
  ) throws -> Product {
    guard let entry = catalog.entry(named: name) else {
      throw ValidationError(flag, unknown: catalog.kind, name, among: catalog.names)
    }
    var problems = Problems()
    let json = JSON.object(try members(settings, flag: flag))
    if let made = entry.make(json, "", &problems) { return made.product }
    throw ValidationError("\(flag) \(name): \(words(of: problems))")
  }

  static func read<Group: Settings>(_ settings: [String], flag: String) throws -> Group {
    var problems = Problems()
    let json = JSON.object(try members(settings, flag: flag))
    if let group = Group.read(json, path: "", &problems) { return group }
    throw ValidationError("\(flag): \(words(of: problems))")
  }

  private static func members(_ settings: [String], flag: String) throws -> [(String, JSON)] {
    try settings.map { setting in
      guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
        throw ValidationError("\(flag): expected a setting as name=value, found '\(setting)'")
      }
      return (
        String(setting[..<equals]),
        ChangedChoice.value(String(setting[setting.index(after: equals)...]))
      )
    }
  }

  private static func words(of problems: Problems) -> String {
    problems.all.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }
      .joined(separator: "; ")
  }
}

extension ScenarioChange {
  /// As an option has it: `PATH=VALUE`.
  init(_ text: String, of flag: String) throws {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw ValidationError("\(flag): expected PATH=VALUE, found '\(text)'")
    }
    self.init(
      flag: "\(flag) \(text)", name: String(text[..<sign]),
      value: ChangedChoice.value(String(text[text.index(after: sign)...])))
  }
}

/// Reads the values of options in the spelling of scenarios: `15m`, `50 MB`, `tls1.3`.
enum FlagValue {
  static func check(metrics names: [String]) throws {
    for name in names {
      do throws(InputError) { _ = try MetricCatalog.read(name) } catch {
        throw ValidationError("--metric: \(error.message)")
      }
    }
  }

  /// A quantity or a name, as a scenario writes it.
  static func setting<Value: SettingValue>(_ text: String) throws -> Value {
    var problems = Problems()
    if let value = Value.read(JSON(text), path: "", &problems) { return value }
    throw ValidationError(problems.all.first?.message ?? "found '\(text)'")
  }

  /// The rules of an HTTP client: a profile's name, or `mine.json#name` for an entry of a file of
  /// the form of the bundled ones.
  static func profile(_ text: String) throws -> HTTPProfile {
    guard OwnTables.isReference(JSON(text)) else { return try setting(text) }
    var problems = Problems()
    let read = OwnTables.resolving(JSON(text), in: "", &problems) { json, problems in
      HTTPProfile.read(json, path: "", &problems)
    }
    if let read { return HTTPProfile(text, read.switches) }
    throw ValidationError(problems.all.first?.message ?? "found '\(text)'")
  }

  /// A bare number counts bytes.
  static func bytes(_ text: String) throws -> Bytes {
    if let count = Int64(text), count >= 0 { return Bytes(count) }
    return try setting(text)
  }
}

extension FlagValue {
  static func network(_ name: String) throws -> NetworkProfile {
    if let profile = NetworkProfiles.named(name) { return profile }
    let known = NetworkProfiles.all.map(\.name)
    throw ValidationError("--network", unknown: "network", name, among: known)
  }

  /// One of the words of an enumeration; `kind` is what messages call them.
  static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: some StringProtocol, _ kind: String, for flag: String? = nil
  ) throws -> Word {
    if let word = Word(rawValue: String(text)) { return word }
    throw ValidationError(flag, unknown: kind, text, among: Word.allCases.map(\.rawValue))
  }
}

extension ShellWord {
  /// Options with their values, as a command line has them; without a value they are left out.
  static func options(_ options: [(name: String, value: String?)]) -> String {
    options.compactMap { name, value in value.map { " --\(name) \(quoted($0))" } }.joined()
  }
}

extension ValidationError {
  init(
    _ flag: String? = nil, unknown kind: String, _ word: some StringProtocol, among known: [String]
  ) {
    let hint = Suggestion.hint(for: String(word), among: known)
    self.init("\(flag.map { "\($0): " } ?? "")unknown \(kind) '\(word)'\(hint)")
  }
}

/// Refuses a number outside of a range, in the words of a scenario's errors.
func expect<Number: Comparable>(
  _ flag: String, _ number: Number, in range: ClosedRange<Number>
) throws {
  guard range.contains(number) else {
    throw ValidationError(
      "\(flag): expected \(range.lowerBound) to \(range.upperBound), found \(number)")
  }
}
