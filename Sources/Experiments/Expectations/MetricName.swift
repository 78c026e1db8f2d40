internal import CacheReports
internal import SimCore

/// The names of metrics, where a scenario or an option writes one.
enum MetricName {
  /// What is said of a name that no metric has.
  static func unknown(_ name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: MetricCatalog.all.map(\.name))
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'cachesim list metrics' names them"
    return "unknown metric '\(name)' (\(hint))"
  }

  /// The JSON Schema of a name.
  static var schema: JSON { CatalogName.schema(MetricCatalog.all.map(\.name)) }
}
