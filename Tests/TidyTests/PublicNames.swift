internal import TestCases
internal import Testing

/// The names of public types, which must not be those of modules that a test imports beside
/// the library: the list that is compiled beside them has all.
@Suite struct PublicNameTests {
  /// What the targets say that `CacheSimKit` exports, at the beginning of a line.
  private static let declarations =
    Checkout.files.filter { $0.isSwift && $0.isIn("Sources") && !$0.isIn("Sources/HTTPCaching") }
    .flatMap(\.lines).filter { $0.hasPrefix("public ") }.compactMap { line in
      line.firstMatch(
        of: /^public (?:final |indirect )?(?:struct|enum|class|protocol|typealias) (\w+)/
      ).map { String($0.1) }
    }

  @Test func everyPublicTypeIsNamedBesideFoundation() throws {
    let list = try #require(
      Checkout.files.first { $0.path == "Tests/CacheSimKitTests/PublicNames.swift" })
    let named = Set(
      list.lines.filter { $0.contains("typealias") }.compactMap {
        $0.firstMatch(of: /typealias \w+ = (\w+)/).map { String($0.1) }
      })
    expect(Self.declarations.count > 100)
    expect(Self.declarations.filter { !named.contains($0) }, is: [])
  }

  /// Types of Apple's Foundation, and of what it exports, that the one on Linux has not, so that
  /// the list above cannot find them (developer.apple.com/documentation/foundation, 2026).
  private static let apple: Set<String> = [
    "Boolean", "Byte", "ByteCount", "Dimension", "Duration", "Expression", "Fixed", "Float32",
    "Handle", "Host", "Measurement", "Morphology", "Operation", "OperationQueue", "Point", "Port",
    "Predicate", "Progress", "Ptr", "Rect", "Selector", "Size", "Style", "UndoManager", "Unit",
    "Zone",
  ]

  @Test func noPublicTypeIsCalledAsOneOfApple() {
    expect(Self.declarations.filter(Self.apple.contains), is: [])
  }
}
