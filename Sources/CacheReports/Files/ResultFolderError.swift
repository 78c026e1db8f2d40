internal import SimCore

/// Why a report could not be written.
package struct ResultFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, such as `write`.
  package var action: String
  /// With which file or folder.
  package var path: String
  /// What the system said.
  package var reason: String

  /// The error in a line.
  package var description: String { "cannot \(action) \(path): \(reason)" }

  /// The error of a file system's step.
  init(_ error: FileError) {
    self.init(action: error.action, path: error.path, reason: error.reason)
  }

  /// Makes an error.
  package init(action: String, path: String, reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }
}
