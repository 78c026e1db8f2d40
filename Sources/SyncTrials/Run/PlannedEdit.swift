internal import SimCore

package struct PlannedEdit {
  package var edit: ReplicaEdit
  /// The part that it makes; nil: none.
  package var made: String?
  /// The part that it takes away; nil: none.
  package var erased: String?
  /// The parts before and behind what is inserted.
  package var (before, behind): (String?, String?)

  package init(_ edit: ReplicaEdit, made: String? = nil, erased: String? = nil) {
    self.edit = edit
    self.made = made
    self.erased = erased
  }

  /// The most increments of a counter, each a power of two.
  static let mostIncrements = 48

  /// Nil: what is shown has nothing that could be edited so.
  init?(_ event: SyncEvent, _ object: SyncObject, shown: JSON, earlierIncrements: Int) {
    let parts = ShownParts(shown, of: object.kind).parts
    let isWritten = event.verb == .write
    let text = "\(event.id)"
    if !isWritten, parts.isEmpty { return nil }
    switch object.kind {
    case .register:
      self.init(isWritten ? .set(text) : .clear, made: isWritten ? text : nil, erased: parts.first)
    case .counter:
      guard isWritten, earlierIncrements < Self.mostIncrements else { return nil }
      let amount = Int64(1) << Int64(earlierIncrements)
      self.init(.increment(amount), made: "\(amount)")
    case .set:
      let part = isWritten ? text : parts[event.number % parts.count]
      self.init(
        isWritten ? .add(part) : .remove(part), made: isWritten ? part : nil,
        erased: isWritten ? nil : part)
    case .list, .text:
      let isText = object.kind == .text
      // A part's place in characters, where it is one of a text.
      func index(_ place: Int) -> Int {
        isText ? parts[..<place].reduce(0) { $0 + $1.count } : place
      }
      if isWritten {
        let place = event.number % (parts.count + 1)
        let part = isText ? "<\(text)>" : text
        self.init(.insert(part, at: index(place)), made: part)
        before = place > 0 ? parts[place - 1] : nil
        behind = place < parts.count ? parts[place] : nil
      } else {
        let place = event.number % parts.count
        let part = parts[place]
        self.init(.delete(at: index(place), count: isText ? part.count : 1), erased: part)
      }
    }
  }
}
