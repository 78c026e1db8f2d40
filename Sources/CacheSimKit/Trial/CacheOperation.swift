internal import SimCore

enum CacheOperation: Hashable, Sendable {
  /// Stores another version for a key: so many bytes.
  case store(Int, size: Int)
  case value(Int)
  case remove(Int)
  case switchUser(Int)
  case crash, relaunch, background, foreground, memoryWarning, flush
  case wait(Int)

  static func key(_ number: Int) -> String { "key \(number)" }

  /// A sequence of operations of a seed; those that cost little come more often.
  static func sequence(seed: UInt64, number: UInt64, length: Int, keys: Int) -> [CacheOperation] {
    var generator = SeededGenerator(seed: seed, purpose: .workload, entity: number)
    return (0..<length).map { _ in random(keys, &generator) }
  }

  private static func random(_ keys: Int, _ generator: inout SeededGenerator) -> CacheOperation {
    let key = Int.random(in: 0..<keys, using: &generator)
    let draw = Int.random(in: 0..<32, using: &generator)
    switch draw {
    case 0..<10: return .store(key, size: 40 << Int.random(in: 0..<8, using: &generator))
    case 10..<20: return .value(key)
    case 20..<22: return .remove(key)
    case 22..<24: return .switchUser(Int.random(in: 0..<2, using: &generator))
    case 24..<26: return .crash
    case 26...30: return bare[draw - 25].operation
    default: return .wait(Int.random(in: 1..<60, using: &generator))
    }
  }

  /// Those without values, with their words and the letter by which a child process is told them.
  private static let bare: [(operation: CacheOperation, letter: Character, words: String)] = [
    (.crash, "c", "crash and launch again"), (.relaunch, "l", "terminate and launch again"),
    (.background, "b", "background"), (.foreground, "f", "foreground"),
    (.memoryWarning, "m", "memory warning"), (.flush, "w", "flush"),
  ]

  var words: String {
    switch self {
    case .store(let key, let size): "store \(size) bytes for \"\(Self.key(key))\""
    case .value(let key): "value for \"\(Self.key(key))\""
    case .remove(let key): "remove \"\(Self.key(key))\""
    case .switchUser(let user): "switch to user \(user)"
    case .wait(let minutes): "\(minutes) minutes pass"
    default: Self.bare.first { $0.operation == self }?.words ?? ""
    }
  }

  /// The operation as a child process is told it.
  var code: String {
    switch self {
    case .store(let key, let size): "s\(key),\(size)"
    case .value(let key): "v\(key)"
    case .remove(let key): "r\(key)"
    case .switchUser(let user): "u\(user)"
    case .wait(let minutes): "t\(minutes)"
    default: Self.bare.first { $0.operation == self }.map { "\($0.letter)" } ?? ""
    }
  }

  init?(code: Substring) {
    let numbers = code.dropFirst().split(separator: ",").compactMap { Int($0) }
    switch (code.first, numbers.count) {
    case ("s", 2): self = .store(numbers[0], size: numbers[1])
    case ("v", 1): self = .value(numbers[0])
    case ("r", 1): self = .remove(numbers[0])
    case ("u", 1): self = .switchUser(numbers[0])
    case ("t", 1): self = .wait(numbers[0])
    default:
      let bare = Self.bare.first { $0.letter == code.first && numbers.isEmpty }
      guard let bare else { return nil }
      self = bare.operation
    }
  }
}

/// What may come back from a cache, by the operations so far.
struct CacheModel {
  private struct Entry {
    /// The last version that was stored; 0: none.
    var version: UInt32 = 0
    /// The operation, from 1, that stored it.
    var operation = 0
    var isRequired = false
    var isRemoved = false
    /// Whether earlier versions may come back: the last one may not have reached the flash.
    var isUncertain = false
    var isUnwritten = false
  }

  private let promises: CachePromises
  private var entries: [[Int: Entry]] = [[:], [:]]
  private var versions: [Int: UInt32] = [:]
  private(set) var user = 0
  private(set) var operationCount = 0

  init(_ promises: CachePromises) { self.promises = promises }

  func nextBody(for key: Int, size: Int) -> [UInt8] {
    let identity = ResourceBody.Identity(
      resource: UInt32(key), version: (versions[key] ?? 0) + 1, user: UInt16(user))
    return ResourceBody.bytes(of: identity, size: size)
  }

  mutating func note(_ operation: CacheOperation) {
    operationCount += 1
    switch operation {
    case .store(let key, _):
      versions[key, default: 0] += 1
      entries[user][key] = Entry(
        version: versions[key] ?? 0, operation: operationCount,
        isRequired: !promises.mayForget && promises.capacity == nil, isUnwritten: true)
    case .remove(let key):
      var entry = entries[user][key] ?? Entry()
      (entry.isRequired, entry.isRemoved, entry.isUncertain) = (false, true, false)
      (entry.isUnwritten, entry.operation) = (true, operationCount)
      entries[user][key] = entry
    case .switchUser(let other):
      if other != user { changeAll { $0.isRequired = false } }
      user = other
    case .flush, .background:
      changeAll { $0.isUnwritten = false }
      if operation == .background { forgetInMemory() }
    case .relaunch:
      changeAll { $0.isUnwritten = false }
      forgetInMemory()
    case .crash: crash()
    case .memoryWarning: forgetInMemory()
    case .value, .foreground, .wait: break
    }
  }

  /// An operation that was noted may or may not have been done.
  mutating func doubt(_ operation: CacheOperation) {
    switch operation {
    case .store(let key, _), .remove(let key):
      entries[user][key]?.isRequired = false
      entries[user][key]?.isUncertain = true
    case .switchUser, .relaunch, .background, .flush, .memoryWarning:
      changeAll { $0.isRequired = false }
    case .value, .crash, .foreground, .wait: break
    }
  }

  private mutating func forgetInMemory() {
    if promises.survives == .nothing { changeAll { $0.isRequired = false } }
  }

  private mutating func crash() {
    let survives = promises.survives
    changeAll { entry in
      guard survives != .crash else { return }
      if entry.isUnwritten { entry.isUncertain = true }
      if entry.isUnwritten || survives == .nothing { entry.isRequired = false }
    }
  }

  private mutating func changeAll(_ change: (inout Entry) -> Void) {
    for user in entries.indices {
      for key in entries[user].keys.sorted() {
        guard var entry = entries[user][key] else { continue }
        change(&entry)
        entries[user][key] = entry
      }
    }
  }

  /// Which law an answer breaks, and how; nil: none.
  func mistake(in body: [UInt8]?, for key: Int) -> (law: CacheLaws.Law, what: String)? {
    let name = CacheOperation.key(key)
    let entry = entries[user][key] ?? Entry()
    guard let body else {
      guard entry.isRequired else { return nil }
      return (.found, "\"\(name)\" is not found, which operation \(entry.operation) stored")
    }
    guard let identity = ResourceBody.identity(of: body) else {
      return (.whole, "\"\(name)\" comes back as \(body.count) bytes that are no whole value")
    }
    guard identity.user == UInt16(user) else {
      return (.apart, "user \(user) is given \"\(name)\" of user \(identity.user)")
    }
    guard identity.resource == UInt32(key) else {
      let other = CacheOperation.key(Int(identity.resource))
      return (.found, "\"\(name)\" comes back with the value of \"\(other)\"")
    }
    if entry.isUncertain, identity.version <= versions[key] ?? 0 { return nil }
    if entry.isRemoved {
      return (.found, "\"\(name)\" comes back, which operation \(entry.operation) removed")
    }
    guard identity.version == entry.version else {
      return (
        .found,
        "\"\(name)\" comes back as it was before operation \(entry.operation) stored another value"
      )
    }
    return nil
  }
}
