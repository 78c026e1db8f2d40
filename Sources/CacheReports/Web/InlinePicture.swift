/// A picture of gnuplot's, prepared to be embedded in a page.
enum InlinePicture {
  /// The `svg` element of a drawing, with unique identifiers and a description for screen readers.
  ///
  /// gnuplot uses the same identifiers in every picture; in one page they would collide.
  static func html(of svg: String, id: String, caption: String) -> String {
    guard let start = svg.firstRange(of: "<svg"),
      let head = svg[start.upperBound...].firstRange(of: ">")
    else { return "" }
    let label = HTMLRenderer.escaped(caption)
    let box = attribute("viewBox", in: svg[start.upperBound..<head.lowerBound]) ?? "0 0 900 540"
    let timeline = ["data-timeline", "data-unit"].compactMap { name in
      attribute(name, in: svg[start.upperBound..<head.lowerBound]).map { "\(name)=\"\($0)\" " }
    }
    let opening =
      "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"\(box)\" \(timeline.joined())"
      + "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
    return opening + coloured(withoutProducer(renamed(svg[head.upperBound...], with: id)))
  }

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

  /// Removes the title and the description: they name the drawing program, and a browser would show
  /// them under the pointer.
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

  /// A colour that a page may change where the paper is dark.
  static func colour(_ hexadecimal: String) -> String {
    "var(--c-\(hexadecimal.dropFirst()), \(hexadecimal))"
  }

  /// Names the colours for the page's style, which has others for dark paper, and leaves the paper
  /// to the page.
  private static func coloured(_ svg: String) -> String {
    let parts = withoutPaper(svg).replacing("#FFFFFF", with: "var(--paper, #ffffff)")
      .split(separator: "rgb(", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      guard let end = part.firstIndex(of: ")"), let colour = hexadecimal(part[..<end]) else {
        text += "rgb(" + part
        return
      }
      text += self.colour(colour) + part[part.index(after: end)...]
    }
  }

  private static func withoutPaper(_ svg: String) -> String {
    guard let start = svg.firstRange(of: "<rect x=\"0\" y=\"0\" "),
      let end = svg[start.upperBound...].firstRange(of: "/>"),
      svg[start.upperBound..<end.lowerBound].hasSuffix("fill=\"#ffffff\"")
    else { return svg }
    return svg[..<start.lowerBound] + String(svg[end.upperBound...])
  }

  /// Three numbers with commas between them as a colour in hexadecimal digits.
  private static func hexadecimal(_ numbers: Substring) -> String? {
    let parts = numbers.split(separator: ",").compactMap { part in
      UInt8(part.drop { $0 == " " })
    }
    guard parts.count == 3 else { return nil }
    return parts.reduce(into: "#") { text, part in
      text += (part < 16 ? "0" : "") + String(part, radix: 16)
    }
  }
}
