internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import DeviceModels
internal import Results
internal import SimCore

struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Prints the result of a single device model: a fetch, a transfer, a radio, flash.",
    discussion: """
      EXAMPLES
        cachesim model fetch --network slow-4g --bytes 100000 --cold
        cachesim model transfer --recorded norway_train_1 --start 5s --bytes 100000
        cachesim model sqlite --mode wal --operation update --rows 1 --bytes 1024
        cachesim model flash --op 0.07 --utilization 0.8 --pages-per-block 128
        cachesim model radio --network lte --active 0.3s@0s --active 0.3s@5s
        cachesim model revisits --max-age 1h --bytes 100kB
        cachesim model device iphone-11 --format json
      """,
    subcommands: [
      FetchModelCommand.self, TransferModelCommand.self, FlashModelCommand.self,
      SQLiteModelCommand.self,
      RadioModelCommand.self,
      RevisitModelCommand.self,
      DeviceModelCommand.self,
    ])
}

/// The result of a model: numbers under plain keys that end in their unit. Programs read the keys
/// and all digits, people the names without the unit and numbers with it.
struct ModelResult {
  private struct Line {
    var key: String
    var value: JSON
    /// With all digits.
    var text: String
    /// What is read by people: the name, and the number with its unit.
    var shown: (name: String, value: String)
    var words: String
  }

  private var lines: [Line] = []

  mutating func add(_ key: String, _ value: Double, places: Int = 3, _ words: String) {
    add(key, JSON(value), NumberText.decimal(value, places: places), words) { unit in
      unit.map { Display.text(value, $0) } ?? NumberText.short(value)
    }
  }

  mutating func add(_ key: String, _ value: Int64, _ words: String) {
    add(key, JSON(value), "\(value)", words) { unit in
      unit.map { Display.text(Double(value), $0) } ?? Display.count(value)
    }
  }

  /// Adds an amount of bytes that people check to the byte.
  mutating func add(_ key: String, exactly bytes: Bytes, _ words: String) {
    add(key, JSON(bytes.count), "\(bytes.count)", words) { _ in Display.exact(bytes) }
  }

  /// Programs read it in Mbit/s.
  mutating func add(_ key: String, bitsPerSecond rate: Double, _ words: String) {
    let megabits = rate / 1e6
    add(key, JSON(megabits), NumberText.decimal(megabits, places: 3), words, name: "mean rate") {
      _ in Display.text(BitRate(bitsPerSecond: Int64(rate.rounded())))
    }
  }

  mutating func add(_ key: String, _ value: String, _ words: String) {
    add(key, JSON(value), value, words) { _ in value }
  }

  private mutating func add(
    _ key: String, _ value: JSON, _ text: String, _ words: String, name: String? = nil,
    _ shown: (MetricUnit?) -> String
  ) {
    let (own, unit) = Self.unit(of: key)
    lines.append(
      Line(key: key, value: value, text: text, shown: (name ?? own, shown(unit)), words: words))
  }

  /// What people call a key, and the unit in which it ends; nil: it has none.
  private static func unit(of key: String) -> (name: String, unit: MetricUnit?) {
    let units: [(ending: String, unit: MetricUnit)] = [
      ("_ms", .milliseconds), ("_s", .seconds), ("_j", .joules), ("_bytes", .bytes),
      ("_years", .years), ("_per_year", .ratio),
    ]
    func words(_ text: some StringProtocol) -> String { String(text.map { $0 == "_" ? " " : $0 }) }
    if key == "bytes" { return (key, .bytes) }
    guard let found = units.first(where: { key.hasSuffix($0.ending) }) else {
      return (words(key), nil)
    }
    // What a year takes is part of the name.
    let isTold = found.unit == .ratio
    return (words(isTold ? Substring(key) : key.dropLast(found.ending.count)), found.unit)
  }

  func write(_ format: OutputFormat) {
    let listing = Listing(["key", "value", "words"], lines.map { [$0.key, $0.text, $0.words] })
    let rows = lines.map { [$0.shown.name, $0.shown.value, $0.words] }
    Terminal.write(
      listing.written(
        format, text: AlignedText.table(rows, .left, .right, .left),
        json: JSON.object(lines.map { ($0.key, $0.value) }),
        markdown: MarkdownRenderer.text(
          of: ResultTable("model", columns: ["", "value", ""], rows: rows))))
  }
}

struct DeviceModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Prints the memory limits of a device, and the times of common work on it.",
    discussion: """
      EXAMPLES
        cachesim model device iphone-11
        cachesim model device mid-phone --model "100 KB" --codec archiver \\
          --processor-scale 4
      """)

  @Argument(help: "A device; see 'cachesim list devices'.", completion: .device)
  var name = "mid-phone"

  @Option(help: "A model's size as JSON.", transform: FlagValue.bytes)
  var model = Bytes.kilobytes(100)

  @Option(help: "How it is encoded: json, plist or archiver.", transform: FlagValue.setting)
  var codec = Codecs.archiver

  @Option(
    help: "How much slower than the machine on which the codecs were measured; the device's.")
  var processorScale: Double?

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    guard DeviceProfiles.named(name) != nil else {
      throw ValidationError(unknown: "device", name, among: DeviceProfiles.all.map(\.name))
    }
    if let processorScale { try expect("--processor-scale", processorScale, in: 0.01...1_000) }
    try expect("--model", model.count, in: 1...1_000_000_000)
  }

  func run() {
    guard let device = DeviceProfiles.named(name) else { return }
    var result = ModelResult()
    result.add("device", device.name, "\(device.source) (\(device.certainty.rawValue))")
    addMemory(of: device.memoryModel, to: &result)
    addWork(on: device, to: &result)
    result.write(writing.format)
  }

  private func addMemory(of memory: MemoryModel, to result: inout ModelResult) {
    let limit = memory.limit
    func share(_ fraction: Double) -> Int64 {
      Bytes(rounding: Double(limit.count) * fraction).count
    }
    result.add("memory_bytes", memory.memory.count, "of the device")
    result.add("app_limit_bytes", limit.count, "an app that uses more is ended")
    result.add("warning_bytes", share(memory.warningFraction), "the system warns")
    result.add("critical_bytes", share(memory.criticalFraction), "it warns for the last time")
    result.add("cache_limit_bytes", memory.cacheLimit.count, "what a cache takes at most")
  }

  private func addWork(on device: DeviceProfile, to result: inout ModelResult) {
    let codec = codec.scaled(by: processorScale ?? device.processorScale)
    let stored = codec.size(ofJSON: model)
    let encode = codec.encode(stored)
    let timing = device.flashTiming
    result.add("storage", device.storage.name, device.storage.summary)
    result.add("stored_bytes", stored.count, "of \(Display.text(model)) of JSON as \(codec.name)")
    result.add("encode_ms", encode.milliseconds, "on the main thread")
    result.add("dropped_frames", FrameBudget.sixty.droppedFrames(in: encode), "of 60 a second")
    result.add("decode_ms", codec.decode(stored).milliseconds, "until it can be shown")
    result.add("flash_read_ms", timing.read(stored).milliseconds, "with its file's opening")
    result.add(
      "flash_write_ms", timing.write(stored, openings: 1, flushes: 1).milliseconds, "and synced")
  }
}

struct RevisitModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revisits",
    abstract: "Prints the share of revisits that a lifetime serves, and the bytes of the others.",
    discussion: """
      Ages of stored answers at revisits are Chrome's, as Lighthouse's audit
      uses-long-cache-ttl had them: half of the revisits come within 12 hours. A
      resource whose lifetime serves more than 92.5 % is not listed there. The
      workload 'revisits' draws its visits from the same law.

      EXAMPLES
        cachesim model revisits --max-age 1h --bytes 100kB
        cachesim model revisits --max-age 7d --bytes "1 MB" --format json
      """)

  @Option(help: "The lifetime, as Cache-Control: max-age says it.", transform: FlagValue.setting)
  var maxAge: TimeSpan

  @Option(help: "The resource's size.", transform: FlagValue.bytes)
  var bytes = Bytes.kilobytes(100)

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    guard maxAge >= .zero else {
      throw ValidationError("--max-age: expected a time from 0s on, found \(maxAge.text)")
    }
  }

  func run() {
    let ages = RevisitAges()
    var result = ModelResult()
    result.add("hit_share", ages.hitShare(maxAge: maxAge), places: 6, "of revisits find it fresh")
    result.add(
      "wasted_bytes", exactly: Bytes(rounding: ages.wastedBytes(of: bytes, maxAge: maxAge)),
      "sent again at a revisit, in the mean")
    result.add(
      "listed", ages.isListed(maxAge: maxAge) ? "yes" : "no",
      "whether Lighthouse's audit named it: not above 0.925")
    result.write(writing.format)
  }
}
