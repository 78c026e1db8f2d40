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
  init()
  /// The residents, in the policy's order.
  var queue: [Entry] { get set }
  /// Hears that the resident at a place was asked for.
  mutating func hit(at index: Int)
  /// Chooses a place.
  mutating func victim() -> Int
  /// Hears that the resident at a place has left.
  mutating func removed(at index: Int)
  /// Hears that an object has come in at the end.
  mutating func appended()
}

extension Twin {
  mutating func removed(at index: Int) {}
  mutating func appended() {}

  var used: Int64 { queue.reduce(0) { $0 + $1.size.count } }

  mutating func request(_ entry: Entry, capacity: Bytes) -> Answer {
    if let index = queue.firstIndex(where: { $0.key == entry.key }) {
      hit(at: index)
      return Answer(isHit: true)
    }
    var answer = Answer()
    if entry.size > capacity { return answer }
    while used + entry.size.count > capacity.count {
      let index = victim()
      answer.left.append(queue.remove(at: index))
      removed(at: index)
    }
    queue.append(entry)
    appended()
    return answer
  }

  mutating func remove(_ key: ObjectKey) -> Bool {
    guard let index = queue.firstIndex(where: { $0.key == key }) else { return false }
    queue.remove(at: index)
    removed(at: index)
    return true
  }
}
