public import SimCore

/// A network of a schedule: the name of a profile, or a recording that is replayed.
///
/// That it exists is checked where the profiles and the recordings are known.
public struct NetworkChoice: SettingValue, Hashable, ExpressibleByStringLiteral {
  /// The profile's name, such as `slow-4g`, or what the recording is called.
  public let name: String
  /// The recording; nil: the name says all.
  public let recording: RecordedNetwork?

  /// Names a profile, such as `slow-4g`, or a bundled recording, which starts at its beginning;
  /// `cachesim list networks` has them all.
  public init(_ name: String) {
    self.name = name
    recording = nil
  }

  /// A recording, bundled or in a file.
  public init(_ recording: RecordedNetwork) {
    self.recording = recording
    name = NetworkRecording.name(of: recording.recorded)
  }

  public init(stringLiteral name: String) { self.init(name) }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> NetworkChoice? {
    if let text = json.string, !text.isEmpty { return NetworkChoice(text) }
    guard json.members != nil else {
      problems.note(
        at: json.offset, path: path,
        "expected the name of a network or an object with 'recorded', found \(json.found)")
      return nil
    }
    return RecordedNetwork.read(json, path: path, &problems).map { NetworkChoice($0) }
  }

  public var json: JSON { recording?.json ?? JSON(.string(name)) }
  public static var schema: JSON {
    .object([
      ("anyOf", JSON(.array([.object([("type", "string")]), RecordedNetwork.schema])))
    ])
  }
  public static var unit: String { "name, or a recording" }
}

/// The former name of `NetworkChoice`, of when a network was a profile in all cases.
public typealias NetworkProfileName = NetworkChoice

/// A recorded network, as a scenario asks for it.
public struct RecordedNetwork: Settings, Hashable {
  /// The name of a bundled recording, or a file's path.
  public var recorded = ""
  /// Where in the recording the simulation starts.
  public var start = RecordingStart.at(.zero)
  /// The profile of everything that the recording does not say; nil: the usual one of such
  /// recordings.
  public var profile: String?

  public init() {}

  /// Makes a recorded network.
  /// - Parameters:
  ///   - recorded: the name of a bundled recording, or a file's path.
  ///   - start: where in the recording the simulation starts.
  ///   - profile: of everything that the recording does not say; nil: the usual one.
  public init(_ recorded: String, start: RecordingStart = .at(.zero), profile: String? = nil) {
    self.recorded = recorded
    self.start = start
    self.profile = profile
  }

  public static let fields: [Field<RecordedNetwork>] = [
    Field(
      "recorded", \.recorded,
      "The name of a bundled recording or the path of a file; see `cachesim list networks`.",
      isRequired: true, check: { $0.isEmpty ? "expected a name or a path, found none" : nil }),
    Field(
      "start", \.start,
      "Where in the recording a device starts: so long after its beginning, or \"random\", drawn "
        + "for each seed and device."),
    Field(
      "profile", \.profile,
      "The network of which everything is taken that is not recorded; null: 3g-nlc for bundled "
        + "recordings, lte-wpt for files."),
  ]
}

/// Where in a recording a simulation starts.
public enum RecordingStart: ScalarSettingValue, Hashable {
  /// So long after its beginning.
  case at(TimeSpan)
  /// Anywhere, drawn for each seed and device.
  case random

  /// The longest start: a year.
  static let longest = TimeSpan.days(365)

  public init?(json: JSON) {
    if json.string == "random" {
      self = .random
    } else if let span = TimeSpan(json: json), span >= .zero, span <= Self.longest {
      self = .at(span)
    } else {
      return nil
    }
  }
  public var json: JSON {
    switch self {
    case .at(let span): span.json
    case .random: "random"
    }
  }
  public static var form: String { "\"random\" or a length of time up to 365d such as \"30s\"" }
  public static var schema: JSON {
    .object([
      ("anyOf", JSON(.array([.object([("enum", JSON(.array(["random"])))]), TimeSpan.schema])))
    ])
  }
  public static var unit: String { "time, or random" }
}
