/// A kind of chart: a name, what to see in it, and how it is drawn.
///
/// A new one is a file and a line in ``Charts/all``.
package protocol Chart: Sendable {
  /// The name of its files without extension, in kebab case: letters, digits and hyphens.
  var name: String { get }
  /// What stands above it.
  var title: String { get }
  /// What to see in it, in a sentence or two.
  var caption: String { get }

  /// The script that draws it.
  func script(from data: ChartData) -> ChartScript
}
