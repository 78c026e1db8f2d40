internal import CacheWorkloads
internal import SimCore
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
      #expect(fields.unseenChanges().map(\.key) == comparison.unseen())
      #expect(fields.unseenChanges(of: record).map(\.key) == comparison.unseen(of: record))
    }
    #expect(comparison.order.count > 10)
  }
}
