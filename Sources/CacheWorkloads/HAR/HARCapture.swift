package import SimCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct HARCapture {
  let pages: [HARPage]
  private(set) var entries: [HAREntry] = []
  private(set) var sessions: HARSessions
  private(set) var issues = TraceIssues()
  private(set) var forbiddenLines = 0
  /// By place among the capture's entries, where they are asked for.
  private(set) var recorded: [Int: RecordedExchange] = [:]

  /// Reads a file.
  /// - Parameters:
  ///   - opensOnly: leaves out what brings no body to store: other methods than GET, redirects,
  ///     errors.
  ///   - showsSecrets: whether entries that cannot be read are shown with what may be a secret.
  ///   - keepsLines: whether all lines of the headers are kept (`recorded`).
  init(
    _ file: HARFile, settings: TraceSettings, opensOnly: Bool = false,
    showsSecrets: Bool = false, keepsLines: Bool = false
  ) throws(InputError) {
    issues.showsSecrets = showsSecrets
    let log = file.log
    guard let list = log["entries"]?.elements else {
      let found = log["entries"] ?? log
      throw InputError(
        .malformed, at: "\(file.path):\(file.place(of: found.offset))",
        "a HAR file's log has a list named entries, found \(found.found)")
    }
    let exchanges = list.enumerated().map { HTTPExchange($1, at: $0) }
    if keepsLines {
      for exchange in RecordedExchange.all(in: log, exchanges) {
        recorded[exchange.position] = exchange
      }
    }
    sessions = HARSessions(log, exchanges, reading: settings.sessions)
    pages = HARPage.all(in: log)
    for exchange in exchanges {
      issues.itemCount += 1
      forbiddenLines += HARResponse.forbiddenLines(in: exchange.json["request"])
      forbiddenLines += HARResponse.forbiddenLines(in: exchange.json["response"])
      switch HAREntry.read(exchange, by: settings, showsSecrets: showsSecrets) {
      case .request(let entry) where opensOnly && !entry.opens:
        issues.skip(entry.method == .get ? .status(entry.status) : .method(entry.method))
      case .request(let entry): entries.append(entry)
      case .skipped(let reason): issues.skip(reason)
      case .malformed(let offset, let reason, let excerpt):
        let isKept = issues.examples.count < TraceIssues.exampleLimit
        let reason = isKept ? "\(file.place(of: offset)): \(reason)" : reason
        let text = ContiguousArray(excerpt.utf8)
        issues.malformed(reason, at: exchange.position, excerpt: text.span)
      }
    }
    entries.sort()
    // A 304 need not say what it confirms.
    let shown = Set(entries.filter(\.isPage).map(\.url))
    for place in entries.indices where entries[place].opens && shown.contains(entries[place].url) {
      entries[place].isPage = true
    }
  }
}

/// A capture's file as a tree, read within limits: few bytes may expand to many, and few bytes of
/// text may be many values.
///
/// What takes most of a capture and means nothing to a cache, bodies above all, is read and not
/// kept. Memory: the expanded file while it is read, then about 100 bytes for each value that is
/// kept, and its texts.
package struct HARFile: Sendable {
  package struct Limits: Sendable {
    package var bytes: Int
    /// The maximum of JSON values that are kept: an entry has about 150.
    package var values: Int

    /// 256 MiB and 4,000,000 values, which take up to about 800 MB.
    package static let standard = Limits(bytes: 256 << 20, values: 4_000_000)
  }

  package let log: JSON
  let path: String
  private let bytes: [UInt8]

  /// Members that no reader of captures uses: bodies, cookies and queries that stand in the
  /// headers and the URL as well, and what browsers add for themselves.
  static let omitted: Set<String> = [
    "_securityDetails", "_webSocketMessages", "cookies", "postData", "queryString", "stack", "text",
  ]

  /// Reads a file; gzip and zstd are expanded.
  /// - Parameter keepsBodies: whether texts of bodies are kept.
  package init(
    path: String, limits: Limits = .standard, keepsBodies: Bool = false
  ) throws(InputError) {
    try self.init(
      bytes: ByteReader.contents(of: path, limit: limits.bytes), path: path, limits: limits,
      keepsBodies: keepsBodies)
  }

  /// Reads what a file holds.
  init(
    bytes: [UInt8], path: String, limits: Limits = .standard, keepsBodies: Bool = false
  ) throws(InputError) {
    let root: JSON
    do throws(InputError) {
      root = try JSON.parse(
        bytes, limit: limits.values,
        omitting: keepsBodies ? Self.omitted.subtracting(["text"]) : Self.omitted)
    } catch {
      throw Self.refusal(at: error.offset, error.message, bytes, path)
    }
    try self.init(root, bytes: bytes, path: path)
  }

  /// Takes what a file holds when it has been read without `omitted`.
  init(_ root: JSON, bytes: [UInt8], path: String) throws(InputError) {
    guard let log = root["log"], log.members != nil else {
      let found = root["log"] ?? root
      throw Self.refusal(
        at: found.offset, "a HAR file is an object with an object named log, found \(found.found)",
        bytes, path)
    }
    self.bytes = bytes
    self.path = path
    self.log = log
  }

  private static func refusal(
    at offset: Int, _ message: String, _ bytes: [UInt8], _ path: String
  ) -> InputError {
    let place = Problems.place(of: offset, in: bytes)
    return InputError(.malformed, at: "\(path):\(place.line):\(place.column)", message)
  }

  /// Reads a capture that is no plain file: compressed, or one that travels with the program.
  /// - Throws: as `init(path:)` does, and `malformed` for a plain file.
  package init(packed path: String) throws(InputError) {
    let isPacked = [".gz", ".zst"].contains { path.lowercased().hasSuffix($0) }
    guard isPacked || path.hasPrefix(BundledTraces.prefix) else {
      throw InputError(.malformed, at: path, "expected a compressed capture")
    }
    try self.init(path: path)
    guard log["entries"]?.elements != nil else {
      throw InputError(.malformed, at: path, "expected a log with a list named entries")
    }
  }

  func place(of offset: Int) -> String {
    let place = Problems.place(of: offset, in: bytes)
    return "\(place.line):\(place.column)"
  }
}

/// The client of a capture as it names itself: `log.browser`, and the User-Agents of its requests.
package struct HARClient: Sendable {
  package private(set) var browser: String?
  /// The different User-Agents with how many requests have each, in order of appearance.
  package private(set) var agents: [(name: String, requests: Int)] = []

  private static let limit = 1_000

  package init(_ log: JSON) {
    if let name = log["browser"]?["name"]?.string, !name.isEmpty {
      browser = [name, log["browser"]?["version"]?.string ?? ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    var places: [String: Int] = [:]
    for entry in log["entries"]?.elements ?? [] {
      let agent = HARResponse.fields(entry["request"]).value("user-agent")
      guard let agent, !agent.isEmpty else { continue }
      if let place = places[agent] {
        agents[place].requests += 1
      } else if agents.count < Self.limit {
        places[agent] = agents.count
        agents.append((agent, 1))
      }
    }
  }
}

/// The bodies of a capture's answers, by their places among its entries.
///
/// Memory: the capture's file as a tree with all its texts while it is read, then the bodies.
package struct CapturedBodies: Sendable {
  package struct Body: Sendable {
    /// Its media type; empty: it is not recorded.
    package var type: String
    package var bytes: [UInt8]?
    package var location: String?
  }

  private var bodies: [Int: Body] = [:]

  package init() {}

  package init(path: String) throws(InputError) {
    let file = try HARFile(path: path, keepsBodies: true)
    for (place, entry) in (file.log["entries"]?.elements ?? []).enumerated() {
      guard let response = entry["response"], let content = response["content"] else { continue }
      let location = response["redirectURL"]?.string ?? ""
      bodies[place] = Body(
        type: content["mimeType"]?.string ?? "", bytes: Self.bytes(of: content),
        location: location.isEmpty ? nil : location)
    }
  }

  package var count: Int { bodies.values.count { $0.bytes != nil } }

  /// What the first of some entries has brought of which the capture has the bytes, else what is
  /// known without them; nil: nothing.
  package func body(among entries: [Int]) -> Body? {
    let candidates = entries.compactMap { bodies[$0] }
    return candidates.first { $0.bytes != nil } ?? candidates.first
  }

  private static func bytes(of content: JSON) -> [UInt8]? {
    guard let text = content["text"]?.string, !text.isEmpty else { return nil }
    guard content["encoding"]?.string?.lowercased() == "base64" else { return Array(text.utf8) }
    return Data(base64Encoded: text).map { Array($0) }
  }
}
