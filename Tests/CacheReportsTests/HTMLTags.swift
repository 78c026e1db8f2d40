/// The tags of a page, to see whether each that opens is closed.
enum HTMLTags {
  /// Elements that have no end.
  private static let void: Set<String> = ["meta", "link", "br", "hr", "img"]

  /// The first tag that is out of order, in words; nil: all are in order.
  static func mistake(in page: String) -> String? {
    var open: [String] = []
    let text = page.replacing(/(?s)<style>.*?<\/style>/, with: "")
      .replacing(/(?s)<script[^>]*>.*?<\/script>/, with: "")
    for match in text.matches(of: /<(\/?)([a-zA-Z][a-zA-Z0-9:]*)([^>]*)>/) {
      let name = String(match.output.2)
      if match.output.1 == "/" {
        guard open.popLast() == name else { return "</\(name)> closes nothing" }
      } else if !void.contains(name) && !match.output.3.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.last.map { "<\($0)> stays open" }
  }
}
