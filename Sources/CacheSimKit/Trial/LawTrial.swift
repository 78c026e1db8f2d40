internal import SimCore

/// Operations done to a cache, until one of its answers breaks a law.
struct LawTrial<Cache: CacheUnderTest> {
  private let promises: CachePromises
  private let folder: LawFolder
  private let clock = TrialClock()
  private var box: SingleCaller<Cache>?
  private var model: CacheModel
  private(set) var mistake: LawMistake?
  private(set) var crashes = 0
  private(set) var overshoot = 0

  init(_ promises: CachePromises, _ folder: LawFolder) {
    self.promises = promises
    self.folder = folder
    model = CacheModel(promises)
  }

  /// Does the operations in a new folder, and looks after each that changed the folder whether the
  /// cache survives a crash.
  func run(_ operations: [CacheOperation]) async -> LawTrial {
    var trial = self
    do {
      let path = try folder.make("cache")
      var state = FolderState(of: path)
      try await trial.open(path)
      for operation in operations {
        try await trial.perform(operation, in: path)
        if trial.mistake == nil, !state.update(settingDatesTo: trial.clock.wholeSeconds).isEmpty {
          trial.checkLimit(Int(state.size), "the folder has \(state.size) bytes")
          await trial.crash(path)
        }
        if trial.mistake != nil { return trial }
      }
      try await trial.checkLimitOfValues(operations)
    } catch {
      trial.note(.errors, "\(VisibleText.line(String(describing: error))) was thrown")
    }
    return trial
  }

  /// Does the operations in a folder, in a process that may crash in between, and says on standard
  /// output when each is done.
  static func perform(_ operations: [CacheOperation], in path: String) async throws {
    let folder = LawFolder(try UnfinishedEntry(folderFor: path + "-unused"))
    var trial = LawTrial(CachePromises(mayForget: true), folder)
    try await trial.open(path)
    for operation in operations {
      try await trial.perform(operation, in: path)
      _ = FileDescriptor.write([UInt8(ascii: "\n")], to: 1)
    }
  }

  private mutating func note(_ law: CacheLaws.Law, _ what: String) {
    if mistake == nil { mistake = LawMistake(law: law, what: what) }
  }

  private mutating func open(_ path: String) async throws {
    let opened = SingleCaller(object: try await Cache(folder: path, clock: clock))
    box = opened
    try await opened.object.launched(as: model.user)
  }

  private mutating func perform(_ operation: CacheOperation, in path: String) async throws {
    guard let cache = box?.object else { return }
    clock.advance(by: .seconds(1))
    switch operation {
    case .store(let key, let size):
      try await cache.store(model.nextBody(for: key, size: size), for: CacheOperation.key(key))
    case .value(let key): try await ask(key)
    case .remove(let key): try await cache.remove(CacheOperation.key(key))
    case .switchUser(let user):
      if user != model.user { try await cache.switchUser(to: user) }
    case .crash: box = nil
    case .relaunch:
      try await cache.terminate()
      box = nil
    case .background: try await cache.background()
    case .foreground: try await cache.foreground()
    case .memoryWarning: try await cache.memoryWarning()
    case .flush: try await cache.flush()
    case .wait(let minutes): clock.advance(by: .minutes(Int64(minutes)))
    }
    model.note(operation)
    if box == nil { try await open(path) }
  }

  private mutating func ask(_ key: Int) async throws {
    let body = try await box?.object.value(for: CacheOperation.key(key))
    if let found = model.mistake(in: body ?? nil, for: key) { note(found.law, found.what) }
  }

  /// Opens a cache on a copy of the folder, as after a crash at this moment, and asks it for all.
  private mutating func crash(_ path: String) async {
    crashes += 1
    do {
      let copy = try folder.make("crash")
      try FolderTree.copy(path, to: copy)
      try await survive(in: copy)
    } catch {
      note(
        .errors,
        "\(VisibleText.line(String(describing: error))) was thrown after a crash at this moment")
    }
  }

  /// Opens a cache on what a crash left, and asks it for all keys.
  private mutating func survive(in copy: String) async throws {
    var after = self
    after.model.note(.crash)
    try await after.open(copy)
    for key in 0..<3 { try await after.ask(key) }
    if let found = after.mistake { note(found.law, found.what + ", after a crash at this moment") }
  }

  /// What a cache makes of a folder as a crash left it while an operation was done: the operations
  /// before it hold, and either is right of its own key.
  func mistake(
    after done: [CacheOperation], during operation: CacheOperation?, leaving folder: String
  ) async -> LawMistake? {
    var trial = self
    for each in done { trial.model.note(each) }
    if let operation {
      // The operation may have been done or not: what it is about may be either.
      trial.model.note(operation)
      trial.model.doubt(operation)
    }
    do {
      try await trial.survive(in: folder)
    } catch {
      trial.note(.errors, "\(VisibleText.line(String(describing: error))) was thrown")
    }
    return trial.mistake
  }
}

// MARK: - Limits

extension LawTrial {
  private mutating func checkLimit(_ size: Int, _ words: String) {
    guard let capacity = promises.capacity else { return }
    overshoot = max(overshoot, size - capacity)
    if promises.keepsCapacity, size > capacity {
      note(.limit, "\(words), the capacity is \(capacity)")
    }
  }

  private mutating func checkLimitOfValues(_ operations: [CacheOperation]) async throws {
    guard promises.capacity != nil, let cache = box?.object else { return }
    var total = 0
    for key in 0..<3 { total += try await cache.value(for: CacheOperation.key(key))?.count ?? 0 }
    checkLimit(total, "values of \(total) bytes are found")
  }
}

// MARK: - Several tasks

extension LawTrial {
  /// Lets several tasks store and ask, each with a key of its own, and looks whether the last value
  /// of each is there.
  func mistake(ofTasks count: Int) async -> String? {
    do {
      let box = SingleCaller(
        object: try await Cache(folder: try folder.make("tasks"), clock: clock))
      try await box.object.launched(as: 0)
      let rounds: UInt32 = 32
      @Sendable func body(_ task: Int, _ round: UInt32) -> [UInt8] {
        ResourceBody.bytes(
          of: ResourceBody.Identity(resource: UInt32(task), version: round, user: 0), size: 500)
      }
      try await withThrowingTaskGroup { group in
        for task in 0..<count {
          group.addTask {
            for round in 1...rounds {
              try await box.object.store(body(task, round), for: CacheOperation.key(task))
              _ = try await box.object.value(for: CacheOperation.key((task + 1) % count))
            }
          }
        }
        try await group.waitForAll()
      }
      let mayForget = promises.mayForget || promises.capacity != nil
      for task in 0..<count {
        let value = try await box.object.value(for: CacheOperation.key(task))
        if value == nil, mayForget { continue }
        guard value == body(task, rounds) else {
          let found = value == nil ? "is not found" : "has another value"
          return "\"\(CacheOperation.key(task))\" \(found) after \(count) tasks stored at once"
        }
      }
      return nil
    } catch {
      return "\(VisibleText.line(String(describing: error))) was thrown under \(count) tasks"
    }
  }
}
