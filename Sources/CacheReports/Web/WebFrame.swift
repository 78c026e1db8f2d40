internal import SimCore

/// The frame of every page: its head, its policy, its style, and its script.
///
/// The policy names the digests of the style and of the script, and allows nothing else: no
/// style in attributes, no other script, no other file.
enum WebFrame {
  /// A page as one file.
  /// - Parameters:
  ///   - body: the content between the tags of the body.
  ///   - data: what the script reads; nil: nothing.
  static func text(title: String, version: String, body: String, data: JSON?) -> String {
    let frame = Frame(
      title: title, version: version, body: body, data: data.map(embedded) ?? "",
      hasData: data != nil)
    return render(frame, "frame")
  }

  static func render(_ content: Any, _ template: String) -> String {
    templates[template]?.text(with: content, templates: templates) ?? ""
  }

  static let style = file("style", ".css").replacing(
    "/* chart colours */",
    with: ChartPalette.dark.map { "--c-\($0.light.dropFirst()): \($0.dark);" }
      .joined(separator: " "))

  static let script = ["page", "charts", "grid"].map { file($0, ".js") }.joined(separator: "\n")

  /// What a browser may do with a page.
  static let policy = [
    "default-src 'none'", "script-src 'sha256-\(SHA256.base64(of: script))'",
    "style-src 'sha256-\(SHA256.base64(of: style))'", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// JSON that cannot end the element that it stands in.
  private static func embedded(_ json: JSON) -> String {
    json.compact.replacing("<", with: "\\u003c")
  }

  private static func file(_ name: String, _ ending: String) -> String {
    let files = EmbeddedFile.all(in: "Sources/CacheReports/Web", ending: ending)
    guard let file = files.first(where: { $0.name == name }) else {
      preconditionFailure("\(name)\(ending) is not embedded")
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private static let templates: [String: PageTemplate] = {
    var templates: [String: PageTemplate] = [:]
    for (name, bytes) in EmbeddedFile.all(in: "Sources/CacheReports/Web", ending: ".mustache") {
      do throws(PageTemplate.Mistake) {
        templates[name] = try PageTemplate(String(decoding: bytes, as: UTF8.self))
      } catch {
        preconditionFailure("the template \(name) is wrong: \(error)")
      }
    }
    return templates
  }()

  /// What the template `frame` shows; its names are those of the template.
  private struct Frame {
    var title: String
    var version: String
    var body: String
    var data: String
    var hasData: Bool
    var style = WebFrame.style
    var script = WebFrame.script
    var policy = WebFrame.policy
  }
}
