internal import Foundation

@testable internal import CacheReports

/// A text of a chart's SVG, and the box that it takes by the widths of its letters.
struct PictureText: CustomStringConvertible {
  let text: String
  let box: ChartFrame

  var description: String { "'\(text)'" }

  static func all(in svg: String) -> [PictureText] {
    let group =
      #/
      <g\ transform="translate\((?<x>[-0-9.]+),(?<y>[-0-9.]+)\)(?<turn>\ rotate\(-90\))?"
      [^>]*font-size="(?<size>[0-9.]+)"\s+text-anchor="(?<anchor>\w+)"[^>]*>
      \s*<text>(?<text>[^<]*)<
      /#
    return svg.matches(of: group).compactMap { match in
      let text = unescaped(String(match.text))
      guard let x = Double(match.x), let y = Double(match.y), let size = Double(match.size),
        !text.allSatisfy(\.isWhitespace)
      else { return nil }
      let isBold = match.0.contains("font-weight=\"bold\"")
      let width = ChartText.width(text, size: size, isBold: isBold)
      let start = match.anchor == "start" ? 0 : match.anchor == "end" ? -width : -width / 2
      // Letters reach three quarters of their size above the line, and a fifth below it.
      let (above, below) = (0.75 * size, 0.2 * size)
      let isTurned = match.turn != nil
      return PictureText(
        text: text,
        box: isTurned
          ? ChartFrame(
            left: x - above, top: y - start - width, right: x + below, bottom: y - start)
          : ChartFrame(
            left: x + start, top: y - above, right: x + start + width, bottom: y + below))
    }
  }

  /// What is wrong with the texts of a picture: those that lie on each other, and those that leave
  /// the canvas.
  static func faults(in svg: String) -> [String] {
    let texts = all(in: svg)
    var faults: [String] = texts.filter {
      $0.box.left < 0 || $0.box.top < 0 || $0.box.right > ChartCanvas.width
        || $0.box.bottom > ChartCanvas.height
    }.map { "\($0) leaves the canvas" }
    for (index, one) in texts.enumerated() {
      for other in texts[(index + 1)...] where one.box.overlaps(other.box) {
        faults.append("\(one) lies on \(other)")
      }
    }
    return faults
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
  }
}
