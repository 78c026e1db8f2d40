internal import SimCore

extension EventBlock {
  /// The block's events, packed by device, in pieces: what has happened is let go of while stores
  /// grow, so that the two are never there at once.
  package func packedEvents() -> [PackedEvents] {
    var runs: [(device: UInt32, places: Range<Int>)] = []
    for place in events.indices {
      let device = events[place].device
      if runs.last?.device != device { runs.append((device, place..<place)) }
      runs[runs.count - 1].places = runs[runs.count - 1].places.lowerBound..<place + 1
    }
    runs.sort { ($0.device, $0.places.lowerBound) < ($1.device, $1.places.lowerBound) }
    var packed: [PackedEvents] = []
    var packing = EventPacking()
    for (index, run) in runs.enumerated() {
      for event in events[run.places] {
        packing.append(event, parts: parts)
        if packing.count == PackedEvents.piece { packed.append(packing.finish(run.device)) }
      }
      if packing.count > 0, index + 1 == runs.count || runs[index + 1].device != run.device {
        packed.append(packing.finish(run.device))
      }
    }
    return packed
  }
}

/// Packs the events of one device after those of another.
private struct EventPacking {
  /// All that has stood on a list, the oldest first, and where its present items are.
  fileprivate struct List {
    var items: [ListItem] = []
    var present = 0..<0
  }

  /// How many events there are so far.
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private var now = Instant.start
  private var end = Instant(nanoseconds: .min)
  private var isLast = false
  private var contents = Numbering<Content>()
  private var others = Numbering<Action>()
  /// By resource; -1: it is no list, or its items are not said.
  private var listNumbers = DenseMap<Int32>(filling: -1)
  private var lists: [List] = []

  mutating func append(_ event: WorkloadEvent, parts table: [ResourceIndex]) {
    count += 1
    end = max(end, event.at)
    switch event.action {
    case .publish(let resource, let content):
      appendHead(.publish, event.at, UInt64(resource))
      append(content, at: event.at, of: resource, table)
    case .retire(let resource): appendHead(.retire, event.at, UInt64(resource))
    case .open(let resource): appendHead(.open, event.at, UInt64(resource))
    case .need(let resource): appendHead(.need, event.at, UInt64(resource))
    case .close(let resource): appendHead(.close, event.at, UInt64(resource))
    case .refresh(let resource): appendHead(.refresh, event.at, UInt64(resource))
    case .push(let resource): appendHead(.push, event.at, UInt64(resource))
    default:
      if case .end = event.action { isLast = true }
      appendHead(.other, event.at, UInt64(others.number(of: event.action)))
    }
  }

  private mutating func appendHead(_ kind: PackedEvents.Kind, _ at: Instant, _ number: UInt64) {
    bytes.append(kind.rawValue)
    VariableLength.append(signed: (at - now).nanoseconds, to: &bytes)
    now = at
    VariableLength.append(number, to: &bytes)
  }

  private mutating func append(
    _ content: Content, at instant: Instant, of resource: ResourceIndex, _ table: [ResourceIndex]
  ) {
    var common = content
    (common.version, common.size, common.publishedAt) = (0, .zero, .start)
    (common.parts, common.items) = (.none, .none)
    VariableLength.append(UInt64(contents.number(of: common)), to: &bytes)
    VariableLength.append(UInt64(content.version), to: &bytes)
    VariableLength.append(signed: content.size.count, to: &bytes)
    VariableLength.append(signed: (instant - content.publishedAt).nanoseconds, to: &bytes)
    VariableLength.append(UInt64(content.parts.count), to: &bytes)
    for part in table[content.parts.indices] { VariableLength.append(UInt64(part), to: &bytes) }
    VariableLength.append(UInt64(content.items.count), to: &bytes)
    guard !content.items.isEmpty else { return }
    if listNumbers[resource] < 0 {
      listNumbers[resource] = Int32(lists.count)
      lists.append(List())
    }
    let number = Int(listNumbers[resource])
    lists[number].note(content.items, in: table)
    VariableLength.append(UInt64(number), to: &bytes)
    VariableLength.append(UInt64(lists[number].present.lowerBound), to: &bytes)
  }

  /// The events so far; those of another device can follow.
  mutating func finish(_ device: UInt32) -> PackedEvents {
    var items: [UInt32] = []
    items.reserveCapacity(3 * lists.reduce(0) { $0 + $1.items.count })
    var ends: [Int] = []
    for list in lists {
      _ = ItemsRange(appending: list.items.reversed(), to: &items)
      ends.append(items.count / 3)
    }
    // Copies, as what grows has room for more.
    let packed = PackedEvents(
      of: device, until: end, isLast: isLast, bytes: bytes.withUnsafeBufferPointer { Array($0) },
      contents: contents.values, items: items, lists: ends, others: others.values)
    bytes.removeAll(keepingCapacity: true)
    (count, now, end, isLast) = (0, .start, Instant(nanoseconds: .min), false)
    (contents, others, lists) = (Numbering(), Numbering(), [])
    listNumbers.removeAll()
    return packed
  }
}

extension EventPacking.List {
  /// Notes what stands on the list now. - Complexity: O(items).
  fileprivate mutating func note(_ next: ItemsRange, in table: [ResourceIndex]) {
    let count = next.count
    let oldest = next.item(count - 1, in: table)
    let first = items[present].firstIndex(of: oldest) ?? present.upperBound
    var kept = 0
    while first + kept < present.upperBound, kept < count,
      items[first + kept] == next.item(count - 1 - kept, in: table)
    { kept += 1 }
    // The same but for new ones, which follow the last that there is.
    let continues = first + kept == items.count || kept == count
    let start = continues ? first : items.count
    if !continues { kept = 0 }
    while kept < count {
      items.append(next.item(count - 1 - kept, in: table))
      kept += 1
    }
    present = start..<start + count
  }
}

/// Numbers values in the order in which they are met with.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  /// Of more than a few, which are compared faster than hashed.
  private var numbers: [Value: Int] = [:]

  private static var few: Int { 16 }

  private func known(_ value: Value) -> Int? {
    values.count > Self.few ? numbers[value] : values.firstIndex(of: value)
  }

  /// Nil: it is a new value, and there are so many already.
  mutating func number(of value: Value, below limit: Int) -> Int? {
    values.count < limit || known(value) != nil ? number(of: value) : nil
  }

  mutating func number(of value: Value) -> Int {
    if let known = known(value) { return known }
    values.append(value)
    if values.count == Self.few + 1 {
      for (number, value) in values.enumerated() { numbers[value] = number }
    } else if values.count > Self.few {
      numbers[value] = values.count - 1
    }
    return values.count - 1
  }
}
