/// The form of the result files.
public enum ResultSchema {
  /// Counts up when a column or a member changes its meaning or goes; additions do not count.
  public static let version = 1
}
