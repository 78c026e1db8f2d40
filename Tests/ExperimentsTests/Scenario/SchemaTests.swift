internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The published schema accepts what the reader accepts, in so far as a schema can.
@Suite struct SchemaTests {
  @Test(.enabled(if: Judge.isThere, "python3 with jsonschema is not there"))
  func itAcceptsWhatIsBundledAndRejectsWhatItCan() throws {
    let bundled = BundledScenarios.all.map { String(decoding: $0.bytes, as: UTF8.self) }
    let mistakes = ScenarioMistake.all
    let verdicts = try Judge.verdicts(
      of: bundled + mistakes.map(\.text), by: ScenarioSchema.json.compact)
    expect(verdicts.count, is: bundled.count + mistakes.count)
    for (name, isRight) in zip(BundledScenarios.all.map(\.name), verdicts) {
      expect(isRight, "\(name)")
    }
    for (mistake, isRight) in zip(mistakes, verdicts.dropFirst(bundled.count)) {
      expect(isRight != mistake.isInSchema, "\(mistake.testDescription)")
    }
  }
}

/// Python's validator of JSON Schema, which shares nothing with the writer of the schema.
private enum Judge {
  static let isThere = (try? ask("import jsonschema", "")) != nil

  struct Unable: Error {}

  static func verdicts(of texts: [String], by schema: String) throws -> [Bool] {
    let input = JSON(.array(texts.map { JSON(.string($0)) }))
    let question = JSON.object([("schema", JSON(.string(schema))), ("texts", input)])
    let answer = try ask(
      """
      import json, jsonschema, sys
      asked = json.load(sys.stdin)
      validator = jsonschema.Draft7Validator(json.loads(asked["schema"]))
      jsonschema.Draft7Validator.check_schema(validator.schema)
      print(json.dumps([validator.is_valid(json.loads(text)) for text in asked["texts"]]))
      """, question.compact)
    return try JSON.parse(Array(answer.utf8)).elements?.compactMap { Bool(json: $0) } ?? []
  }

  /// Runs a program of Python's.
  private static func ask(_ program: String, _ input: String) throws -> String {
    let python = Process()
    let (question, answer) = (Pipe(), Pipe())
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", program]
    python.standardInput = question
    python.standardOutput = answer
    python.standardError = FileHandle.nullDevice
    try python.run()
    try question.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try question.fileHandleForWriting.close()
    let bytes = try answer.fileHandleForReading.readToEnd() ?? Data()
    python.waitUntilExit()
    guard python.terminationStatus == 0 else { throw Unable() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
