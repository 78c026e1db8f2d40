internal import ArgumentParser
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// What a phone allows an app, and what its parts take for common work.
struct DeviceModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Prints what a phone allows an app, and what common work takes on it.",
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
    var answer = ModelAnswer()
    answer.add("device", device.name, "\(device.source) (\(device.certainty.rawValue))")
    addMemory(of: device.memoryModel, to: &answer)
    addWork(on: device, to: &answer)
    answer.write(options.format)
  }

  private func addMemory(of memory: MemoryModel, to answer: inout ModelAnswer) {
    let limit = memory.limit
    func share(_ fraction: Double) -> Int64 {
      Bytes(rounding: Double(limit.count) * fraction).count
    }
    answer.add("memory_bytes", memory.memory.count, "of the device")
    answer.add("app_limit_bytes", limit.count, "an app that uses more is ended")
    answer.add("warning_bytes", share(memory.warningFraction), "the system warns")
    answer.add("critical_bytes", share(memory.criticalFraction), "it warns for the last time")
    answer.add("cache_limit_bytes", memory.cacheLimit.count, "what a cache takes at most")
  }

  private func addWork(on device: DeviceProfile, to answer: inout ModelAnswer) {
    let codec = codec.scaled(by: processorScale)
    let stored = codec.size(ofJSON: model)
    let encode = codec.encode(stored)
    let timing = device.flashTiming
    answer.add("storage", device.storage.name, device.storage.summary)
    answer.add("stored_bytes", stored.count, "of \(model.count) bytes of JSON as \(codec.name)")
    answer.add("encode_ms", encode.milliseconds, "on the main thread")
    answer.add("dropped_frames", FrameBudget.sixty.droppedFrames(in: encode), "of 60 a second")
    answer.add("decode_ms", codec.decode(stored).milliseconds, "until it can be shown")
    answer.add("flash_read_ms", timing.read(stored).milliseconds, "with its file's opening")
    answer.add(
      "flash_write_ms", timing.write(stored, openings: 1, flushes: 1).milliseconds, "and synced")
  }
}
