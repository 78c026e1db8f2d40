internal import SimCore
internal import TestCases
internal import Testing

/// Lines as strace 6.1 wrote them.
@Suite struct SystemCallTests {
  private static func read(_ log: String) -> [String] {
    var reader = SystemCallReader()
    return log.split(separator: "\n").compactMap { reader.call(in: $0) }
      .map { "\($0.name) \($0.result) \($0.arguments)" }
  }

  @Test func aCallHasItsResult() {
    expect(
      Self.read("71 pwrite64(3</f/row.db-wal>, \"\"..., 4096, 32) = 4096\n"),
      is: ["pwrite64 4096 3</f/row.db-wal>, \"\"..., 4096, 32"])
    expect(
      Self.read("71 openat(AT_FDCWD, \"/f\", O_RDONLY) = 3</f>"),
      is: [
        "openat 3 AT_FDCWD, \"/f\", O_RDONLY"
      ])
    // Short calls are filled up before the result.
    expect(Self.read("71 fsync(3</f/a>)                   = 0"), is: ["fsync 0 3</f/a>"])
    expect(Self.read("71 write(3</a = b>, \"\", 0)   = 0"), is: ["write 0 3</a = b>, \"\", 0"])
  }

  @Test func whatFailedOrIsNoCallIsNone() {
    expect(Self.read("71 write(3</f/a>, \"\"..., 9) = -1 ENOSPC (No space left on device)"), is: [])
    expect(Self.read("71 +++ exited with 0 +++\n71 --- SIGCHLD {si_signo=SIGCHLD} ---\nx"), is: [])
  }

  @Test func anInterruptedCallIsPutTogetherByItsThread() {
    let log = """
      71 write(3</f/a>, ""..., 10 <unfinished ...>
      72 write(4</f/b>, ""..., 20 <unfinished ...>
      71 <... write resumed>)              = 10
      72 <... write resumed>) = 20
      """
    expect(
      Self.read(log), is: ["write 10 3</f/a>, \"\"..., 10 ", "write 20 4</f/b>, \"\"..., 20 "])
  }
}
