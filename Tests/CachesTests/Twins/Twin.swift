internal import Caches
internal import SimCore

/// What a room does with a request.
struct Answer: Equatable {
  var isHit = false
  /// Who left, in order.
  var left: [Entry] = []
}

/// A room with a policy, written once more in the plainest way: an array, searched from the front.
protocol Twin {
  init(capacity: Int64)
  /// The residents, in the policy's order.
  var queue: [Entry] { get set }
  /// Hears of each request before anything else.
  mutating func asked(for entry: Entry)
  /// Hears that the resident at a place was asked for.
  mutating func hit(at index: Int)
  /// Whether an object may come in.
  mutating func admits(_ entry: Entry) -> Bool
  /// Chooses a place; nil refuses the object.
  mutating func victim(for entry: Entry) -> Int?
  /// Hears that the resident at a place has left.
  mutating func removed(at index: Int)
  /// Hears that a resident was deleted.
  mutating func deleted(_ key: ObjectKey)
  /// Hears that an object has come in at the end.
  mutating func appended()
  /// Chooses a place that is given up though nobody needs it, after a hit or a coming in.
  mutating func surplus() -> Int?
}

extension Twin {
  mutating func asked(for entry: Entry) {}
  mutating func admits(_ entry: Entry) -> Bool { true }
  mutating func removed(at index: Int) {}
  mutating func deleted(_ key: ObjectKey) {}
  mutating func appended() {}
  mutating func surplus() -> Int? { nil }

  var used: Int64 { bytes(queue.map(\.key)) }

  /// The place of a resident.
  func place(of key: ObjectKey) -> Int? { queue.firstIndex { $0.key == key } }

  /// What some residents weigh.
  func bytes(_ keys: [ObjectKey]) -> Int64 {
    queue.reduce(0) { $0 + (keys.contains($1.key) ? $1.size.count : 0) }
  }

  mutating func request(_ entry: Entry, capacity: Bytes) -> Answer {
    var answer = Answer()
    asked(for: entry)
    if let index = place(of: entry.key) {
      answer.isHit = true
      hit(at: index)
    } else {
      if entry.size > capacity || !admits(entry) { return answer }
      while used + entry.size.count > capacity.count {
        guard let index = victim(for: entry) else { return answer }
        answer.left.append(queue.remove(at: index))
        removed(at: index)
      }
      queue.append(entry)
      appended()
    }
    while let index = surplus() {
      let left = queue.remove(at: index)
      if left.key != entry.key { answer.left.append(left) }
      removed(at: index)
    }
    return answer
  }

  mutating func remove(_ key: ObjectKey) -> Bool {
    guard let index = place(of: key) else { return false }
    deleted(key)
    queue.remove(at: index)
    removed(at: index)
    return true
  }
}
