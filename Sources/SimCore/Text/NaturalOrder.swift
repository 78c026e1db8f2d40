/// The order of names in which numbers stand by their value: `run-9` before `run-10`.
package enum NaturalOrder {
  package static func precedes(_ one: String, _ other: String) -> Bool {
    let (left, right) = (parts(of: one), parts(of: other))
    for (own, others) in zip(left, right) where own != others {
      if own.isNumber, others.isNumber {
        let (a, b) = (own.digits, others.digits)
        if a.count != b.count { return a.count < b.count }
        if a != b { return a < b }
        continue
      }
      return own.text < others.text
    }
    return left.count == right.count ? one < other : left.count < right.count
  }

  /// A stretch of digits, or of other characters.
  private struct Part: Equatable {
    var text: Substring
    var isNumber: Bool

    /// Without zeros in front.
    var digits: Substring { text.drop { $0 == "0" } }
  }

  private static func parts(of name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let text = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      parts.append(Part(text: text, isNumber: isNumber))
      rest = rest[text.endIndex...]
    }
    return parts
  }
}
