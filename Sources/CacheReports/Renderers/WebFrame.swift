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
    // JSON that cannot end the element that it stands in.
    let data = data.map {
      "<script type=\"application/json\" id=\"data\">"
        + $0.dense.replacing("<", with: "\\u003c") + "</script>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="cachesim \(HTMLRenderer.escaped(version))">
      <title>\(HTMLRenderer.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)\(data ?? "")<script>\(script)</script>
      </body>
      </html>

      """
  }

  static let style = file("style", ".css").replacing(
    "/* chart colours */",
    with: ChartPalette.dark.map { "--c-\($0.light.dropFirst()): \($0.dark);" }
      .joined(separator: " "))

  static let script = ["page", "marks", "panels", "charts", "grid"].map { file($0, ".js") }.joined(
    separator: "\n")

  /// What a browser may do with a page.
  private static let policy = [
    "default-src 'none'", "script-src 'sha256-\(SHA256.base64(of: script))'",
    "style-src 'sha256-\(SHA256.base64(of: style))'", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  private static func file(_ name: String, _ ending: String) -> String {
    let files = EmbeddedFile.all(in: "Sources/CacheReports/Web", ending: ending)
    guard let file = files.first(where: { $0.name == name }) else {
      preconditionFailure("\(name)\(ending) is not embedded")
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }
}

extension JSON {
  /// The value on one line, without a blank beside its texts.
  fileprivate var dense: String {
    switch value {
    case .array(let elements): "[" + elements.map(\.dense).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON($0.name).compact):\($0.value.dense)" }.joined(separator: ",")
        + "}"
    default: compact
    }
  }
}
