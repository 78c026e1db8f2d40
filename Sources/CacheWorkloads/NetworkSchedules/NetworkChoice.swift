public import SimCore

/// A network of a schedule: the name of a profile, a profile with some figures changed, or a
/// recording that is replayed.
///
/// That it exists is checked where the profiles and the recordings are known.
public struct NetworkChoice: SettingValue, NamedUnit, Hashable, ExpressibleByStringLiteral {
  /// The profile's name, such as `slow-4g`, or what the recording is called.
  public let name: String
  /// The recording; nil: the name says all.
  package private(set) var recording: RecordedNetwork?
  /// The profile and what is changed of it; nil: nothing is.
  package private(set) var own: NetworkDescription?

  /// Names a profile, such as `slow-4g`, or a bundled recording, which starts at its beginning;
  /// `cachesim list networks` has them all.
  public init(_ name: String) { self.name = name }

  /// A recording, bundled or in a file.
  package init(_ recording: RecordedNetwork) {
    self.recording = recording
    name = NetworkRecording.name(of: recording.recorded)
  }

  /// A network of one's own.
  public init(_ own: NetworkDescription) {
    self.own = own
    name = own.name ?? "\(own.preset ?? own.access?.rawValue ?? ""), changed"
  }

  public init(stringLiteral name: String) { self.init(name) }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> NetworkChoice? {
    if let text = json.string, !text.isEmpty { return NetworkChoice(text) }
    guard let members = json.members else {
      problems.note(
        at: json.offset, path: path,
        "expected the name of a network or an object with 'recorded' or 'preset', found "
          + json.found)
      return nil
    }
    // A name that is mistyped is told among those that it is near to.
    let isRecorded = members.contains { member in
      Suggestion.nearest(to: member.name, among: ["recorded", "preset"]) == "recorded"
    }
    if isRecorded {
      return RecordedNetwork.read(json, path: path, &problems).map { NetworkChoice($0) }
    }
    return NetworkDescription.read(json, path: path, &problems).map { NetworkChoice($0) }
  }

  public var json: JSON { recording?.json ?? own?.json ?? JSON(name) }
  /// A reference: its forms stand once in a scenario's schema.
  public static var schema: JSON { .reference(to: definition.name) }

  package static var definition: (name: String, schema: JSON) {
    let forms: JSON = [
      .object(["type": "string"]), RecordedNetwork.schema, NetworkDescription.schema,
    ]
    return ("network", .object(["anyOf": forms]))
  }

  package static var unit: String { "name, a changed profile, or a recording" }
}

/// A recorded network, as a scenario asks for it.
package struct RecordedNetwork: Settings, Hashable {
  package var recorded = ""
  package var start = RecordingStart.at(.zero)
  package var profile: String?

  package init() {}

  /// Makes a recorded network.
  /// - Parameters:
  ///   - recorded: the name of a bundled recording, or a file's path.
  ///   - start: where in the recording the simulation starts.
  ///   - profile: of everything that the recording does not say; nil: the usual one.
  package init(_ recorded: String, start: RecordingStart = .at(.zero), profile: String? = nil) {
    self.recorded = recorded
    self.start = start
    self.profile = profile
  }

  package static let fields: [Field<RecordedNetwork>] = [
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
package enum RecordingStart: ScalarSettingValue, NamedUnit, Hashable {
  /// So long after its beginning.
  case at(TimeSpan)
  /// Anywhere, drawn for each seed and device.
  case random

  static let longest = TimeSpan.days(365)

  package init?(json: JSON) {
    if json.string == "random" {
      self = .random
    } else if let span = TimeSpan(json: json), span >= .zero, span <= Self.longest {
      self = .at(span)
    } else {
      return nil
    }
  }
  package var json: JSON {
    switch self {
    case .at(let span): span.json
    case .random: "random"
    }
  }
  package static var form: String { "\"random\" or a length of time up to 365d such as \"30s\"" }
  package static var schema: JSON {
    .object(["anyOf": [.object(["enum": ["random"]]), TimeSpan.schema]])
  }
  package static var unit: String { "time, or random" }
}

extension NetworkChoice: WrittenBySettings {
  package var withoutDefaults: JSON {
    recording?.withoutDefaults() ?? own?.withoutDefaults() ?? json
  }
}
