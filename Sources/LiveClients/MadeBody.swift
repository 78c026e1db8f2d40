internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
package import SimCore

/// A form that bodies are made in, so that an app which reads them finds what it expects.
enum BodyForm: String, CaseIterable {
  case json = "application/json"
  case html = "text/html; charset=utf-8"
  case style = "text/css; charset=utf-8"
  case script = "text/javascript; charset=utf-8"
  case svg = "image/svg+xml"
  case png = "image/png"
  /// What says which version it is in its first line, and is noise from there on.
  case bytes = "application/octet-stream"

  /// The form of a resource: by the media type that was recorded of it, else by the ending of its
  /// address, else by its kind. Every picture that is not SVG is PNG.
  init(_ kind: ResourceKind, at address: String, type: String = "") {
    self = Self.form(ofType: type) ?? Self.form(ofEnding: address) ?? Self.form(of: kind)
  }

  private static func form(ofType type: String) -> BodyForm? {
    let type = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    if type.isEmpty { return nil }
    if type.hasSuffix("json") { return .json }
    if type == "text/html" || type == "application/xhtml+xml" { return .html }
    if type == "text/css" { return .style }
    if type.hasSuffix("javascript") { return .script }
    if type == "image/svg+xml" { return .svg }
    return type.hasPrefix("image/") ? .png : .bytes
  }

  private static func form(ofEnding address: String) -> BodyForm? {
    let name = address.prefix { $0 != "?" }.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return switch name[name.index(after: dot)...].lowercased() {
    case "json": .json
    case "html", "htm", "xhtml": .html
    case "css": .style
    case "js", "mjs": .script
    case "svg": .svg
    case "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp": .png
    case "woff", "woff2", "ttf", "otf", "mp4", "mp3", "pdf", "zip": .bytes
    default: nil
    }
  }

  private static func form(of kind: ResourceKind) -> BodyForm {
    switch kind {
    case .model: .json
    case .document: .html
    case .image, .avatar: .png
    case .support: .style
    case .media, .other: .bytes
    }
  }
}

struct MadeBody {
  var identity: ResourceBody.Identity
  var address: String
  var parts: [(address: String, form: BodyForm)]

  /// A body before and behind its filling; the filling is text, or else blanks.
  private struct Frame {
    var start: String
    var end: String
    var hasText = true

    var count: Int { start.utf8.count + end.utf8.count }
  }

  /// The bytes in a form, exactly so many; the same version has the same ones. Where there is no
  /// room for the parts' addresses they are left out, and then more. What is too small for any
  /// content of the form is blanks. - Complexity: O(size).
  func bytes(_ form: BodyForm, size: Int) -> [UInt8] {
    switch form {
    case .png:
      if let picture = PNGImage.bytes(colour: colour, filling: text, size: size) { return picture }
    case .bytes: return Array(ResourceBody.bytes(of: identity, size: size).prefix(size))
    case .json: if size == 1 { return [UInt8(ascii: "0")] }
    default: break
    }
    let frame = frames(form).first { $0.count <= size } ?? Frame(start: "", end: "", hasText: false)
    let room = size - frame.count
    let filling = frame.hasText ? text(room) : [UInt8](repeating: UInt8(ascii: " "), count: room)
    return Array(frame.start.utf8) + filling + Array(frame.end.utf8)
  }

  private func frames(_ form: BodyForm) -> [Frame] {
    let version =
      "resource \(identity.resource), version \(identity.version), user \(identity.user)"
    switch form {
    case .json: return jsonFrames
    case .html: return htmlFrames
    case .style, .script: return [Frame(start: "/* \(version): ", end: " */\n")]
    case .svg:
      let space = "<svg xmlns=\"http://www.w3.org/2000/svg\""
      let fill = "#" + colour.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return [
        Frame(
          start: "\(space) viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\" fill=\"\(fill)\"/>"
            + "<desc>\(version): ", end: "</desc></svg>\n"),
        Frame(start: "\(space)>", end: "</svg>", hasText: false),
      ]
    case .png, .bytes: return []
    }
  }

  private var jsonFrames: [Frame] {
    let version = JSON(identity.version)
    func frame(_ members: [(String, JSON)]) -> Frame {
      // The text is the last member, so that its end is the object's.
      Frame(start: String(JSON.object(members + [("text", "")]).compact.dropLast(2)), end: "\"}")
    }
    let known: [(String, JSON)] = [
      ("address", JSON(address)), ("resource", JSON(identity.resource)),
      ("version", version), ("user", JSON(identity.user)),
    ]
    let links = JSON(parts.map(\.address))
    return [
      frame(known + [("parts", links)]), frame(known), frame([("version", version)]),
      Frame(
        start: String(JSON.object(["version": version]).compact.dropLast()), end: "}",
        hasText: false),
      Frame(start: "{", end: "}", hasText: false),
    ]
  }

  private var htmlFrames: [Frame] {
    let name = "\(MarkupText.escaped(address)), version \(identity.version)"
    func frame(_ parts: [(address: String, form: BodyForm)]) -> Frame {
      var (head, body) = ("", "")
      for part in parts {
        let address = MarkupText.escaped(part.address)
        switch part.form {
        case .style: head += "<link rel=\"stylesheet\" href=\"\(address)\">\n"
        case .script: head += "<script src=\"\(address)\"></script>\n"
        case .svg, .png: body += "<img src=\"\(address)\" alt=\"\">\n"
        case .json, .html, .bytes: body += "<a href=\"\(address)\">\(address)</a>\n"
        }
      }
      return Frame(
        start: "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(name)"
          + "</title>\n\(head)</head><body>\n<h1>\(name)</h1>\n\(body)<p>",
        end: "</p>\n</body></html>\n")
    }
    return [
      frame(parts), frame([]),
      Frame(start: "<!doctype html><title>\(identity.version)</title>", end: "", hasText: false),
    ]
  }

  /// Letters and blanks that follow from the version: no form has to escape them.
  private func text(_ count: Int) -> [UInt8] {
    let letters = Array("etaoin shrdlucmfwypvbgk ".utf8)
    // Of noise so long, what stands behind its first line.
    let noise = ResourceBody.bytes(of: identity, size: count + Self.lineLimit)
    return noise.suffix(count).map { letters[Int($0) % letters.count] }
  }

  /// More than the line takes with which noise begins.
  private static let lineLimit = 64

  private var colour: [UInt8] { Array(ResourceBody.bytes(of: identity, size: 128).suffix(3)) }
}

/// A picture of one pixel in the format PNG (ISO/IEC 15948), exactly as long as is asked for.
enum PNGImage {
  /// The picture; nil: no picture is so small.
  /// - Parameters:
  ///   - colour: the red, green and blue of the pixel.
  ///   - filling: makes the text of a comment, so many bytes.
  static func bytes(colour: [UInt8], filling: (Int) -> [UInt8], size: Int) -> [UInt8]? {
    var image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    image += chunk("IHDR", word(1) + word(1) + [8, 2, 0, 0, 0])
    // Deflate's form without compression (RFC 1950 and 1951): one line, without a filter.
    let line: [UInt8] = [0] + colour
    let data: [UInt8] =
      [0x78, 0x01, 0x01, UInt8(line.count), 0, ~UInt8(line.count), 0xFF] + line
      + word(adler(line))
    image += chunk("IDAT", data)
    let end = chunk("IEND", [])
    let room = size - image.count - end.count
    guard room >= 0 else { return nil }
    let keyword = Array("Comment\0".utf8)
    let overhead = 12 + keyword.count
    // What follows the end of a picture is passed over.
    if room < overhead { return image + end + [UInt8](repeating: 0, count: room) }
    return image + chunk("tEXt", keyword + filling(room - overhead)) + end
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + data
    return word(UInt32(truncatingIfNeeded: data.count)) + named + word(checksum(named))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { rest, _ in
      rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1
    }
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { rest, byte in table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ rest >> 8
    }
  }
}

/// The bodies that an origin by itself answers with: of a folder's files, else of the capture that
/// is its workload, else made, in the form that a resource has and exactly as long as it is.
///
/// A version of a resource has one body as long as the origin is served, so that a tag names one.
package struct ServedBodies: Sendable {
  struct Body {
    var type: String
    var bytes: [UInt8]
    var location: String?
  }

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
