package import SimCore

/// Recordings in the Trace Event Format, which Perfetto and the browsers' own viewers read: a
/// process for each recording, a thread for each of its tracks.
///
/// Times are whole microseconds from the scenario's start, both ends of a slice rounded down, so
/// that what lies within a slice still does.
package enum TraceEventsFile {
  package static func json(of recordings: [DeviceRecording]) -> JSON {
    .object([
      "displayTimeUnit": "ms",
      "traceEvents": JSON(
        recordings.enumerated().flatMap { place, recording in
          events(of: recording, process: place + 1)
        }),
    ])
  }

  private static func events(of recording: DeviceRecording, process: Int) -> [JSON] {
    let tracks = RecordingTracks(recording)
    var events = [
      metadata(
        "process_name", process, 0, ("name", JSON("\(recording.strategy), \(recording.device)"))),
      metadata("process_sort_index", process, 0, ("sort_index", JSON(process))),
    ]
    for (place, track) in tracks.tracks.enumerated() {
      let thread = place + 1
      events.append(metadata("thread_name", process, thread, ("name", JSON(track.name))))
      events.append(metadata("thread_sort_index", process, thread, ("sort_index", JSON(thread))))
      events += track.slices.map { slice in
        let begin = microseconds(slice.begin)
        return .object([
          "name": JSON(slice.name), "cat": "cachesim", "ph": "X", "pid": JSON(process),
          "tid": JSON(thread), "ts": JSON(begin), "dur": JSON(microseconds(slice.end) - begin),
          "args": .object(slice.arguments.map { ($0.name, $0.value) }),
        ])
      }
    }
    for counter in tracks.counters {
      events += counter.values.map { point in
        .object([
          "name": JSON(counter.name), "ph": "C", "pid": JSON(process), "tid": 0,
          "ts": JSON(microseconds(point.at)),
          "args": .object(zip(counter.series, point.values).map { ($0, $1) }),
        ])
      }
    }
    return events
  }

  private static func metadata(
    _ name: String, _ process: Int, _ thread: Int, _ argument: (name: String, value: JSON)
  ) -> JSON {
    .object([
      "name": JSON(name), "ph": "M", "pid": JSON(process), "tid": JSON(thread),
      "args": .object([(argument.name, argument.value)]),
    ])
  }

  private static func microseconds(_ instant: Instant) -> Int64 { instant.nanoseconds / 1_000 }
}
