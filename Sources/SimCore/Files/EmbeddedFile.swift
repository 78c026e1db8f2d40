internal import EmbeddedFiles

/// Files of the checkout that travel inside the program: scenarios, pages, tables, recordings,
/// templates.
package enum EmbeddedFile {
  /// The names, without the ending, and the bytes of a folder's files, in the order in which
  /// listings show them.
  /// - Parameters:
  ///   - folder: its path in the checkout, such as `Scenarios`.
  ///   - ending: what their names end with, such as `.json`.
  /// - Complexity: O(bytes).
  package static func all(in folder: String, ending: String) -> [(name: String, bytes: [UInt8])] {
    files.compactMap { file in
      let path = String(cString: file.path)
      guard path.hasPrefix("\(folder)/"), path.hasSuffix(ending) else { return nil }
      let name = path.dropFirst(folder.count + 1).dropLast(ending.count)
      return name.contains("/") ? nil : (String(name), bytes(of: file))
    }
  }

  /// The bytes of the file with that path in the checkout; nil: it does not travel.
  package static func bytes(of path: String) -> [UInt8]? {
    files.first { String(cString: $0.path) == path }.map(bytes)
  }

  private static var files: UnsafeBufferPointer<embedded_file> {
    UnsafeBufferPointer(start: embedded_files(), count: Int(embedded_file_count()))
  }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
