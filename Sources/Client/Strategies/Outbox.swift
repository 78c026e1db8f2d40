internal import SimCore
internal import Workloads

/// Edits on their way to the origin, one line for each field of a record, kept on flash.
///
/// A later edit of a field takes an unsent one's place. Sent lines are marked as under way; only a
/// confirmation removes them, and never a line that was edited again meanwhile. The form is
/// NetNewsWire's: a table keyed by record and field, batches, in-flight marks.
struct Outbox {
  private struct Line {
    var edit: Edit
    var isUnderWay = false
  }

  private let batch: Int
  /// In the order of first editing.
  private var lines: [Line] = []
  private var isSending = false

  init(batch: Int) { self.batch = batch }

  mutating func add(_ edit: Edit, in world: inout World) {
    let waiting = lines.firstIndex {
      !$0.isUnderWay && $0.edit.record == edit.record && $0.edit.field == edit.field
    }
    if let waiting {
      world.supersede(lines[waiting].edit)
      lines[waiting].edit = edit
    } else {
      lines.append(Line(edit: edit))
    }
  }

  /// Sends the next batch, if the network is there and none is under way.
  mutating func send(in world: inout World) {
    guard world.canFetch, !isSending else { return }
    let selected = lines.indices.filter { !lines[$0].isUnderWay }.prefix(batch)
    guard !selected.isEmpty else { return }
    for index in selected { lines[index].isUnderWay = true }
    isSending = true
    world.send(selected.map { lines[$0].edit })
  }

  mutating func settle(_ edits: [Edit], isConfirmed: Bool, in world: inout World) {
    isSending = false
    if isConfirmed {
      for edit in edits { world.confirm(edit) }
      lines.removeAll { $0.isUnderWay }
    } else {
      for index in lines.indices { lines[index].isUnderWay = false }
    }
  }

  /// The process ended: nobody knows whether the origin got what was under way, so it is sent
  /// again; the origin knows an edit that it has seen.
  mutating func forgetUnderWay() {
    isSending = false
    for index in lines.indices { lines[index].isUnderWay = false }
  }
}
