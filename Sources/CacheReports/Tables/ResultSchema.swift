/// The form of the result files.
package enum ResultSchema {
  /// Counts up when a column or a member changes its meaning or goes; additions do not count.
  package static let version = 1
}
