internal import CacheWorkloads
internal import ClientStrategies
package import SimCore

/// The bodies that an origin by itself answers with: of a folder's files, else of the capture that
/// is its workload, else made, in the form that a resource has and exactly as long as it is.
///
/// A version of a resource has one body as long as the origin is served, so that a tag names one.
package struct ServedBodies: Sendable {
  struct Body {
    var type: String
    var bytes: [UInt8]
    /// Where a redirect leads; nil: nowhere.
    var location: String?
  }

  /// By address.
  private var files: [String: [UInt8]] = [:]
  private var captured = CapturedBodies()

  package static let folderLimit = 256 << 20
  static let largest = 256 << 20

  package init() {}

  /// Reads the files of a folder: `FOLDER/api/items?page=2` is the body at `/api/items?page=2`, and
  /// an `index.html` that of its folder. A file without a query in its name stands for all queries
  /// that have none of their own.
  /// - Throws: `FileError`, or `ToolError` when the files are too large.
  package mutating func read(folder: String) throws {
    _ = try FolderTree.names(in: folder)
    var room = Self.folderLimit
    for path in FolderState.paths(below: folder) {
      guard let bytes = try OpenFile(path: "\(folder)/\(path)").contents(limit: room) else {
        throw ToolError("expected files of at most 256 MiB together in '\(folder)'")
      }
      room -= bytes.count
      let address = ResourceAddresses.encoded("/" + path)
      files[address] = bytes
      let index = "/index.html"
      if address.hasSuffix(index) { files[String(address.dropLast(index.count - 1))] = bytes }
    }
  }

  package var fileCount: Int { files.count }

  package mutating func read(capture path: String) throws(InputError) {
    captured = try CapturedBodies(path: path)
  }

  func body(_ made: MadeBody, _ content: Content, entries: [Int]) -> Body {
    let found = captured.body(among: entries)
    let form = BodyForm(content.kind, at: made.address, type: found?.type ?? "")
    let path = String(made.address.prefix { $0 != "?" })
    var body = Body(
      type: form.rawValue, bytes: [],
      location: found?.location.map { ResourceAddresses.path(of: $0) })
    if let bytes = files[made.address] ?? files[path] {
      body.bytes = bytes
    } else if let found, let bytes = found.bytes {
      body.bytes = bytes
      if !found.type.isEmpty { body.type = found.type }
    } else {
      body.bytes = made.bytes(form, size: Int(content.size.count))
    }
    return body
  }
}
