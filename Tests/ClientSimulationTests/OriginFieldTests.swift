internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// The list of unseen fields is what a comparison of all fields would find.
struct OriginFieldTests {
  /// Fields in the order of their first change, and their revisions at the origin and as seen.
  private struct Comparison {
    var order: [FieldKey] = []
    var revisions: [FieldKey: UInt32] = [:]
    var seen: [FieldKey: UInt32] = [:]

    mutating func change(_ key: FieldKey) {
      if revisions[key] == nil { order.append(key) }
      revisions[key, default: 0] += 1
    }

    func unseen(of record: ResourceIndex? = nil) -> [FieldKey] {
      order.filter {
        revisions[$0] != seen[$0, default: 0] && (record == nil || $0.record == record)
      }
    }
  }

  @Test(arguments: 0..<10)
  func theListIsWhatAComparisonOfAllFinds(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var fields = OriginFields()
    var comparison = Comparison()
    // Answers under way, which may come in another order than they were sent in.
    var answers: [[FieldChange]] = []
    for step in 0..<400 {
      let record = ResourceIndex(random.next() % 12)
      let edit = Edit(
        record: record, field: random.chance(0.5) ? .read : .favourite, value: UInt32(step))
      switch random.next() % 4 {
      case 0, 1:
        fields.change(edit, at: .start)
        comparison.change(FieldKey(edit))
      case 2: answers.append(fields.unseenChanges(of: random.chance(0.5) ? record : nil))
      default:
        guard !answers.isEmpty else { continue }
        let answer = answers.remove(at: Int(random.next() % UInt64(answers.count)))
        _ = fields.see(answer)
        for change in answer { comparison.seen[change.key] = change.revision }
      }
      expect(fields.unseenChanges().map(\.key), is: comparison.unseen())
      expect(fields.unseenChanges(of: record).map(\.key), is: comparison.unseen(of: record))
    }
    expect(comparison.order.count > 10)
  }

  /// The phone has seen a counter at 10 and a set of 1 and 2. Elsewhere 3 more are counted at 200 s
  /// and 3 is put into the set. The phone, which has not seen that, had counted 2 more at 100 s and
  /// taken 2 out. Together that is 15, and 1 and 3; who overrules the other writes 12, or 1 alone.
  @Test(arguments: [
    (ConflictPolicy.merge, EditVerdict.applied, 15 as UInt32, [1, 3]),
    (.lastReceivedWins, .won, 12, [1]), (.clientWins, .won, 12, [1]),
    (.serverWins, .overruled, 13, [1, 2, 3]), (.lastMadeWins, .overruled, 13, [1, 2, 3]),
  ])
  func incrementsAndElementsMerge(
    policy: ConflictPolicy, verdict: EditVerdict, count: UInt32, elements: [Int]
  ) {
    var settings = OriginSettings()
    settings.conflicts = policy
    func ends(_ before: [Edit], _ elsewhere: Edit, _ here: Edit) -> (EditVerdict, UInt32) {
      var fields = OriginFields()
      let key = FieldKey(here)
      for edit in before { fields.change(edit, at: .start) }
      _ = fields.see(fields.unseenChanges())
      let made = PendingEdit(
        id: 1, edit: here, madeAt: .start + .seconds(100), base: fields.seenRevision(of: key),
        baseValue: fields.seenValue(of: key))
      fields.change(elsewhere, at: .start + .seconds(200))
      let verdict = fields.receive(made, settings, skew: .zero)
      return (verdict, fields.value(of: key))
    }
    func counting(_ value: UInt32) -> Edit { Edit(record: 0, field: .count, value: value) }
    func putting(_ element: Int, out: Bool = false) -> Edit {
      Edit(record: 0, element: element, isRemoved: out)
    }
    expect(ends([counting(10)], counting(3), counting(2)) == (verdict, count))
    let set = elements.map { putting($0).value }.reduce(0, |)
    expect(
      ends([putting(1), putting(2)], putting(3), putting(2, out: true)) == (verdict, set))
  }

  /// A text is changed as a whole: of two the one that was made last stays, whoever sends it, and
  /// that is a conflict.
  @Test(arguments: [(100 as Int64, EditVerdict.overruled, 9 as UInt32), (300, .won, 7)])
  func ofTwoTextsTheLastOneStays(second: Int64, verdict: EditVerdict, text: UInt32) {
    var settings = OriginSettings()
    settings.conflicts = .merge
    var fields = OriginFields()
    fields.change(Edit(record: 0, field: .note, value: 9), at: .start + .seconds(200))
    let here = Edit(record: 0, field: .note, value: 7)
    let made = PendingEdit(id: 1, edit: here, madeAt: .start + .seconds(second), base: 0)
    expect(fields.receive(made, settings, skew: .zero), is: verdict)
    expect(fields.value(of: FieldKey(here)), is: text)
  }

  /// Two edits that wait are sent as one, which does what both do: all pairs on a set of two
  /// elements and on a counter, whatever is there.
  @Test func anEditThatFollowsAnotherIsOneWithIt() {
    let halves = (0..<16 as Range<UInt32>).map { ($0 & 3) | ($0 >> 2) << 16 }
    for field in [Edit.Field.labels, .count, .note] {
      for (first, second) in halves.flatMap({ one in halves.map { (one, $0) } }) {
        let edits = [first, second].map { Edit(record: 0, field: field, value: $0) }
        let both = edits[0].followed(by: edits[1])
        for value in 0..<4 as Range<UInt32> {
          expect(both.applied(to: value), is: edits[1].applied(to: edits[0].applied(to: value)))
        }
      }
    }
  }
}
