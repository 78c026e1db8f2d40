internal import FoundationEssentials

/// What can be told of a file before it is opened.
enum InputFile {
  /// Why the file cannot be read, though it is there; nil: nothing is known against it.
  ///
  /// A pipe with a name may have nobody at its other end, and would be waited for without end. One
  /// that a shell has opened, below `/dev` or `/proc`, has.
  static func refusal(of path: String) -> String? {
    let isOpen = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard !isOpen, let type = try? FileManager.default.attributesOfItem(atPath: path)[.type],
      let type = type as? FileAttributeType
    else { return nil }
    return type == .typeRegular || type == .typeSymbolicLink || type == .typeDirectory
      ? nil : "this is a pipe or a device, not a file"
  }
}
