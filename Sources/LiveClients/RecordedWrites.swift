internal import SimCore
internal import SyncTrials

/// What the processes of a replica write below its folder, call by call, as strace sees it: so one
/// can crash between two writes. It is ended after the call, and its folder gets what it had then.
struct RecordedWrites {
  private let place: String
  private var log = CallLog()
  private var logs = 0
  private var folder = ""
  private var recording = WriteRecording(folder: "")
  /// How many further writes are done before the process ends, and what was there when this was
  /// asked for; nil: all.
  private var armed: (writes: Int, files: WriteRecording.Files)?
  /// How many writes there were in the folder.
  private(set) var count = 0

  /// A log is kept until it has so many bytes: then the process is to start anew.
  private static let longestLog = 64 << 20

  /// - Throws: when strace is not there.
  init(in place: String) throws(ToolError) {
    guard CallLog.program != nil else {
      throw ToolError("writes cannot be seen: strace is not installed (Debian: strace)")
    }
    self.place = FolderTree.resolved(place)
  }

  var isLong: Bool { log.offset > Self.longestLog }

  /// What is written without being seen.
  var unseen: [String] { recording.unseen }

  /// The arguments that run a program under strace.
  mutating func traced(_ arguments: [String]) -> [String] {
    readOn()
    FolderTree.remove(log.path)
    logs += 1
    log = CallLog(path: "\(place)/calls-\(logs)")
    return [CallLog.program ?? "strace"] + WriteRecording.options(log: log.path) + arguments
  }

  /// Looks at another folder, or at what lies in it now.
  mutating func begin(in folder: String) throws(ToolError) {
    readOn()
    if folder != self.folder { count = 0 }
    (self.folder, armed) = (folder, nil)
    let files = try SyncFolder.attempt { () throws(FileError) in
      try WriteRecording.files(below: folder)
    }
    recording.begin(in: FolderTree.resolved(folder), files)
  }

  mutating func arm(_ writes: Int?) {
    readOn()
    armed = writes.map { ($0, recording.files) }
    recording.begin()
  }

  mutating func readOn() {
    let former = recording.moments.count
    recording.take(log.newLines())
    count += recording.moments.count - former
    if armed == nil { recording.begin() }
  }

  /// Gives the folder what it had before the write at which the process was to end.
  /// - Returns: whether that write has been done.
  mutating func crash() throws(ToolError) -> Bool {
    readOn()
    guard let armed, recording.moments.count > armed.writes else { return false }
    let files = armed.writes == 0 ? armed.files : recording.moments[armed.writes - 1].files
    count -= recording.moments.count - armed.writes
    let folder = folder
    for path in FolderState.paths(below: folder) { FolderTree.remove("\(folder)/\(path)") }
    try SyncFolder.attempt { () throws(FileError) in
      try WriteRecording.write(files, below: folder)
    }
    try begin(in: folder)
    return true
  }
}
