/// A sentence of a document in runs, each as it is: what is code, strong or a link is said, and
/// never read out of the characters.
package struct InlineText: Hashable, Sendable {
  package struct Run: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case plain
      /// A name of the program, a setting or a command.
      case code
      /// Words that lead to the section with this title.
      case link(section: String)
    }

    package var text: String
    package var kind: Kind
    package var isStrong: Bool
  }

  package var runs: [Run]

  package init(_ runs: [Run] = []) { self.runs = runs }

  /// Words as they are.
  package init(_ text: String) { runs = [Run(text: text, kind: .plain, isStrong: false)] }

  package var isEmpty: Bool { runs.allSatisfy(\.text.isEmpty) }
}

extension InlineText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation text: StringInterpolation) { self.init(text.runs) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { add(text, .plain) }

    package mutating func appendInterpolation(_ text: String) { add(text, .plain) }

    package mutating func appendInterpolation(strong text: String) { add(text, .plain, true) }

    package mutating func appendInterpolation(code text: String) { add(text, .code) }

    package mutating func appendInterpolation(_ text: String, section: String) {
      add(text, .link(section: section))
    }

    package mutating func appendInterpolation(_ text: InlineText) { runs += text.runs }

    private mutating func add(_ text: String, _ kind: Run.Kind, _ isStrong: Bool = false) {
      if !text.isEmpty { runs.append(Run(text: text, kind: kind, isStrong: isStrong)) }
    }
  }
}
