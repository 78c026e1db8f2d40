package import SimCore

/// A file of what a shipped app's users saw, in whatever form it was exported.
package struct FieldFile: Sendable {
  package enum Form: String, Sendable {
    case capture = "HAR"
    case metricKit = "MetricKit"
    case firebase = "Firebase Performance"
    case rows = "rows of measurements"
  }

  /// What a cache on the way said of its answers (`Cache-Status`, RFC 9211).
  package struct CacheCount: Hashable, Sendable {
    package var name: String
    package var answers = 1
    package var hits: Int
    package var forwarded: Int
    /// Those forwarded because the copy was stale.
    package var stale: Int
    package var stored: Int

    /// Of one answer.
    init(_ status: CacheStatus) {
      name = status.cache
      hits = status.isHit ? 1 : 0
      forwarded = status.forward == nil ? 0 : 1
      stale = status.forward == "stale" ? 1 : 0
      stored = status.isStored ? 1 : 0
    }

    /// Adds it to that of the same name. Hostile captures may name as many caches as they like.
    package static func add(_ count: CacheCount, to all: inout [CacheCount]) {
      guard let place = all.firstIndex(where: { $0.name == count.name }) else {
        if all.count < mostCaches { all.append(count) }
        return
      }
      all[place].answers += count.answers
      all[place].hits += count.hits
      all[place].forwarded += count.forwarded
      all[place].stale += count.stale
      all[place].stored += count.stored
    }

    private static let mostCaches = 20
  }

  package let path: String
  package internal(set) var form = Form.rows
  package internal(set) var data = FieldData()
  package internal(set) var caches: [CacheCount] = []
  /// Entries of a capture that could not be read.
  package internal(set) var unread = 0

  /// The largest file that is read, when expanded: as of a capture.
  static let largest = HARFile.Limits.standard
  /// The most files that are read of a folder.
  static let mostFiles = 10_000

  /// Reads a file; gzip and zstd are expanded. Its content says what it is.
  /// - Throws: `malformed` with the place, what was found and what was expected.
  package init(contentsOf path: String) throws(InputError) {
    try self.init(bytes: ByteReader.contents(of: path, limit: Self.largest.bytes), path: path)
  }

  package init(bytes: [UInt8], path: String) throws(InputError) {
    self.path = path
    var table = FieldTable(path: path)
    var payloads = MetricKitPayloads()
    let mark = Self.start(of: bytes).first { !" \t\r\n".utf8.contains($0) }
    if mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[") {
      var isCapture = false
      try Self.readDocuments(bytes, path) { document throws(InputError) in
        if let log = document.json["log"], log.members != nil, document.isAlone {
          isCapture = true
          try readCapture(document.json, bytes)
        } else if try !payloads.take(document.json, at: document.place) {
          try table.take(document.json, at: document.place)
        }
      }
      if isCapture { return }
    } else {
      try table.takeLines(of: bytes)
    }
    if payloads.count == 0 || table.rows > 0 { try table.finish() }
    form = payloads.count > 0 ? .metricKit : table.isFirebase ? .firebase : .rows
    data = FieldData(joining: [payloads.data(), table.log.data()])
  }

  /// The data, which are not kept here.
  package mutating func takeData() -> FieldData {
    defer { data = FieldData() }
    return data
  }

  /// Whether a file begins as the record of `cachesim serve` does.
  package static func isRecord(_ path: String) throws(InputError) -> Bool {
    var reader = try ByteReader(path: path)
    let text = String(decoding: start(of: try reader.peek(64)), as: UTF8.self)
    return text.filter { !" \t\r\n".contains($0) }.hasPrefix("{\"cachesim\":\"observed\"")
  }

  /// The files that a path means: of a folder those in it, by name, hidden ones apart.
  package static func files(of path: String) throws(InputError) -> [String] {
    guard FileKind(of: path) == .folder else { return [path] }
    let names: [String]
    do throws(FileError) {
      names = try FolderTree.names(in: path).filter { !$0.hasPrefix(".") }
    } catch {
      throw InputError(reading: error)
    }
    let files = names.map { "\(path)/\($0)" }.filter { FileKind(of: $0) == .plain }
    guard !files.isEmpty, files.count <= mostFiles else {
      let found = files.isEmpty ? "none" : "\(files.count)"
      throw InputError(
        .malformed, at: path, "expected 1 to \(mostFiles) files in the folder, found \(found)")
    }
    return files
  }

  private static func start(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }
}

extension FieldFile {
  /// A document of JSON, and where its values stand.
  struct Document {
    var json: JSON
    /// Whether it is the whole file.
    var isAlone: Bool
    var place: (JSON) -> String
  }

  /// The whole file as one document; or a document for each line, where the first line is one by
  /// itself and others follow.
  private static func readDocuments(
    _ bytes: [UInt8], _ path: String, _ take: (Document) throws(InputError) -> Void
  ) throws(InputError) {
    let text = Array(start(of: bytes))
    let omitted = HARFile.omitted.union(["callStackTree"])
    func parse(_ text: [UInt8], _ place: (Int) -> String) throws(InputError) -> JSON {
      do throws(InputError) {
        return try JSON.parse(text, limit: largest.values, omitting: omitted)
      } catch {
        throw InputError(.malformed, at: place(error.offset), error.message)
      }
    }
    let blanks = Set(" \t\r\n".utf8)
    let begin = text.firstIndex { !blanks.contains($0) } ?? 0
    let newline = text[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let isByLines =
      text[newline...].contains { !blanks.contains($0) }
      && (try? parse(Array(text[begin..<newline])) { "\($0)" }) != nil
    guard isByLines else {
      func place(_ offset: Int) -> String {
        let place = Problems.place(of: offset, in: text)
        return "\(path):\(place.line):\(place.column)"
      }
      return try take(Document(json: parse(text, place), isAlone: true) { place($0.offset) })
    }
    var scanner = LineScanner(try ByteReader(path: path, bytes: text))
    while let line = try scanner.next() {
      func place(_ offset: Int) -> String { "\(path):\(line.number):\(offset + 1)" }
      guard !line.isTooLong else {
        throw InputError(
          .malformed, at: place(0), "expected a line of at most \(LineScanner.limit) bytes")
      }
      let bytes = Array(scanner.buffer[line.range])
      guard !bytes.allSatisfy(blanks.contains) else { continue }
      try take(Document(json: parse(bytes, place), isAlone: false) { place($0.offset) })
    }
  }
}
