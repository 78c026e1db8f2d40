/// A system call that succeeded, as strace writes it: `write(3</folder/file>, ""..., 4096) = 4096`.
package struct SystemCall {
  package let name: Substring
  /// What stands between the brackets.
  package let arguments: Substring
  /// What it returned.
  package let result: Int64
}

/// Reads the lines of strace's log (`strace -f -o`): calls that another thread interrupted stand in
/// two pieces, and are put together by their thread.
package struct SystemCallReader: Sendable {
  /// By thread: the first piece of a call.
  private var unfinished: [Substring: Substring] = [:]

  package init() {}

  /// The call that a line completes; nil: none, or one that failed.
  package mutating func call(in line: Substring) -> SystemCall? {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let thread = line[..<space]
    var call = line[space...].drop { $0 == " " }
    if let cut = call.firstRange(of: "<unfinished ...>") {
      unfinished[thread] = call[..<cut.lowerBound]
      return nil
    }
    if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
      let start = unfinished.removeValue(forKey: thread) ?? ""
      call = Substring(start + call[end.upperBound...])
    }
    guard let open = call.firstIndex(of: "("), let equals = call.ranges(of: " = ").last else {
      return nil
    }
    // Short calls are filled up with spaces before the result.
    let end = call[..<equals.lowerBound].lastIndex { $0 != " " }
    guard let end, end > open, call[end] == ")",
      let result = Int64(call[equals.upperBound...].prefix { $0 == "-" || $0.isNumber }),
      result >= 0
    else { return nil }
    return SystemCall(
      name: call[..<open], arguments: call[call.index(after: open)..<end], result: result)
  }
}
