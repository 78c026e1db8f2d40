package import SimCore

/// What a command has to say: a value, which each format writes in its own way and none adds to.
package struct Document: Sendable {
  package struct Section: Equatable, Sendable {
    package var title: String
    package var blocks: [Block]

    /// Empty blocks are left out.
    package init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks.filter { !$0.isEmpty }
    }
  }

  package var title: String
  /// The question that it answers, or what it is.
  package var question: String
  package var lead: [Block] = []
  /// Those without blocks are left out.
  package private(set) var sections: [Section] = []
  /// Where it came from; empty: not said.
  package var origin = InlineText()
  /// Read by a page's script.
  package var data: JSON?

  package init(title: String, question: String) {
    self.title = title
    self.question = question
  }

  /// One without content is left out.
  package mutating func add(_ section: Section) {
    if !section.blocks.isEmpty { sections.append(section) }
  }

  package mutating func add(_ title: String, _ blocks: [Block]) { add(Section(title, blocks)) }

  /// What a heading is called in links.
  package static func slug(_ title: String) -> String {
    title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "-")
  }
}

package indirect enum Block: Equatable, Sendable {
  /// A heading below that of the section.
  case heading(InlineText)
  case paragraph(InlineText)
  /// What numbers mean, in small letters.
  case legend(InlineText)
  /// Sentences, one below the other.
  case list([InlineText])
  /// What stands apart from the rest: facts, or what speaks against it.
  case note(Note, String, [InlineText])
  case table(ResultTable)
  case figure(Figure)
  case command(String)
  /// Lines that keep their form, and what they are called to those who do not see them.
  case code(String, name: String)
  /// What is read when it is wanted, below a line that says what it is.
  case details(InlineText, [Block])
  /// Names that tables use, with what they mean.
  case definitions([Definition])
  /// The place in which a page's script builds something, and what stands there for all others.
  case explorer(id: String, InlineText)

  package var isEmpty: Bool {
    switch self {
    case .heading(let text), .paragraph(let text), .legend(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .note(_, _, let items): items.isEmpty
    case .definitions(let definitions): definitions.isEmpty
    default: false
    }
  }

  /// In the little Markdown of the program's own sentences, as a list.
  package static func sentences(_ texts: [String]) -> Block {
    .list(texts.map { InlineText(markdown: $0) })
  }

  package static func legend(markdown text: String) -> Block { .legend(InlineText(markdown: text)) }

  /// In the little Markdown of the program's own sentences.
  package static func sentence(_ text: String) -> Block { .paragraph(InlineText(markdown: text)) }

  /// What speaks against taking the rest as it is, in the Markdown of the program's sentences.
  package static func caveats(_ sentences: [String]) -> Block {
    .note(.caveats, "Caveats", sentences.map { InlineText(markdown: $0) })
  }
}

package enum Note: String, Sendable {
  /// What the numbers are of.
  case facts
  /// What speaks against taking the rest as it is.
  case caveats
}

package struct Figure: Equatable, Sendable {
  package var file: String
  package var caption: String
  /// What a page's script draws; nil: the picture is in the folder alone.
  package var drawing: JSON?

  package init(file: String, caption: String, drawing: JSON? = nil) {
    self.file = file
    self.caption = caption
    self.drawing = drawing
  }
}

/// A name that tables use.
package struct Definition: Hashable, Sendable {
  /// What stands above the columns.
  package var title: String
  /// By which files have it.
  package var name: String
  package var text: InlineText

  package init(title: String, name: String, _ text: InlineText) {
    self.title = title
    self.name = name
    self.text = text
  }
}

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
