internal import SimCore

/// The settings of a strategy as the web page lists them: a line for each value.
struct WebSettings {
  /// What the report calls the strategy.
  var title: String
  /// Its canonical name.
  var name: String
  /// Its settings, groups written as paths.
  var rows: [Row]
  /// Whether it has none.
  var isEmpty: Bool

  /// A setting.
  struct Row {
    var path: String
    var value: String
  }

  init(_ result: StrategyResult) {
    title = result.title
    name = result.name
    rows = Self.rows(of: result.settings, below: "")
    isEmpty = rows.isEmpty
  }

  private static func rows(of json: JSON, below path: String) -> [Row] {
    guard let members = json.members else {
      return [Row(path: path, value: json.string ?? json.compact)]
    }
    return members.flatMap { member in
      rows(of: member.value, below: path.isEmpty ? member.name : "\(path).\(member.name)")
    }
  }
}
