/// A sentence of a document in runs, each as it is: what is code, strong or a link is said, and
/// never read out of the characters.
package struct InlineText: Hashable, Sendable {
  /// A piece of a sentence.
  package struct Run: Hashable, Sendable {
    /// What a piece is.
    package enum Kind: Hashable, Sendable {
      /// Words.
      case plain
      /// A name of the program, a setting or a command.
      case code
      /// Words that lead to the section with this title.
      case link(section: String)
    }

    /// The characters.
    package var text: String
    /// What they are.
    package var kind: Kind
    /// Whether they stand out.
    package var isStrong: Bool
  }

  /// The pieces in their order.
  package var runs: [Run]

  /// A sentence of pieces.
  package init(_ runs: [Run] = []) { self.runs = runs }

  /// Words as they are.
  package init(_ text: String) { runs = [Run(text: text, kind: .plain, isStrong: false)] }

  /// Whether it says nothing.
  package var isEmpty: Bool { runs.allSatisfy(\.text.isEmpty) }
}

extension InlineText: ExpressibleByStringInterpolation {
  /// Words of the program itself.
  package init(stringLiteral text: String) { self.init(text) }

  /// Words of the program around others.
  package init(stringInterpolation text: StringInterpolation) { self.init(text.runs) }

  /// A sentence that is being put together.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    /// Begins with nothing.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of the program.
    package mutating func appendLiteral(_ text: String) { add(text, .plain) }

    /// Adds words as they are.
    package mutating func appendInterpolation(_ text: String) { add(text, .plain) }

    /// Adds words that stand out.
    package mutating func appendInterpolation(strong text: String) { add(text, .plain, true) }

    /// Adds a name in the type of code.
    package mutating func appendInterpolation(code text: String) { add(text, .code) }

    /// Adds words that lead to a section of the document.
    package mutating func appendInterpolation(_ text: String, section: String) {
      add(text, .link(section: section))
    }

    /// Adds the runs of another sentence.
    package mutating func appendInterpolation(_ text: InlineText) { runs += text.runs }

    private mutating func add(_ text: String, _ kind: Run.Kind, _ isStrong: Bool = false) {
      if !text.isEmpty { runs.append(Run(text: text, kind: kind, isStrong: isStrong)) }
    }
  }
}
