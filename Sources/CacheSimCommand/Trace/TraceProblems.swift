internal import CacheWorkloads
internal import SimCore

/// What is odd in a trace.
struct TraceProblems {
  private var format = ""
  private var requests: Int64 = 0
  private var objects = 0
  private var empty: Int64 = 0
  private var sizes: [Int64] = []
  private var sizeChanges: Int64 = 0
  private var timesBack: Int64 = 0
  private var lastTime = Int64.min
  /// By key: which request was told to be the next, −1 for none.
  private var told: [Int64] = []
  private var wrongNext: Int64 = 0
  private var hasNext = false
  private var issues = TraceIssues()

  /// Looks at the next requests. Memory: 16 bytes for each object.
  mutating func look(at block: borrowing RequestBlock) {
    hasNext = hasNext || !block.nextAccesses.isEmpty
    for index in 0..<block.count {
      let key = Int(block.keys[index])
      if !block.sizes.isEmpty { look(atSize: block.sizes[index], of: key) }
      if !block.times.isEmpty {
        if block.times[index] < lastTime { timesBack += 1 }
        lastTime = block.times[index]
      }
      if !block.nextAccesses.isEmpty { look(atNext: block.nextAccesses[index], of: key) }
      requests += 1
    }
  }

  private mutating func look(atSize size: Int64, of key: Int) {
    while sizes.count <= key { sizes.append(-1) }
    if sizes[key] >= 0, sizes[key] != size { sizeChanges += 1 }
    sizes[key] = size
  }

  /// A request must be the one that the object's previous request told of.
  private mutating func look(atNext next: Int64, of key: Int) {
    if key < told.count {
      if told[key] != requests { wrongNext += 1 }
    } else {
      while told.count <= key { told.append(.max) }
    }
    told[key] = next
  }

  /// Takes what the reader counted.
  mutating func end(_ reader: borrowing RequestReader) {
    format = reader.format.name
    objects = reader.objectCount
    empty = reader.emptyCount
    issues = reader.issues
    wrongNext += Int64(told.count { $0 != .max })
  }

  /// Items that could not be read.
  var malformed: Int { issues.malformedCount }

  /// Whether there is no request, so that nothing can be replayed.
  var isEmpty: Bool { requests == 0 }

  private var counts: [(name: String, count: Int64, words: String)] {
    var counts: [(String, Int64, String)] = [
      ("requests", requests, "requests"), ("objects", Int64(objects), "objects"),
      ("malformed", Int64(malformed), "malformed items"),
      ("empty", empty, "requests of no bytes, which are left out"),
      ("times_back", timesBack, "requests before the one before"),
      ("size_changes", sizeChanges, "requests of another size than the object had"),
      ("skipped", Int64(issues.skippedCount), "items that ask for nothing"),
    ]
    if hasNext { counts.append(("wrong_next", wrongNext, "next accesses that are wrong")) }
    return counts
  }

  /// A row for each count.
  var listing: Listing {
    Listing(
      ["name", "value", "words"],
      [["format", format, ""]] + counts.map { [$0.name, "\($0.count)", $0.words] })
  }

  /// The answer for people.
  var text: String {
    let width = counts.map { "\($0.count)".count }.max() ?? 0
    var text = "format  \(format)\n"
    for (_, count, words) in counts {
      let digits = "\(count)"
      text += String(repeating: " ", count: width - digits.count) + "\(digits)  \(words)\n"
    }
    for example in issues.examples {
      text += "  \(example.position): \(example.reason): \(example.excerpt)\n"
    }
    let more = malformed - issues.examples.count
    return more > 0 ? text + "  and \(more) more\n" : text
  }

  /// The answer for programs.
  var json: JSON {
    let examples = issues.examples.map { example in
      JSON.object([
        ("position", JSON(.integer(Int64(example.position)))),
        ("reason", JSON(.string(example.reason))), ("excerpt", JSON(.string(example.excerpt))),
      ])
    }
    return .object(
      [("format", JSON(.string(format)))] + counts.map { ($0.name, JSON(.integer($0.count))) }
        + [("examples", JSON(.array(examples)))])
  }
}
