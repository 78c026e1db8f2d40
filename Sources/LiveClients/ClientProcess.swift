internal import ChildGuard
internal import Dispatch
internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A client under test: a child process that is spoken to in lines. It ends with this object, and
/// when this process ends in whatever way, with all that it has started.
final class ClientProcess: Sendable {
  /// Takes what comes of it: its lines, that they are too many or too long, its end. It says
  /// whether it takes more.
  typealias Listener = @Sendable (SignalMailbox.Signal) -> Bool

  let output: ClientOutput
  private let input: Int32
  private let lifeline: Int32
  private let guardian: pid_t
  private let isOpen = Mutex(true)
  private let isAwaited: Bool

  /// The longest line that is read, 1 MiB: what writes without an end of line is no client.
  static var longestLine: Int { 1 << 20 }

  static func arguments(of command: String) -> [String] { ["/bin/sh", "-c", "exec \(command)"] }

  /// Starts a program.
  /// - Parameters:
  ///   - isAwaited: whether the caller itself waits for its lines, without a thread for them.
  ///   - listener: is called line by line, on a thread of its own or where more is read.
  init(
    arguments: [String], environment: [(name: String, value: String)], in folder: String,
    words: LastWords, isAwaited: Bool = false, listener: @escaping Listener
  ) throws(ToolError) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    var errors: [Int32] = [-1, -1]
    guard guard_connection(&toChild) == 0, guard_pipe(&fromChild) == 0, guard_pipe(&errors) == 0
    else { throw ToolError("no pipe could be made") }
    defer { for end in [toChild[1], fromChild[1], errors[1]] { close(end) } }
    var (line, process): (Int32, pid_t) = (-1, 0)
    func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0) } + [nil]
    }
    let arguments = copies(arguments)
    let variables = copies(environment.map { "\($0.name)=\($0.value)" })
    defer { for text in arguments + variables { free(text) } }
    let error = guard_start(
      arguments, variables, folder, toChild[1], fromChild[1], errors[1], &line, &process)
    guard error == 0 else {
      for end in [toChild[0], fromChild[0], errors[0]] { close(end) }
      throw ToolError("cannot be started: \(String(cString: strerror(error)))")
    }
    input = toChild[0]
    // A program that does not read is asked again and again until the time is over.
    var pause = timeval(tv_sec: 0, tv_usec: 100_000)
    setsockopt(input, SOL_SOCKET, SO_SNDTIMEO, &pause, socklen_t(MemoryLayout<timeval>.size))
    lifeline = line
    guardian = process
    let output = ClientOutput(fromChild[0], errors: errors[0], words, listener)
    self.output = output
    self.isAwaited = isAwaited
    if !isAwaited { DispatchQueue(label: "client's lines").async { output.readToTheEnd() } }
  }

  deinit { end() }

  /// Writes a line. What a process that has ended does not read is no error here: its end is told;
  /// nor is what it does not read in time, as it does not answer then.
  func send(_ line: String, until deadline: DispatchTime = .distantFuture) {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    var start = 0
    while start < bytes.count, .now() < deadline {
      let count = bytes[start...].withUnsafeBytes { guard_send(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN {
        // It may wait itself, for a reader of what it says.
        if isAwaited { output.readOn() }
        continue
      }
      guard count > 0 else { return }
      start += count
    }
  }

  /// Ends it and all that it has started, and waits until they are gone.
  /// - Returns: its exit status; nil: it was ended before.
  @discardableResult
  func end() -> Int32? {
    let isFirst = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard isFirst else { return nil }
    close(lifeline)
    let status = guard_wait(guardian)
    // Not before: it would find the end of its lines, and say so.
    close(input)
    if isAwaited { output.close() }
    return status
  }
}

/// What a client under test writes, told line by line.
///
/// A thread waits for it; the origin reads what is there before it takes a request, as two threads
/// of which one has the line and the other the request that came after it keep no order.
final class ClientOutput: Sendable {
  private struct State {
    /// Negative: closed.
    var errors: Int32
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isOpen = true
    var isClosed = false

    mutating func hear(_ words: LastWords) {
      let count = FileDescriptor.read(errors, into: &buffer, limit: buffer.count)
      if count > 0 { words.add(buffer[..<count]) } else { errors = -1 }
    }
  }

  private let output: Int32
  private let errors: Int32
  private let words: LastWords
  private let listener: ClientProcess.Listener
  private let state: Mutex<State>

  /// Both descriptors are closed at the end.
  init(
    _ output: Int32, errors: Int32, _ words: LastWords, _ listener: @escaping ClientProcess.Listener
  ) {
    self.output = output
    self.errors = errors
    self.words = words
    self.listener = listener
    state = Mutex(State(errors: errors))
  }

  /// Waits for lines and tells them, until they end or the listener takes no more.
  fileprivate func readToTheEnd() {
    while true {
      var files = awaited
      if poll(&files, 2, -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      guard readOn() else { break }
    }
    close()
  }

  /// Waits until there is something to tell or the time is over, and tells it, also the end.
  func readOn(until deadline: DispatchTime) {
    let now = DispatchTime.now()
    guard now < deadline else { return }
    let left = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1
    var files = awaited
    _ = poll(&files, 2, Int32(clamping: left))
    if !readOn() { close() }
  }

  private var awaited: [pollfd] {
    [output, state.withLock { $0.errors }].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Closes it, once, and tells its end.
  fileprivate func close() {
    let isFirst = state.withLock { state in
      defer { (state.isOpen, state.isClosed) = (false, true) }
      guard !state.isClosed else { return false }
      // What it said before its end; it may go on for ever.
      var last = pollfd(fd: state.errors, events: Int16(POLLIN), revents: 0)
      if state.errors >= 0, poll(&last, 1, 0) > 0 { state.hear(words) }
      closeFile(output)
      closeFile(errors)
      return true
    }
    if isFirst { _ = listener(.end) }
  }

  /// Tells what is there, without waiting: what it wrote to standard error before a line is there
  /// with the line.
  /// - Returns: whether more may come.
  @discardableResult
  func readOn() -> Bool {
    // The lock covers reading and telling, so that lines keep their order.
    state.withLock { state in
      guard state.isOpen else { return false }
      var files = [output, state.errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&files, 2, 0) > 0 else { return true }
      if files[1].revents != 0 { state.hear(words) }
      guard files[0].revents != 0 else { return true }
      let count = FileDescriptor.read(output, into: &state.buffer, limit: state.buffer.count)
      if count > 0, Self.take(state.buffer[..<count], &state.line, listener) { return true }
      state.isOpen = false
      return false
    }
  }

  /// Tells the lines that end in some bytes, and keeps the rest.
  /// - Returns: whether more is wanted.
  private static func take(
    _ bytes: ArraySlice<UInt8>, _ line: inout [UInt8], _ listener: ClientProcess.Listener
  ) -> Bool {
    var rest = bytes
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(end ?? rest.endIndex)]
      guard line.count <= ClientProcess.longestLine else {
        let start = VisibleText.shortened(String(decoding: line.prefix(480), as: UTF8.self), to: 80)
        let message = "wrote a line of more than \(ClientProcess.longestLine) B, which begins with "
        _ = listener(.excess(message + "'\(VisibleText.line(start))': expected a shorter one"))
        return false
      }
      guard let end else { return true }
      guard listener(.line(String(decoding: line, as: UTF8.self))) else { return false }
      line.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
  }
}

/// The system's `close`, under a name that does not hide it.
private func closeFile(_ file: Int32) { close(file) }

final class LastWords: Sendable {
  private struct Heard {
    var end: [UInt8] = []
    var count = 0
  }

  private let heard = Mutex(Heard())

  /// How many bytes are kept: more than what is shown of them.
  private static let limit = 4_096
  /// How many lines are shown, and how many characters of each.
  private static let (lines, characters) = (3, 160)

  func add(_ bytes: ArraySlice<UInt8>) {
    heard.withLock { heard in
      heard.count += bytes.count
      heard.end = Array((heard.end + bytes.suffix(Self.limit)).suffix(Self.limit))
    }
  }

  var text: String {
    let heard = heard.withLock { $0 }
    let all = String(decoding: heard.end, as: UTF8.self).split(separator: "\n")
    guard !all.isEmpty else { return "" }
    let shown = all.suffix(Self.lines)
      .map { VisibleText.line(VisibleText.shortened($0, to: Self.characters)) }
    let isAll = heard.count <= Self.limit && all.count == shown.count
    return "; its last words\(isAll ? "" : ", of \(heard.count) B on standard error"): "
      + shown.joined(separator: " | ")
  }
}

/// What has come of a client and of its origin, in order, and the waiting for it.
final class SignalMailbox: Sendable {
  enum Signal: Sendable {
    case line(String)
    /// The client wrote more than is read: how much, in words.
    case excess(String)
    case request(HeldRequest)
    case end
  }

  private struct Contents {
    var signals: [Signal] = []
    var bytes = 0
  }

  private let contents = Mutex(Contents())
  private let semaphore = DispatchSemaphore(value: 0)

  /// How many bytes of lines may wait to be read, 16 MiB: assumption, far more than a client says
  /// that answers only what it is asked.
  static var capacity: Int { 16 << 20 }
  /// What a line takes beside its text.
  private static let overhead = 64

  /// Adds one; a line that there is no room for becomes an excess.
  /// - Returns: whether there was room.
  @discardableResult
  func put(_ signal: Signal) -> Bool {
    let hasRoom = contents.withLock { contents in
      let bytes = Self.bytes(of: signal)
      let hasRoom = contents.bytes + bytes <= Self.capacity
      contents.signals.append(
        hasRoom ? signal : .excess("wrote more than \(Self.capacity) B before it was read"))
      if hasRoom { contents.bytes += bytes }
      return hasRoom
    }
    semaphore.signal()
    return hasRoom
  }

  /// The next one; nil: none came until then, or the time is over.
  func take(until deadline: DispatchTime) -> Signal? {
    // A semaphore that was signalled does not look at the time.
    take(isThere: .now() < deadline && semaphore.wait(timeout: deadline) == .success)
  }

  /// The next one that is there; nil: none is.
  func next() -> Signal? {
    // A semaphore that is not signalled asks the system.
    guard contents.withLock({ !$0.signals.isEmpty }) else { return nil }
    return take(isThere: semaphore.wait(timeout: .now()) == .success)
  }

  private func take(isThere: Bool) -> Signal? {
    guard isThere else { return nil }
    return contents.withLock { contents in
      let signal = contents.signals.removeFirst()
      contents.bytes -= Self.bytes(of: signal)
      return signal
    }
  }

  private static func bytes(of signal: Signal) -> Int {
    if case .line(let line) = signal { line.utf8.count + overhead } else { 0 }
  }
}
