public import CacheWorkloads
public import ClientSimulation
public import SimCore

/// Edits on their way to the origin, one line for each field of a record, kept on flash.
///
/// A later edit of a field takes an unsent one's place. Sent lines are marked as under way; only an
/// answer removes them, and never a line that was edited again meanwhile. The form is
/// NetNewsWire's: a table keyed by record and field, batches, in-flight marks, and a pull that
/// leaves fields with unsent edits alone.
public struct Outbox {
  /// What a scenario can set.
  public struct Options: Settings {
    public var batch = 1_000
    public var initialRetryWait = TimeSpan.seconds(1)
    public var maximumRetryWait = TimeSpan.seconds(30)
    public var coalesces = true
    public var pullSkipsPending = true

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "batchSize", \.batch, in: 1...1_000_000,
        "How many edits go in one request; 1000 as in NetNewsWire."),
      Field(
        "initialRetryDelay", \.initialRetryWait, in: .milliseconds(100)...(.days(1)),
        "How long to wait before sending again after a failure; 1 s, then twice as long each time, "
          + "as TanStack Query."
      ),
      Field(
        "maximumRetryDelay", \.maximumRetryWait, in: .milliseconds(100)...(.days(1)),
        "The longest such delay; 30 s as TanStack Query."),
      Field(
        "coalesces", \.coalesces,
        "Whether a later edit of a field takes the place of one that was not yet sent."),
      Field(
        "pollSkipsPending", \.pullSkipsPending,
        "Whether a poll leaves fields alone that have unsent edits, as NetNewsWire does; "
          + "without it the user sees an edit taken back."
      ),
    ]
  }

  private struct Line {
    var edit: PendingEdit
    var isUnderWay = false
  }

  private let options: Options
  /// In the order of first editing.
  private var lines: [Line] = []
  private var isSending = false
  /// How many sendings have failed since one succeeded.
  private var failures = 0
  private var shown: [FieldKey: UInt32] = [:]

  /// Makes an empty outbox.
  public init(_ options: Options) { self.options = options }

  /// The values that the user sees of a record's fields, one by one.
  public func fields(of record: ResourceIndex) -> (Edit.Field) -> UInt32 {
    { field in shown[FieldKey(Edit(record: record, field: field, value: 0))] ?? 0 }
  }

  /// The records of which the user sees a field that is not 0, in order.
  func records(withAny field: Edit.Field) -> [ResourceIndex] {
    shown.filter { $0.key.field == field && $0.value > 0 }.map(\.key.record).sorted()
  }

  /// How long to wait after a failed sending.
  public var retryWait: TimeSpan {
    Backoff(initial: options.initialRetryWait, maximum: options.maximumRetryWait)
      .wait(after: failures)
  }

  var hasUnsent: Bool { lines.contains { !$0.isUnderWay } }

  /// Takes an edit; what the user sees of the field changes at once.
  public mutating func add(_ edit: PendingEdit, in simulation: inout DeviceSimulation) {
    let key = FieldKey(edit.edit)
    shown[key] = edit.edit.applied(to: shown[key] ?? 0)
    let waiting = lines.firstIndex { !$0.isUnderWay && FieldKey($0.edit.edit) == key }
    if let waiting, options.coalesces {
      simulation.supersede(lines[waiting].edit)
      // The line has never been sent, so that what its maker had seen is what the first had seen.
      var edit = edit
      let earlier = lines[waiting].edit
      (edit.base, edit.baseValue) = (earlier.base, earlier.baseValue)
      edit.edit = earlier.edit.followed(by: edit.edit)
      lines[waiting].edit = edit
    } else {
      lines.append(Line(edit: edit))
    }
    simulation.noteOutbox(lines.count)
  }

  /// Sends the next batch, if the network is there and none is under way.
  public mutating func send(in simulation: inout DeviceSimulation) {
    guard simulation.canFetch, !isSending else { return }
    let selected = lines.indices.filter { !lines[$0].isUnderWay }.prefix(options.batch)
    guard !selected.isEmpty else { return }
    for index in selected { lines[index].isUnderWay = true }
    isSending = true
    simulation.send(selected.map { lines[$0].edit })
  }

  /// Takes the origin's answer, or that there is none.
  public mutating func settle(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict]?, in simulation: inout DeviceSimulation
  ) {
    isSending = false
    guard let verdicts else {
      failures += 1
      for index in lines.indices { lines[index].isUnderWay = false }
      return
    }
    failures = 0
    for (edit, verdict) in zip(edits, verdicts) { simulation.settle(edit, verdict) }
    lines.removeAll { $0.isUnderWay }
    // What was sent was based on what was seen then; what waits is based on the answer.
    for (edit, verdict) in zip(edits, verdicts) where verdict != .overruled {
      let key = FieldKey(edit.edit)
      for index in lines.indices where FieldKey(lines[index].edit.edit) == key {
        simulation.noteBase(of: &lines[index].edit)
      }
    }
  }

  /// Takes what a poll says of fields.
  public mutating func pull(_ changes: [FieldChange], in simulation: inout DeviceSimulation) {
    for field in changes {
      if let line = lines.first(where: { FieldKey($0.edit.edit) == field.key }) {
        if options.pullSkipsPending { continue }
        if field.value != shown[field.key] { simulation.revert(line.edit) }
      }
      shown[field.key] = field.value
    }
  }

  /// The process ended: it is not known whether the origin got what was under way, so it is sent
  /// again; the origin knows an edit that it has seen.
  public mutating func forgetUnderWay() {
    isSending = false
    for index in lines.indices { lines[index].isUnderWay = false }
  }

  /// The file that held the lines is gone.
  public mutating func loseAll(in simulation: inout DeviceSimulation) {
    for line in lines { simulation.lose(line.edit) }
    lines = []
    isSending = false
  }
}
