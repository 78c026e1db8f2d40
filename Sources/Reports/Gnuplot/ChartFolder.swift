#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The folder that gets a chart's files: each appears whole under its name, or not at all.
struct ChartFolder {
  /// What ends the name of a file while it is being written.
  static let unfinished = ".part"

  /// The folder's path.
  let path: String

  /// Writes a text to a file of that name.
  func write(_ text: String, to name: String) throws(ChartError) {
    let part = "\(path)/\(name)\(Self.unfinished)"
    guard let file = fopen(part, "wb") else { throw failure(at: name) }
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else {
      let error = failure(at: name)
      discard(name)
      throw error
    }
    try finish(name)
  }

  /// Gives what was written under the unfinished name its own.
  func finish(_ name: String) throws(ChartError) {
    let target = "\(path)/\(name)"
    guard rename(target + Self.unfinished, target) == 0 else {
      let error = failure(at: name)
      discard(name)
      throw error
    }
  }

  /// Removes what was written under the unfinished name, if anything.
  func discard(_ name: String) { unlink("\(path)/\(name)\(Self.unfinished)") }

  /// Whether something was written under the unfinished name.
  func hasContent(_ name: String) -> Bool {
    guard let file = fopen("\(path)/\(name)\(Self.unfinished)", "rb") else { return false }
    defer { fclose(file) }
    return fgetc(file) != EOF
  }

  private func failure(at name: String) -> ChartError {
    .cannotWrite(path: "\(path)/\(name)", reason: String(cString: strerror(errno)))
  }
}
