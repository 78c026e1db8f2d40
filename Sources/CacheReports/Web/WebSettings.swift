internal import Results
internal import SimCore

/// The settings of a strategy as a report lists them: a line for each value.
enum StrategySettings {
  /// Settings by their paths, groups written as paths.
  static func rows(of json: JSON, below path: String = "") -> [(path: String, value: String)] {
    guard let members = json.members else { return [(path, json.string ?? json.compact)] }
    return members.flatMap { member in
      rows(of: member.value, below: path.isEmpty ? member.name : "\(path).\(member.name)")
    }
  }
}

/// A setting that differs from the default of its strategy.
struct ChangedSetting {
  var title: String
  var path: String
  var value: String
  /// The default; a dash where the strategy has no such setting by default.
  var standard: String

  /// The settings of strategies that differ from their defaults; labels that stand for the same
  /// settings under several varied values are told once.
  static func all(of rows: [StrategyResult]) -> [ChangedSetting] {
    var told: Set<String> = []
    return rows.filter { !$0.isObserved }.flatMap { row -> [ChangedSetting] in
      changes(of: row).compactMap { change in
        told.insert("\(row.label) \(change.path) \(change.value)").inserted ? change : nil
      }
    }
  }

  private static func changes(of row: StrategyResult) -> [ChangedSetting] {
    let defaults = row.defaults.map { StrategySettings.rows(of: $0) } ?? []
    return StrategySettings.rows(of: row.settings).compactMap { setting in
      let standard = defaults.first { $0.path == setting.path }?.value
      guard standard != setting.value else { return nil }
      return ChangedSetting(
        title: row.title, path: setting.path, value: setting.value, standard: standard ?? "–")
    }
  }

  /// The strategies that have their defaults alone, in a sentence; nil: there is none.
  static func sentence(onUnchanged rows: [StrategyResult]) -> String? {
    var labels: [String] = []
    for row in rows where !row.isObserved && changes(of: row).isEmpty {
      let label = MarkdownTable.code(row.label)
      if !labels.contains(label) { labels.append(label) }
    }
    guard let last = labels.last else { return nil }
    let others = labels.dropLast().joined(separator: ", ")
    return others.isEmpty
      ? "\(last) has its defaults alone." : "\(others) and \(last) have their defaults alone."
  }
}
