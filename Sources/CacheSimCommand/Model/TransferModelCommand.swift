internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import SimCore

struct TransferModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Prints when a transfer over a recorded network is done, without round trips.",
    discussion: """
      The transfer has the link for itself and loses nothing. Of a file of
      Mahimahi each line passes a packet of 1,500 bytes; a chance at exactly the
      start is gone. Of rates it is the integral. At its end the recording begins
      again.

      EXAMPLES
        cachesim model transfer --recorded norway_train_1 --start 5s --bytes 100000
        cachesim model transfer --recorded trace.down --bytes "1 MB" --format json
      """)

  @Option(
    help: ArgumentHelp(
      "A file of Mahimahi, of seconds and Mbit/s, or of columns; or a bundled recording.",
      valueName: "file"), completion: .recording)
  var recorded: String

  @Option(
    help: "When the transfer begins, from the recording's start.", transform: FlagValue.setting)
  var start = TimeSpan.zero

  @Option(help: "The bytes that are transferred.", transform: FlagValue.bytes)
  var bytes = Bytes(100_000)

  @Option(
    help: ArgumentHelp(
      "The direction; by default the file's, and down where it has both.",
      valueName: "direction"))
  var direction: NetworkRecording.Direction?

  @OptionGroup var options: ModelOptions

  func validate() throws {
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    guard start <= .days(365) else {
      throw ValidationError("--start: expected at most 365d, found \(start.text)")
    }
  }

  func run() throws {
    try InputFile.check(recorded)
    var recording = try RecordedNetworks.recording(of: recorded)
    if let direction, direction != recording.direction {
      guard recording.rates(direction) != nil else {
        throw CommandError(
          .badInput,
          "\(recorded): expected a recording of direction \(direction.rawValue), found none")
      }
      recording.direction = direction
    }
    guard let done = recording.completion(of: bytes, from: start.nanoseconds) else {
      throw CommandError(
        .badInput, "\(recorded): the transfer would take more than 292 years")
    }
    write(recording, done: TimeSpan(nanoseconds: done))
  }

  private func write(_ recording: NetworkRecording, done: TimeSpan) {
    var result = ModelResult()
    result.add("recording", recording.name, "")
    result.add("direction", recording.direction.rawValue, "")
    if let mean = recording.rates(recording.direction)?.mean {
      result.add("mean_mbit_per_s", bitsPerSecond: mean, "of the whole recording")
    }
    result.add("start_ms", start.milliseconds, "from the recording's start")
    result.add("bytes", bytes.count, "")
    if let chances = recording.chances {
      result.add("packets", chances.packets(for: bytes), "of 1,500 bytes")
      result.add("done_ms", done.nanoseconds / 1_000_000, "when the last packet has passed")
    } else {
      result.add("done_ms", done.milliseconds, "when the last byte has passed")
    }
    result.add("took_ms", (done - start).milliseconds, "")
    result.write(options.format)
  }
}

extension NetworkRecording.Direction: ExpressibleByArgument {}
