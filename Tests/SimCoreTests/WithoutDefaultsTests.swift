internal import TestCases
internal import Testing

@testable internal import SimCore

/// A group as it was, and as it is with a setting more, whose default changes nothing; each in all
/// the places where a group can stand.
private protocol Release: Settings {
  var size: Int { get set }
}

private struct Old: Release {
  var size = 1
  static let fields: [Field<Old>] = [Field("size", \.size, in: 0...9, "A size.")]
}

private struct New: Release {
  var size = 1
  var isNew = false
  static let fields: [Field<New>] = [
    Field("isNew", \.isNew, "What did not exist before."),
    Field("size", \.size, in: 0...9, "A size."),
  ]
}

private struct Thing<Group: Release>: Choosable {
  static var catalog: Catalog<Thing<Group>> {
    Catalog(
      of: "thing",
      [
        Catalog.Entry("plain", "A thing.", settings: Group.self) { _ in Thing() },
        Catalog.Entry("other", "Another thing.", settings: Group.self) { _ in Thing() },
      ])
  }
}

private struct Root<Group: Release>: Settings {
  var group = Group()
  var large = Root.large
  var optional: Group?
  var list: [Group] = []
  var chosen = Chosen<Thing<Group>>.standard("plain")
  var things: [Chosen<Thing<Group>>] = []

  private static var large: Group {
    var group = Group()
    group.size = 7
    return group
  }

  static var fields: [Field<Root<Group>>] {
    [
      Field("group", \.group, "A group."), Field("large", \.large, "One with another default."),
      Field("optional", \.optional, "Perhaps one."), Field("list", \.list, "Some."),
      Field("chosen", \.chosen, "A choice."), Field("things", \.things, "Some choices."),
    ]
  }
}

@Suite struct WithoutDefaultsTests {
  private static func read<Group: Release>(_ text: String, _: Group.Type) throws -> Root<Group> {
    var problems = Problems()
    let json = try JSON.parse(Array(text.utf8))
    return try #require(Root<Group>.read(json, path: "", &problems))
  }

  private static let texts = [
    "{}", #"{"group": {"size": 1}}"#, #"{"group": {"size": 2}}"#, #"{"large": {}}"#,
    #"{"large": {"size": 1}}"#, #"{"large": {"size": 2}}"#, #"{"optional": {}}"#,
    #"{"optional": {"size": 3}}"#, #"{"list": [{}, {"size": 2}, {"size": 1}]}"#, #"{"list": [{}]}"#,
    #"{"chosen": {"name": "other"}}"#, #"{"chosen": {"name": "plain", "settings": {"size": 4}}}"#,
    #"{"chosen": {"name": "plain", "label": "mine"}}"#,
    #"{"things": [{"name": "plain"}, {"name": "other", "settings": {"size": 1}}]}"#,
    #"{"things": [{"name": "other", "settings": {"size": 5}}]}"#,
  ]

  @Test(arguments: texts) func aNewNeutralSettingIsNotSaid(text: String) throws {
    let old = try Self.read(text, Old.self).withoutDefaults()
    let new = try Self.read(text, New.self).withoutDefaults()
    expect(old.compact, is: new.compact)
  }

  /// What is left says as much: read again, it is the same.
  @Test(arguments: texts) func whatIsLeftSaysTheSame(text: String) throws {
    let read = try Self.read(text, New.self)
    try expect(Self.read(read.withoutDefaults().compact, New.self).json, is: read.json)
  }

  @Test func whatIsSaidOfANewSettingCounts() throws {
    let said = try Self.read(#"{"list": [{"isNew": true}]}"#, New.self)
    let unsaid = try Self.read(#"{"list": [{}]}"#, New.self)
    expect(said.withoutDefaults().compact != unsaid.withoutDefaults().compact)
    let texts = try Self.texts.map { try Self.read($0, New.self) }
    for left in texts {
      for right in texts {
        expect(
          (left.withoutDefaults() == right.withoutDefaults()), is: left.json == right.json)
      }
    }
  }
}
