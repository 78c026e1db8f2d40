/// What a child process did to the files below a folder, call by call, as `strace` saw it.
///
/// Files are followed through opening, writing, truncation, renaming and removal. What is written
/// through a mapping of a file, or copied by the kernel, is not seen, and is said in `unseen`.
package struct WriteRecording: Sendable {
  /// By path below the folder.
  package typealias Files = [String: [UInt8]]

  /// A moment at which the process may crash.
  package struct Moment: Sendable {
    /// How many operations were done before.
    package var done: Int
    package var files: Files
  }

  /// After each call that changed a file.
  package private(set) var moments: [Moment] = []
  /// Calls that change files in a way that is not followed.
  package private(set) var unseen: [String] = []
  /// The files as they are.
  package private(set) var files: Files = [:]

  private var prefix: String
  private var calls = SystemCallReader()
  private var done = 0
  /// By file descriptor: where its next writing begins, and whether that is always the end.
  private var positions: [Int: Int] = [:]
  private var appending: Set<Int> = []

  /// The calls that are recorded; those without a question mark every Linux has.
  private static let names =
    "?open,openat,?creat,write,pwrite64,writev,pwritev,lseek,ftruncate,truncate,?rename,renameat,"
    + "renameat2,?unlink,unlinkat,?link,linkat,mmap,copy_file_range,sendfile"

  /// The arguments of strace that come before those of a program.
  package static func options(log: String) -> [String] {
    // The most bytes that a string of the log shows: 16 MiB.
    ["-f", "-qq", "-y", "-xx", "-s", "16777216", "-o", log, "-e", "trace=\(Self.names)"]
  }

  /// `folder` is looked at; links in its path are resolved.
  package init(log: String = "", folder: String) {
    prefix = folder + "/"
    take(log)
  }

  /// Goes on with further lines.
  package mutating func take(_ lines: String) {
    for line in lines.split(separator: "\n") {
      if let call = calls.call(in: line) { take(call) }
    }
  }

  /// Forgets the moments so far; of a folder it is told what is in it.
  package mutating func begin(in folder: String? = nil, _ files: Files = [:]) {
    moments = []
    guard let folder else { return }
    (prefix, self.files) = (folder + "/", files)
  }

  private mutating func take(_ done: SystemCall) {
    let (name, result) = (done.name, Int(done.result))
    let call = RecordedCall(done.arguments)
    switch name {
    case "open", "openat", "creat": opened(call, name, result)
    case "write", "writev": write(call, count: result)
    case "pwrite64", "pwritev": change(call.path) { $0.write(call.bytes, at: call.lastNumber) }
    case "lseek": if let file = call.descriptor { positions[file] = result }
    case "ftruncate": change(call.path) { $0.cut(to: call.lastNumber) }
    case "truncate": change(call.texts.first) { $0.cut(to: call.lastNumber) }
    case "rename", "renameat", "renameat2": rename(call.texts)
    case "unlink", "unlinkat":
      if let path = inside(call.texts.first), files.removeValue(forKey: path) != nil { note() }
    case "link", "linkat":
      if call.texts.count == 2, let to = inside(call.texts[1]) {
        files[to] = inside(call.texts[0]).flatMap { files[$0] } ?? []
        note()
      }
    case "mmap":
      if inside(call.path) != nil, call.text.contains("PROT_WRITE"),
        call.text.contains("MAP_SHARED")
      {
        noteUnseen("a file that is mapped writable")
      }
    default: if inside(call.path) != nil { noteUnseen("\(name)") }
    }
  }

  private mutating func noteUnseen(_ what: String) {
    if !unseen.contains(what) { unseen.append(what) }
  }

  private mutating func note() { moments.append(Moment(done: done, files: files)) }

  private func inside(_ path: String?) -> String? {
    guard let path, path.hasPrefix(prefix) else { return nil }
    return String(path.dropFirst(prefix.count))
  }

  private mutating func opened(_ call: RecordedCall, _ name: Substring, _ result: Int) {
    positions[result] = 0
    if call.text.contains("O_APPEND") { appending.insert(result) } else { appending.remove(result) }
    guard let path = inside(call.texts.first), !call.text.contains("O_DIRECTORY") else { return }
    let isCut = name == "creat" || call.text.contains("O_TRUNC")
    let isMade = name == "creat" || call.text.contains("O_CREAT")
    if let old = files[path] {
      guard isCut, !old.isEmpty else { return }
      files[path] = []
    } else {
      guard isMade else { return }
      files[path] = []
    }
    note()
  }

  private mutating func write(_ call: RecordedCall, count: Int) {
    guard let file = call.descriptor else { return }
    // The child says on its standard output which operation is done.
    if file == 1 {
      done += call.bytes.count { $0 == UInt8(ascii: "\n") }
      return
    }
    guard let path = inside(call.path) else { return }
    let start = appending.contains(file) ? files[path]?.count ?? 0 : positions[file] ?? 0
    positions[file] = start + count
    change(call.path) { $0.write(Array(call.bytes.prefix(count)), at: start) }
  }

  private mutating func change(_ path: String?, _ body: (inout [UInt8]) -> Void) {
    guard let path = inside(path) else { return }
    body(&files[path, default: []])
    note()
  }

  private mutating func rename(_ texts: [String]) {
    guard texts.count == 2 else { return }
    let (from, to) = (inside(texts[0]), inside(texts[1]))
    if let from, let bytes = files.removeValue(forKey: from) {
      if let to { files[to] = bytes }
      return note()
    }
    // A folder with all that is in it.
    guard let from, let to else { return }
    for path in files.keys.sorted() where path.hasPrefix(from + "/") {
      files[to + path.dropFirst(from.count)] = files.removeValue(forKey: path)
    }
    note()
  }
}

extension WriteRecording {
  /// What lies below a folder.
  package static func files(below folder: String) throws(FileError) -> Files {
    var files: Files = [:]
    for path in FolderState.paths(below: folder) {
      files[path] = try OpenFile(path: "\(folder)/\(path)").contents(limit: .max - 1)
    }
    return files
  }

  /// Writes files below a folder.
  package static func write(_ files: Files, below folder: String) throws(FileError) {
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if let slash = name.lastIndex(of: "/") {
        try FolderTree.make("\(folder)/\(name[..<slash])")
      }
      try FolderTree.write(bytes, to: "\(folder)/\(name)")
    }
  }
}

/// The arguments of a call in the log, all of whose texts are written byte by byte as `\x2f`.
private struct RecordedCall {
  let text: Substring
  var texts: [String] { quoted.map { String(decoding: $0, as: UTF8.self) } }
  var bytes: [UInt8] { quoted.flatMap(\.self) }

  init(_ text: Substring) { self.text = text }

  private var quoted: [[UInt8]] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { Self.decoded($0.element) }
  }

  /// The first argument, where it is a file descriptor.
  var descriptor: Int? { Int(text.prefix { $0.isNumber }) }

  /// The path of the first descriptor among the arguments.
  var path: String? {
    // What has no name any more is marked behind it.
    guard let start = text.firstIndex(of: "<"), let end = text[start...].firstIndex(of: ">"),
      !text[end...].hasPrefix(">(deleted)")
    else { return nil }
    return String(decoding: Self.decoded(text[text.index(after: start)..<end]), as: UTF8.self)
  }

  var lastNumber: Int {
    Int(text[(text.lastIndex(of: " ") ?? text.startIndex)...].drop { $0 == " " }) ?? 0
  }

  private static func decoded(_ text: Substring) -> [UInt8] {
    text.utf8.split(separator: UInt8(ascii: "\\")).compactMap { UInt8($0.dropFirst(), radix: 16) }
  }
}

extension UInt8 {
  fileprivate init?(_ digits: Substring.UTF8View.SubSequence, radix: Int) {
    self.init(Substring(digits), radix: radix)
  }
}

extension [UInt8] {
  /// Writes bytes over those from a place on; what lies between the end and it is zero.
  fileprivate mutating func write(_ bytes: [UInt8], at start: Int) {
    if count < start + bytes.count {
      self += [UInt8](repeating: 0, count: start + bytes.count - count)
    }
    replaceSubrange(start..<start + bytes.count, with: bytes)
  }

  fileprivate mutating func cut(to length: Int) {
    if count > length { removeLast(count - length) } else { write([], at: length) }
  }
}
