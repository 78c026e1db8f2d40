internal import Foundation
internal import Testing

@Suite struct SchemaTests {
  @Test func thePublishedSchemaIsThePrintedOne() async throws {
    let ended = try await Program.run("schema", in: try Folder())
    let file = Checkout.root.appending(path: "Scenarios/scenario.schema.json")
    #expect(ended.status == 0)
    #expect(
      ended.output == (try String(contentsOf: file, encoding: .utf8)),
      "write it anew: .build/debug/cachesim schema > Scenarios/scenario.schema.json")
  }
}
