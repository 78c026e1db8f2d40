/// The files of a chart that was drawn.
package struct DrawnChart: Hashable, Sendable {
  /// The chart's name.
  package let name: String
  /// What to see in it.
  package let caption: String
  /// What gnuplot had to warn of; empty: nothing.
  package let warning: String

  /// The names of its files: the images as SVG and PNG, the data, and the script that redraws them.
  package var files: [String] { Self.images(of: name) + ["\(name).csv", "\(name).gp"] }

  static func images(of name: String) -> [String] { ["\(name).svg", "\(name).png"] }
}
