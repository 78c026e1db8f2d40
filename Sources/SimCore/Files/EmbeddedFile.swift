internal import EmbeddedFiles

/// Files of the checkout that travel inside the program: scenarios, pages, recordings, templates.
package enum EmbeddedFile {
  /// The names, without the ending, and the bytes of a folder's files, in the order in which
  /// listings show them.
  /// - Parameters:
  ///   - folder: its path in the checkout, such as `Scenarios`.
  ///   - ending: what their names end with, such as `.json`.
  /// - Complexity: O(bytes).
  package static func all(
    in folder: String, ending: String
  ) -> [(name: String, bytes: [UInt8])] {
    let files = UnsafeBufferPointer(start: embedded_files(), count: Int(embedded_file_count()))
    return files.compactMap { file in
      let path = String(cString: file.path)
      guard path.hasPrefix("\(folder)/"), path.hasSuffix(ending) else { return nil }
      let name = path.dropFirst(folder.count + 1).dropLast(ending.count)
      if name.contains("/") { return nil }
      return (String(name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }
}
