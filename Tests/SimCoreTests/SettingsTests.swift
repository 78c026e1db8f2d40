internal import SimCore
internal import TestCases
internal import Testing

private enum Color: String, WordSettingValue {
  case red, green
}

private struct Sample: Settings {
  var staleAfter = TimeSpan.minutes(15)
  var capacity = Bytes.megabytes(50)
  var count = 3
  var color = Color.red
  var tags: [String] = []
  var limit: Bytes?
  init() {}
  static let fields: [Field<Sample>] = [
    Field("staleAfter", \.staleAfter, in: .zero...(.days(365)), "An age."),
    Field("capacity", \.capacity, in: .zero...(.gigabytes(2)), "A size."),
    Field("count", \.count, in: 1...9, "A count."),
    Field("color", \.color, "A colour."),
    Field("tags", \.tags, "Texts."),
    Field(
      "limit", \.limit, in: Bytes(1)...(.gigabytes(1)), orUnlimited: true, "A limit, or none."),
  ]
}

private func read(_ text: String) throws -> (Sample?, [String]) {
  let bytes = Array(text.utf8)
  var problems = Problems()
  let sample = Sample.read(try JSON.parse(bytes), path: "", &problems)
  return (sample, problems.lines(file: "x.json", bytes: bytes))
}

@Suite struct SettingsTests {
  @Test func whatIsLeftOutKeepsItsDefault() throws {
    let (sample, problems) = try read(#"{"capacity": "1.5 GB", "color": "green"}"#)
    expect(problems, is: [])
    expect(sample?.capacity, is: Bytes(1_500_000_000))
    expect(sample?.color, is: .green)
    expect(sample?.staleAfter, is: .minutes(15))
  }

  @Test func allMistakesAreToldAtOnceWithTheirPlaces() throws {
    let (sample, problems) = try read(
      """
      {
        "staleAfterr": "1m",
        "capacity": 50,
        "count": 12, "color": "gren",
        "tags": ["a", 1], "count": 2
      }
      """)
    expect(sample == nil)
    expect(
      problems,
      is: [
        "x.json:2:3: staleAfterr: unknown setting 'staleAfterr' (did you mean 'staleAfter'?)",
        "x.json:3:15: capacity: expected an amount of bytes such as \"50 MB\", "
          + "\"0 B\" to \"2 GB\", found the number 50",
        "x.json:4:12: count: expected 1 to 9, found 12",
        "x.json:4:25: color: unknown word 'gren' (did you mean 'green'?)",
        "x.json:5:17: tags[1]: expected a text, found the number 1",
        "x.json:5:21: count: said twice",
      ])
  }

  @Test func settingsWrittenAndReadBackAreTheSame() throws {
    var sample = Sample()
    sample.limit = .mebibytes(3)
    sample.staleAfter = .milliseconds(1_500)
    let (again, problems) = try read(sample.json.text)
    expect(problems, is: [])
    expect(again?.json, is: sample.json)
  }

  @Test(arguments: [
    (#""unlimited""#, ""), ("null", ""), (#""1 GB""#, ""),
    (#""2 GB""#, #"expected "1 B" to "1 GB" or "unlimited" or null, found "2 GB""#),
    (
      "3",
      #"expected an amount of bytes such as "50 MB", "1 B" to "1 GB" or "unlimited" or null, "#
        + "found the number 3"
    ),
  ])
  func unlimitedIsSaidOnlyWhereItIsTaken(value: String, problem: String) throws {
    let (_, problems) = try read(#"{"limit": \#(value)}"#)
    expect(problems, is: problem.isEmpty ? [] : ["x.json:1:11: limit: \(problem)"])
    let (_, others) = try read(#"{"capacity": "unlimited"}"#)
    expect(others, is: [#"x.json:1:14: capacity: expected "0 B" to "2 GB", found "unlimited""#])
  }

  @Test func columnsCountCharactersNotBytes() throws {
    let (_, problems) = try read(#"{"tags": ["Zürich 🏔"], "color": "bleu"}"#)
    expect(problems.first?.hasPrefix("x.json:1:33: color"), is: true)
  }

  @Test(arguments: [
    ("15m", 900_000_000_000), ("1h 30m", 5_400_000_000_000), ("0.1s", 100_000_000),
    ("150ms", 150_000_000), ("2 d", 172_800_000_000_000), ("0s", 0),
  ])
  func spansAreReadExactly(text: String, nanoseconds: Int64) {
    expect(TimeSpan(json: JSON(.string(text)))?.nanoseconds, is: nanoseconds)
  }

  @Test(arguments: ["", "15", "m", "-1m", "1.5.2s", "1x", "0.1ns", "99999999999d", "1 m m"])
  func otherTextsAreNoSpans(text: String) {
    expect(TimeSpan(json: JSON(.string(text))) == nil)
  }

  @Test(arguments: [("on-demnd", "on-demand"), ("lur", "lru"), ("ON-DEMAND", "on-demand")])
  func aMistypedNameFindsItsNeighbour(typed: String, meant: String) {
    expect(Suggestion.nearest(to: typed, among: ["lru", "on-demand", "fifo"]), is: meant)
  }

  @Test func aNameFarFromAllHasNoNeighbour() {
    expect(Suggestion.nearest(to: "xyz", among: ["lru", "on-demand"]) == nil)
  }
}
