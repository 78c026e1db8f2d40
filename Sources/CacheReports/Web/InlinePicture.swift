/// A picture of gnuplot's, made fit to stand within a page.
enum InlinePicture {
  /// The `svg` element of a drawing, with names of its own and a description for those who hear it.
  ///
  /// gnuplot gives the same identifiers to parts of every picture; in one page they would clash.
  static func html(of svg: String, id: String, caption: String) -> String {
    guard let start = svg.firstRange(of: "<svg"),
      let head = svg[start.upperBound...].firstRange(of: ">")
    else { return "" }
    let label = InlineMarkdown.escaped(caption)
    let box = attribute("viewBox", in: svg[start.upperBound..<head.lowerBound]) ?? "0 0 900 540"
    let opening =
      "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"\(box)\" "
      + "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
    return opening + withoutProducer(renamed(svg[head.upperBound...], with: id))
  }

  /// The value of an attribute among those of an element.
  private static func attribute(_ name: String, in text: Substring) -> String? {
    guard let start = text.firstRange(of: "\(name)=\""),
      let end = text[start.upperBound...].firstIndex(of: "\"")
    else { return nil }
    return String(text[start.upperBound..<end])
  }

  /// Puts the chart's name before each identifier, and wherever one is referred to.
  private static func renamed(_ svg: Substring, with prefix: String) -> String {
    [" id='", " id=\"", "href='#", "href=\"#", "url(#"].reduce(String(svg)) { text, mark in
      text.replacing(mark, with: "\(mark)\(prefix)-")
    }
  }

  /// Takes away the title and the description: they name the program that drew, and a browser would
  /// show them to whoever points at the picture.
  private static func withoutProducer(_ svg: String) -> String {
    var svg = svg
    for element in ["title", "desc"] {
      guard let start = svg.firstRange(of: "<\(element)>"),
        let end = svg.firstRange(of: "</\(element)>"), start.upperBound <= end.lowerBound
      else { continue }
      svg.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return svg
  }
}
