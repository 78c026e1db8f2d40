internal import Foundation

extension Rule {
  @Sendable static func brokenLinks(in file: TextFile) -> [Violation] {
    var isCode = false
    return file.lines.enumerated().flatMap { offset, line in
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode { return [Violation]() }
      return targets(in: line).filter { !leadsSomewhere($0, from: file) }
        .map { Violation(file, offset + 1, "no file '\($0)'") }
    }
  }

  /// The blocks of code that end the list before them, whose last item promised them.
  @Sendable static func brokenLists(in file: TextFile) -> [Violation] {
    var (isCode, isItem, isPromised) = (false, false, false)
    var broken: [Violation] = []
    for (offset, line) in file.lines.enumerated() {
      if line.hasPrefix("```") {
        if !isCode, isItem, isPromised { broken.append(Violation(file, offset + 1, "a list ends")) }
        isCode.toggle()
        isItem = false
      } else if !isCode, !line.isEmpty {
        let isFresh = offset > 0 && file.lines[offset - 1].isEmpty
        isItem = line.hasPrefix("- ") || isItem && (!isFresh || line.hasPrefix("  "))
        isPromised = line.hasSuffix(":")
      }
    }
    return broken
  }

  /// What stands between the parentheses of `[words](target)`, outside of code.
  private static func targets(in line: Substring) -> [String] {
    let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
    // A code span may be a link's words: a mark keeps its place.
    let prose = pieces.enumerated().map { $0.offset % 2 == 0 ? $0.element : "code" }.joined()
    return prose.components(separatedBy: "](").dropFirst().compactMap { rest in
      rest.split(separator: ")", omittingEmptySubsequences: false).first
        .flatMap { $0.split(separator: " ").first }.map(String.init)
    }
  }

  private static func leadsSomewhere(_ target: String, from file: TextFile) -> Bool {
    if target.hasPrefix("#") || target.contains("://") || target.hasPrefix("mailto:") {
      return true
    }
    let path = target.prefix { $0 != "#" }
    var folders = file.path.split(separator: "/").dropLast()
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        folders.append(part)
      } else if folders.popLast() == nil {
        return false
      }
    }
    return Checkout.exists(folders.joined(separator: "/"))
  }
}
