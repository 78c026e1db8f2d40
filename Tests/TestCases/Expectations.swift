package import Testing

/// Notes an issue unless a condition holds, as `#expect` does, but without the condition's values:
/// where they are wanted, `is:` prints both sides, and a comment what it says.
///
/// A function, since the macro takes the compiler 20 ms at each place: of 340 CPU seconds for all
/// tests, 140. `#expect(throws:)` and `#require` stay, as functions could not do what they do.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard !condition else { return }
  Issue.record(
    comment() ?? "expected this to hold",
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Notes an issue unless a value is the one that is expected; both are printed.
package func expect<Value: Equatable>(
  _ found: Value, is expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard found != expected else { return }
  let more = comment().map { "\($0): " } ?? ""
  Issue.record(
    "\(more)found \(String(reflecting: found)), expected \(String(reflecting: expected))",
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}
