internal import CacheReports
internal import CacheWorkloads
internal import LiveClients
internal import SimCore

/// The files of recorded clients: a folder for each client, in it a HAR capture for each
/// simulation, `seed-1-device-0.har`.
enum LiveRecordings {
  /// Refuses, before any work, names that two clients share or that are no folder's.
  static func check(_ folder: String, _ seats: [LiveSeat]) throws(CommandError) {
    for (place, seat) in seats.enumerated() {
      if seats[..<place].contains(where: { $0.name == seat.name }) {
        throw CommandError(.usage, "--record: two clients are called '\(seat.name)'")
      }
      if seat.name.hasPrefix(".") || seat.name.contains("/") {
        throw CommandError(.usage, "--record: '\(seat.name)' cannot be the name of a folder")
      }
    }
    if let kind = FileKind(of: folder), kind != .folder {
      throw CommandError(.inputOutput, "--record: \(folder) is no folder")
    }
  }

  static func write(_ seats: [LiveSeat], to folder: String) throws {
    for seat in seats {
      let place = "\(folder)/\(seat.name)"
      var files: AnswerFiles? = try AnswerFiles(in: place)
      for (simulation, recording) in seat.recordings {
        try files?.write(
          TextPieces(JSON.object(["log": recording.log]).text + "\n"),
          to: "seed-\(simulation.seed)-device-\(simulation.device).har")
      }
      try Interruption.step(kept: "what is in \(place) is whole") {
        () throws(FileError) in try files.take()?.commit()
      }
    }
  }

  static func seat(at folder: String, isRecorded: Bool) throws -> LiveSeat {
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let names = try? FolderTree.names(in: path) else {
      throw CommandError(.missingFile, "--recorded: there is no folder '\(folder)'")
    }
    var bySimulation: [LiveSeat.Simulation: SessionRecording] = [:]
    for name in names {
      guard let simulation = simulation(of: name) else { continue }
      let file = "\(path)/\(name)"
      let log = try HARFile(path: file).log
      do throws(ToolError) {
        bySimulation[simulation] = try SessionRecording(log: log)
      } catch {
        throw CommandError(.badInput, "\(file): \(error)")
      }
    }
    guard !bySimulation.isEmpty else {
      throw CommandError(
        .badInput,
        "--recorded: expected captures such as seed-1-device-0.har in \(folder), found none")
    }
    return LiveSeat(
      String(path.split(separator: "/").last ?? "client"), .recordings(bySimulation),
      isRecorded: isRecorded)
  }

  /// The simulation that a file's name says; nil: it is no recording's.
  private static func simulation(of name: String) -> LiveSeat.Simulation? {
    guard let found = name.wholeMatch(of: /seed-(\d+)-device-(\d+)\.har(\.gz|\.zst)?/),
      let seed = UInt64(found.1), let device = UInt32(found.2)
    else { return nil }
    return LiveSeat.Simulation(seed: seed, device: device)
  }
}
