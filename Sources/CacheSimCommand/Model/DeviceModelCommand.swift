internal import ArgumentParser
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// The memory limits of a device, and the times of common work on it.
struct DeviceModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Prints the memory limits of a device, and the times of common work on it.",
    discussion: """
      EXAMPLES
        cachesim model device iphone-11
        cachesim model device mid-phone --model "100 KB" --codec archiver --processor-scale 4
      """)

  @Argument(help: "A device; see 'cachesim list devices'.", completion: .device)
  var name = DeviceProfiles.midPhone.name

  @Option(help: "A model's size as JSON.", transform: FlagValue.bytes)
  var model = Bytes.kilobytes(100)

  @Option(help: "How it is encoded: json, plist or archiver.", transform: FlagValue.setting)
  var codec = Codecs.archiver

  @Option(help: "How much slower than the machine on which the codecs were measured.")
  var processorScale = DeviceSettings().processorScale

  @OptionGroup var options: ModelOptions

  func validate() throws {
    guard DeviceProfiles.named(name) != nil else {
      let hint = Suggestion.hint(for: name, among: DeviceProfiles.all.map(\.name))
      throw ValidationError("unknown device '\(name)'\(hint)")
    }
    try expect("--processor-scale", processorScale, in: 0.01...1_000)
    try expect("--model", model.count, in: 1...1_000_000_000)
  }

  func run() {
    guard let device = DeviceProfiles.named(name) else { return }
    var result = ModelResult()
    result.add("device", device.name, "\(device.source) (\(device.certainty.rawValue))")
    addMemory(of: device.memoryModel, to: &result)
    addWork(on: device, to: &result)
    result.write(options.format)
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
    let codec = codec.scaled(by: processorScale)
    let stored = codec.size(ofJSON: model)
    let encode = codec.encode(stored)
    let timing = device.flashTiming
    result.add("storage", device.storage.name, device.storage.summary)
    result.add("stored_bytes", stored.count, "of \(model.count) bytes of JSON as \(codec.name)")
    result.add("encode_ms", encode.milliseconds, "on the main thread")
    result.add("dropped_frames", FrameBudget.sixty.droppedFrames(in: encode), "of 60 a second")
    result.add("decode_ms", codec.decode(stored).milliseconds, "until it can be shown")
    result.add("flash_read_ms", timing.read(stored).milliseconds, "with its file's opening")
    result.add(
      "flash_write_ms", timing.write(stored, openings: 1, flushes: 1).milliseconds, "and synced")
  }
}
