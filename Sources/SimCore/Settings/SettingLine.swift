/// A setting as documentation shows it: a line of a table, groups unfolded into their members.
public struct SettingLine: Hashable, Sendable {
  /// The way to it, as in `shelf.codec`.
  public var name: String
  /// What its values are: a unit, or the words to choose from.
  public var unit: String
  /// The default as a scenario writes it.
  public var defaultText: String
  /// What it does, and why the default is what it is.
  public var summary: String
}

extension SettingValue {
  public static var unit: String {
    let words = schema["enum"]?.elements?.compactMap(\.string) ?? []
    return words.isEmpty || words.count > 8 ? "name" : words.joined(separator: ", ")
  }

  public func lines(named name: String, unit: String, _ summary: String) -> [SettingLine] {
    [SettingLine(name: name, unit: unit, defaultText: json.compact, summary: summary)]
  }
}

extension Settings {
  public static var unit: String { "group" }

  /// A line for the group, then its members with the values that they have here.
  public func lines(named name: String, unit: String, _ summary: String) -> [SettingLine] {
    [SettingLine(name: name, unit: unit, defaultText: "", summary: summary)]
      + lines.map { line in
        var line = line
        line.name = "\(name).\(line.name)"
        return line
      }
  }

  /// The members, groups among them unfolded, with the values that they have here.
  public var lines: [SettingLine] { Self.fields.flatMap { $0.lines(self) } }
}

extension Bool { public static var unit: String { "true or false" } }
extension Int { public static var unit: String { "count" } }
extension Int64 { public static var unit: String { "count" } }
extension Double { public static var unit: String { "number" } }
extension String { public static var unit: String { "text" } }
extension TimeSpan { public static var unit: String { "time" } }
extension Bytes { public static var unit: String { "bytes" } }
extension BitRate { public static var unit: String { "bits per second" } }
extension JSON { public static var unit: String { "JSON" } }
extension Optional where Wrapped: SettingValue {
  public static var unit: String { "\(Wrapped.unit), or null" }
}
extension Array where Element: SettingValue {
  public static var unit: String { "list: \(Element.unit)" }
}
