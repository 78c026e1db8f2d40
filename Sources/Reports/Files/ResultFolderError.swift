/// Why a report could not be written.
public struct ResultFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, such as `write`.
  public var action: String
  /// With which file or folder.
  public var path: String
  /// What the system said.
  public var reason: String

  /// The error in a line.
  public var description: String { "cannot \(action) \(path): \(reason)" }
}
