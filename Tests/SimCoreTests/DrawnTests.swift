internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct DrawnTests {
  private static func read<Value: SettingValue>(
    _: Value.Type, _ text: String
  ) throws -> (drawn: Drawn<Value>?, problems: [String]) {
    var problems = Problems()
    let drawn = Drawn<Value>.read(try JSON.parse(Array(text.utf8)), path: "it", &problems)
    return (drawn, problems.lines)
  }

  @Test func aConstantIsTheSameForAll() throws {
    let drawn = try #require(try Self.read(Bytes.self, #""2 GB""#).drawn)
    expect(
      [0, 0.5, 0.999].map { drawn.value(at: $0) }, is: Array(repeating: .gigabytes(2), count: 3))
    expect(drawn.json, is: "2 GB")
  }

  /// Percentiles come back at their shares, in the setting's own unit.
  @Test func quantilesAreThoseThatAreWritten() throws {
    let text = #"{"p10": "50ms", "p50": "80ms", "p90": "170ms"}"#
    let drawn = try #require(try Self.read(TimeSpan.self, text).drawn)
    expect(
      [0.1, 0.5, 0.9].map { drawn.value(at: $0).milliseconds.rounded() }, is: [50, 80, 170])
    expect(drawn.value(at: 0.5) < drawn.value(at: 0.7))
  }

  /// The median is at one half, and one σ lies 34.1 % from it.
  @Test func aLogNormalDistributionHasItsMedianAndSigma() throws {
    let drawn = try #require(try Self.read(Double.self, #"{"median": 2, "sigma": 0.7}"#).drawn)
    expect(abs(drawn.value(at: 0.5) - 2) < 1e-9)
    expect(abs(drawn.value(at: 0.841_344_746) / 2 - 2.013_752_7) < 1e-5)
    expect(drawn.value(at: 0).isFinite && drawn.value(at: 1).isFinite)
    expect(drawn.value(at: 0.999_999, in: 0.1...5), is: 5)
  }

  @Test func aChoiceGoesBySharesInTheirOrder() throws {
    let text = #"{"choice": [{"share": 0.25, "value": "a"}, {"share": 0.75, "value": "b"}]}"#
    let drawn = try #require(try Self.read(String.self, text).drawn)
    expect([0, 0.249, 0.25, 0.999_999].map { drawn.value(at: $0) }, is: ["a", "a", "b", "b"])
  }

  @Test(arguments: [
    (#"{"choice": []}"#, "it.choice: expected a value, found none"),
    (
      #"{"choice": [{"share": 0.5, "value": "1 GB"}]}"#,
      "it.choice: expected shares that add up to 1, found 0.5"
    ),
    (
      #"{"choice": [{"share": 1, "value": 3}]}"#,
      "it.choice[0].value: expected an amount of bytes such as \"50 MB\", found the number 3"
    ),
    (#"{"choice": [{"share": 1}]}"#, "it.choice[0]: the setting 'value' is missing"),
    (
      #"{"choice": [{"share": 1, "value": "1 GB"}], "p50": "1 GB"}"#,
      "it.choice: expected 'choice' alone, found 'p50' beside it"
    ),
    (
      #"{"median": "1 GB", "sgima": 1}"#,
      "it.sgima: unknown setting 'sgima' (did you mean 'sigma'?)"
    ),
    (
      #"{"p50": "2 GB", "p90": "1 GB"}"#,
      "it: expected percentiles that ascend, such as {\"p10\": 48, \"p50\": 70}, perhaps between "
        + "\"least\" and \"greatest\""
    ),
  ])
  func mistakesAreTold(text: String, message: String) throws {
    let (drawn, problems) = try Self.read(Bytes.self, text)
    expect(drawn == nil && problems == [message])
  }
}
