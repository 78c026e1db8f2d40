internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The engine's answers of one partition, and under which keys the tiers hold their bytes.
///
/// An answer is in the engine as long as one of the tiers holds it.
struct ResponseIndex {
  var engine: HTTPCache
  /// By key: the number of the answer that is held under it.
  private var numbers: [ObjectKey: UInt64] = [:]
  /// How many answers are held.
  var heldCount: Int { numbers.count }
  /// Whether tiers have lost entries since anybody looked.
  var isSuspect = false

  init(_ options: HTTPCacheOptions) { engine = HTTPCache(options) }

  /// The keys under which answers are held, in order.
  var heldKeys: [ObjectKey] { numbers.keys.sorted() }

  /// How many targets the engine holds answers of.
  var targetCount: Int { engine.targetCount }

  /// The number of the answer that is held under a key.
  func number(at key: ObjectKey) -> UInt64? { numbers[key] }

  /// The key of an answer among those of a resource.
  func key(of number: UInt64, among keys: Range<ObjectKey>) -> ObjectKey? {
    keys.first { self.number(at: $0) == number }
  }

  mutating func hold(_ number: UInt64, at key: ObjectKey) {
    numbers[key] = number
  }

  /// The tiers do not hold the answer any more.
  mutating func forget(_ key: ObjectKey, at target: TargetURI) {
    guard let number = number(at: key) else { return }
    release(key)
    engine.discard(number, at: target)
  }

  /// The engine does not hold the answer any more.
  mutating func release(_ key: ObjectKey) {
    numbers[key] = nil
  }

  /// Nobody holds anything any more.
  mutating func removeAll() {
    engine.removeAll()
    numbers.removeAll(keepingCapacity: true)
    isSuspect = false
  }
}
