internal import SimCore
internal import TestCases
internal import Testing

/// Baselines that no longer fit the run: each is refused or fails, and what is wrong is named.
@Suite struct BrokenBaselineTests {
  /// A change of a stored run, and how `baseline compare` of it with a new run ends.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int32
    /// What the output or the error contains.
    var says: String
    var flags: [String] = []
    var change: @Sendable (JSON) -> JSON

    var testDescription: String { name }
  }

  private static func rows(_ change: @escaping @Sendable ([JSON]) -> [JSON])
    -> @Sendable (JSON)
    -> JSON
  {
    { $0.replacing("rows") { JSON(.array(change($0.elements ?? []))) } }
  }

  /// Changes the runs by seed of each row.
  private static func seeds(_ change: @escaping @Sendable ([JSON]) -> [JSON])
    -> @Sendable (JSON)
    -> JSON
  {
    rows { $0.map { $0.replacing("seeds") { JSON(.array(change($0.elements ?? []))) } } }
  }

  /// A row whose numbers are all null, also by seed.
  private static func withoutNumbers(_ row: JSON) -> JSON {
    row.replacing("metrics") { .object(($0.members ?? []).map { ($0.name, JSON(.null)) }) }
      .replacing("seeds") { seeds in
        JSON(
          .array(
            (seeds.elements ?? []).map { seed in
              seed.replacing("values") { values in
                JSON(.array((values.elements ?? []).map { _ in JSON(.null) }))
              }
            }))
      }
  }

  static let cases: [Case] = [
    Case(
      name: "a row that the run lacks", status: 2, says: "vanished strategies: gone",
      change: rows { $0 + [$0[0].replacing("strategy") { _ in "gone" }] }),
    Case(
      name: "a row gone from the baseline", status: 0, says: "new strategies: on-demand",
      change: rows { [$0[0]] }),
    Case(
      name: "a row gone from the baseline, exactly", status: 2, says: "new strategies: on-demand",
      flags: ["--exact"], change: rows { [$0[0]] }),
    Case(
      name: "null but for one row", status: 65, says: "found null: save the baseline anew",
      change: rows { [withoutNumbers($0[0])] + $0.dropFirst() }),
    Case(
      name: "a number that its seeds do not give", status: 65, says: "the sum of its seeds",
      change: rows { rows in
        [
          rows[0].replacing("metrics") { $0.replacing("opens") { _ in 1_000_000 } }
        ] + rows.dropFirst()
      }),
    Case(
      name: "all rows gone", status: 65, says: "expected a run with numbers, found no rows",
      change: rows { _ in [] }),
    Case(
      name: "a row twice", status: 65, says: "the row of 'network-only' is there twice",
      change: rows { $0 + [$0[0]] }),
    Case(
      name: "a seed twice", status: 65, says: "the seed 1 of 'network-only' is there twice",
      change: seeds { $0 + [$0[0]] }),
    Case(
      name: "other seeds", status: 2, says: "network-only (7 → 1)",
      change: seeds { $0.map { $0.replacing("seed") { _ in 7 } } }),
    Case(
      name: "a metric that the run lacks", status: 2, says: "vanished metrics: gone_metric",
      change: { run in
        let changed = rows {
          $0.map { row in
            row.replacing("metrics") { metrics in
              .object((metrics.members ?? []).map { ($0.name, $0.value) } + [("gone_metric", 1)])
            }.replacing("seeds") { seeds in
              JSON(
                .array(
                  (seeds.elements ?? []).map { seed in
                    seed.replacing("values") { JSON(.array(($0.elements ?? []) + [1])) }
                  }))
            }
          }
        }(run).replacing("metrics") { JSON(.array(($0.elements ?? []) + ["gone_metric"])) }
        let definition = JSON.object([
          ("name", "gone_metric"), ("unit", "count"), ("better", "neither"),
        ])
        return .object(
          (changed.members ?? []).map { ($0.name, $0.value) }
            + [("definitions", JSON(.array([definition])))])
      }),
    Case(
      name: "a metric twice", status: 65, says: "is there twice",
      change: { run in
        run.replacing("metrics") { list in
          let all = list.elements ?? []
          return JSON(.array(all + [all[0]]))
        }
      }),
  ]

  @Test(arguments: cases) func aBrokenBaselineIsNamed(_ each: Case) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    let saved = try await Program.run("baseline", "save", "s.json", in: folder)
    expect(saved.status, is: 0)
    let run = try JSON.parse(Array(folder.text("Baselines/s.json").utf8))
    try folder.write(each.change(run).text + "\n", to: "broken.json")
    let ended = try await Program(
      arguments: ["baseline", "compare", "broken.json", "Baselines/s.json"] + each.flags,
      folder: folder
    ).run()
    expect(ended.status, is: each.status, "\(ended.notes)")
    let all = ended.output.lowercased() + ended.notes.joined(separator: "\n").lowercased()
    expect(all.contains(each.says.lowercased()), "\(ended.output) \(ended.notes)")
    expect(each.status != 65 || ended.output == "" && ended.notes.count == 1)
    expect(each.status != 2 || ended.notes.count == 1)
  }
}

extension JSON {
  /// The object with another value of a member.
  func replacing(_ name: String, _ value: (JSON) -> JSON) -> JSON {
    guard let members else { return self }
    return .object(members.map { ($0.name, $0.name == name ? value($0.value) : $0.value) })
  }
}
