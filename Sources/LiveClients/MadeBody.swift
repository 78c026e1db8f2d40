internal import CacheWorkloads
internal import ClientStrategies
internal import SimCore

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

/// What a body is made of: which version of what, and where its parts are.
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
    let filling =
      frame.hasText ? text(room) : [UInt8](repeating: UInt8(ascii: " "), count: room)
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
    let links = JSON(.array(parts.map { JSON($0.address) }))
    return [
      frame(known + [("parts", links)]), frame(known), frame([("version", version)]),
      Frame(
        start: String(JSON.object([("version", version)]).compact.dropLast()), end: "}",
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
