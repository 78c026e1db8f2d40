internal import HTTPCaching
internal import SimCore
internal import Workloads

/// The engine's answers of one partition, and under which keys the tiers hold their bytes.
///
/// An answer is in the engine as long as one of the tiers holds it.
struct AnswerShelf {
  var engine: HTTPCache
  /// By key: the number of the answer that is held under it; 0: none.
  private var numbers: [UInt64] = []
  /// How many answers are held.
  private(set) var heldCount = 0
  /// Whether tiers have lost entries since anybody looked.
  var isSuspect = false

  init(_ options: HTTPCacheOptions) { engine = HTTPCache(options) }

  /// The keys under which answers are held, in order.
  var heldKeys: [ObjectKey] { numbers.indices.filter { numbers[$0] != 0 }.map { ObjectKey($0) } }

  /// How many targets the engine holds answers of.
  var targetCount: Int { engine.targetCount }

  /// The number of the answer that is held under a key.
  func number(at key: ObjectKey) -> UInt64? {
    Int(key) < numbers.count && numbers[Int(key)] != 0 ? numbers[Int(key)] : nil
  }

  /// The key of an answer among those of a resource.
  func key(of number: UInt64, among keys: Range<ObjectKey>) -> ObjectKey? {
    keys.first { self.number(at: $0) == number }
  }

  mutating func hold(_ number: UInt64, at key: ObjectKey) {
    let index = Int(key)
    if index >= numbers.count {
      numbers.append(contentsOf: repeatElement(0, count: index + 1 - numbers.count))
    }
    if numbers[index] == 0 { heldCount += 1 }
    numbers[index] = number
  }

  /// The tiers do not hold the answer any more.
  mutating func forget(_ key: ObjectKey, at target: TargetURI) {
    guard let number = number(at: key) else { return }
    release(key)
    engine.discard(number, at: target)
  }

  /// The engine does not hold the answer any more.
  mutating func release(_ key: ObjectKey) {
    if numbers[Int(key)] != 0 { heldCount -= 1 }
    numbers[Int(key)] = 0
  }

  /// Nobody holds anything any more.
  mutating func removeAll() {
    engine.removeAll()
    numbers.removeAll(keepingCapacity: true)
    heldCount = 0
    isSuspect = false
  }
}
