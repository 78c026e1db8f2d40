internal import ArgumentParser
internal import SimCore

/// Things of a catalogue that flags name, with settings as `name=value`.
enum FlagSettings {
  /// Makes the thing of a name with settings.
  ///
  /// A value is read as JSON where it is JSON (`8`, `true`, `["a"]`), and as a text otherwise.
  static func read<Product>(
    _ name: String, _ settings: [String], from catalog: Catalog<Product>, flag: String
  ) throws -> Product {
    guard let entry = catalog.entry(named: name) else {
      let hint = Suggestion.hint(for: name, among: catalog.names)
      throw ValidationError("\(flag): unknown \(catalog.kind) '\(name)'\(hint)")
    }
    var problems = Problems()
    let json = JSON.object(try members(settings, flag: flag))
    if let made = entry.make(json, "", &problems) { return made.product }
    throw ValidationError("\(flag) \(name): \(words(of: problems))")
  }

  /// Reads a group of settings.
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
      return (String(setting[..<equals]), value(String(setting[setting.index(after: equals)...])))
    }
  }

  private static func words(of problems: Problems) -> String {
    problems.all.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }
      .joined(separator: "; ")
  }

  private static func value(_ text: String) -> JSON {
    (try? JSON.parse(Array(text.utf8))) ?? JSON(.string(text))
  }
}
