internal import SimCore

struct StoryHead: Settings {
  static let version = 1

  var version = StoryHead.version
  var title: String?
  var isComplete = false
  var isRecorded = false
  var seed: Int?
  var networks: [NetworkChoice] = []
  var secondsAtStart: Int64?
  var screens = StoryNameList(names: [])

  static let fields: [Field<StoryHead>] = [
    Field("version", \.version, "The version of this form.", isRequired: true) { version in
      version == StoryHead.version
        ? nil : "expected \(StoryHead.version), which this program reads, found \(version)"
    },
    Field("title", \.title, "What the story is about."),
    Field(
      "complete", \.isComplete,
      "Whether the story says all that happens to its devices: then neither the network schedule "
        + "of a scenario nor its incidents are added."),
    Field(
      "recorded", \.isRecorded,
      "Whether the story is what people did, as a capture has it: pulling to refresh and opening "
        + "again are among it, and a scenario adds none."),
    Field(
      "seed", \.seed, in: 0...Int.max, "The seed of the scenario that the story was written from."),
    Field(
      "networks", \.networks,
      "The networks by their numbers; a device has the first one until it changes. By default "
        + "wifi, and then each as it is named."),
    Field(
      "secondsAtStart", \.secondsAtStart, in: 0...(1 << 40),
      "Seconds since 1970 at the start, where recorded headers name dates."),
    Field(
      "screens", \.screens,
      "What the screens are called that publications name, in the order of tables; by default each "
        + "as it is named."),
  ]
}

struct StoryHeaders: Settings, Hashable {
  var name: String?
  var cacheControl: String?
  var headers = CacheHeaders()

  private static let spans = TimeSpan.zero...(.seconds(1 << 31))

  static let fields: [Field<StoryHeaders>] = [
    Field("name", \.name, "What publications call these headers."),
    Field(
      "cacheControl", \.cacheControl,
      "The value of Cache-Control, such as \"max-age=300, must-revalidate\"."),
    Field("noStore", \.headers.noStore, "Cache-Control: no-store."),
    Field("noCache", \.headers.noCache, "Cache-Control: no-cache."),
    Field("mustRevalidate", \.headers.mustRevalidate, "Cache-Control: must-revalidate."),
    Field("immutable", \.headers.immutable, "Cache-Control: immutable."),
    Field("isPrivate", \.headers.isPrivate, "Cache-Control: private."),
    Field("maxAge", \.headers.maxAge, in: spans, "Cache-Control: max-age."),
    Field("sharedMaxAge", \.headers.sharedMaxAge, in: spans, "Cache-Control: s-maxage."),
    Field(
      "staleWhileRevalidate", \.headers.staleWhileRevalidate, in: spans,
      "Cache-Control: stale-while-revalidate."),
    Field("staleIfError", \.headers.staleIfError, in: spans, "Cache-Control: stale-if-error."),
    Field("expires", \.headers.expiresAfter, in: spans, "Expires, from Date on."),
    Field("age", \.headers.age, in: spans, "Age: how long a cache on the way had the answer."),
    Field("entityTag", \.headers.hasEntityTag, "Whether answers have an ETag."),
    Field("lastModified", \.headers.hasLastModified, "Whether answers have Last-Modified."),
    Field("status", \.status, in: 200...599, "The answers' status: 200, a redirect or an error."),
    Field("vary", \.headers.vary, "Vary: the request fields that choose among answers.") {
      $0.map(HeaderText.isValue) ?? true ? nil : "expected no control characters"
    },
    Field(
      "recorded", \.recorded,
      "The lines as they were recorded, \"name: value\", in place of all others."
    ) { lines in
      (lines ?? []).first { RecordedField(line: $0) == nil }.map {
        "expected a line such as \"vary: accept\", without control characters, found "
          + "\"\(VisibleText.line($0))\""
      }
    },
  ]

  private var status: Int {
    get { Int(headers.status) }
    set { headers.status = UInt16(newValue) }
  }

  private var recorded: [String]? {
    get { headers.recorded.map { fields in fields.map { "\($0.name): \($0.value)" } } }
    set { headers.recorded = newValue.map { lines in lines.compactMap(RecordedField.init(line:)) } }
  }

  /// The headers, with what `cacheControl` says; other members win.
  var all: CacheHeaders {
    guard let cacheControl else { return headers }
    let said = CacheHeaders(
      fields: [RecordedField("cache-control", cacheControl)], receivedSeconds: 0)
    var all = headers
    for (_, flag) in CacheHeaders.flags where said[keyPath: flag] { all[keyPath: flag] = true }
    for (_, span) in CacheHeaders.spans {
      all[keyPath: span] = all[keyPath: span] ?? said[keyPath: span]
    }
    return all
  }
}

extension RecordedField {
  fileprivate init?(line: String) {
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    guard HeaderText.isName(line[..<colon]), HeaderText.isValue(value) else { return nil }
    self.init(line[..<colon].lowercased(), String(value))
  }
}

enum StoryHeadersChoice: NamedUnit {
  case named(String)
  case own(StoryHeaders)

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StoryHeadersChoice? {
    if let name = json.string { return .named(name) }
    return StoryHeaders.read(json, path: path, &problems).map { .own($0) }
  }
  var json: JSON {
    switch self {
    case .named(let name): JSON(name)
    case .own(let headers): headers.json
    }
  }
  static var schema: JSON { .object(["anyOf": [String.schema, StoryHeaders.schema]]) }
  static var unit: String { "name, or headers" }
}

/// A user or another thing that is named, or numbered as in stories that a program writes.
enum StoryName: ScalarSettingValue, NamedUnit, Hashable {
  case named(String)
  case number(Int)

  init?(json: JSON) {
    if let name = json.string, !name.isEmpty {
      self = .named(name)
    } else if let number = json.integer, (0...Int64(UInt16.max)).contains(number) {
      self = .number(Int(number))
    } else {
      return nil
    }
  }
  var json: JSON {
    switch self {
    case .named(let name): JSON(name)
    case .number(let number): JSON(number)
    }
  }
  static var form: String { "a name, or a number from 0 to 65535" }
  static var schema: JSON { .object(["anyOf": [String.schema, Int.schema]]) }
  static var unit: String { "name, or number" }
}

/// A list of names: read without a path for each, as stories have many of them.
struct StoryNameList: NamedUnit, Hashable {
  var names: [String]

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StoryNameList? {
    let elements = json.elements ?? []
    let names = elements.compactMap(\.string)
    if json.elements != nil, names.count == elements.count { return StoryNameList(names: names) }
    let wrong = elements.first { $0.string == nil } ?? json
    problems.note(at: wrong.offset, path: path, "expected a list of names, found \(wrong.found)")
    return nil
  }
  var json: JSON { JSON(names) }
  static var schema: JSON { [String].schema }
  static var unit: String { [String].unit }
}

struct StoryOpening: Settings {
  var resource = ""
  var length: TimeSpan?

  static let fields: [Field<StoryOpening>] = [
    .resource(\.resource),
    Field(
      "for", \.length, in: TimeSpan(nanoseconds: 1)...(.days(36_500)),
      "How long it is looked at, unless another screen is opened before; without it, until it is "
        + "closed."),
  ]
}

struct StoryScreen: Settings {
  var resource: String?

  static let fields: [Field<StoryScreen>] = [
    Field("resource", \.resource, "The screen's main resource; by default that of the open one.")
  ]
}

struct StoryResource: Settings {
  var resource = ""

  static let fields: [Field<StoryResource>] = [.resource(\.resource)]
}

struct StoryScroll: Settings {
  var resource: String?
  var rows: Int?

  static let fields: [Field<StoryScroll>] = [
    Field(
      "resource", \.resource,
      "The next page; with rows, the screen's main resource, by default that of the open one."),
    Field(
      "rows", \.rows, in: 1...Int(UInt16.max),
      "By how many rows, where the scenario's scrolling.rows says how many are in view."),
  ]
}

struct StoryNumbering: Settings {
  static let numbers = 0...(1 << 30)

  var name = ""
  var number = 0

  static let fields: [Field<StoryNumbering>] = [
    Field("name", \.name, "The name.", isRequired: true, check: wrongName),
    Field("number", \.number, in: numbers, "The number."),
  ]

  static let wrongName: @Sendable (String) -> String? = {
    $0.isEmpty ? "expected a name, found an empty text" : nil
  }
}

struct StoryEdit: Settings {
  var resource = ""
  var field = Edit.Field.read
  var value = 1
  var isRemoved = false
  var isElsewhere = false

  static let fields: [Field<StoryEdit>] = [
    .resource(\.resource),
    Field(
      "field", \.field,
      "What is changed; labels: a set, count: a counter; message: nothing of the record, but the "
        + "origin is told, as of a check-in, which needs a connection."),
    Field(
      "value", \.value, in: 0...Int(UInt32.max),
      "The new value; of a counter the increment, of a set the element, 1 to 16."),
    Field("removes", \.isRemoved, "Whether the element is taken out of the set, and not put in."),
    Field("elsewhere", \.isElsewhere, "Whether it is changed on another device, at the origin."),
  ]
}

struct StoryNetwork: Settings {
  var network = NetworkChoice("wifi")

  static let fields: [Field<StoryNetwork>] = [
    Field(
      "network", \.network,
      "The network: a name of `cachesim list networks`, a network of one's "
        + "own, or a recording.", isRequired: true)
  ]
}

struct StoryCharger: Settings {
  var isOn = true

  static let fields: [Field<StoryCharger>] = [
    Field("on", \.isOn, "Whether the device is on it from now on.")
  ]
}

struct StoryMemoryWarning: Settings {
  var level = MemoryLevel.warning

  static let fields: [Field<StoryMemoryWarning>] = [
    Field("level", \.level, "How urgent it is; critical: release everything, or be killed.")
  ]
}

struct StoryUpgrade: Settings {
  var schema: Int?

  static let fields: [Field<StoryUpgrade>] = [
    Field(
      "schema", \.schema, in: 0...Int(UInt16.max),
      "The schema by which it stores; by default the next one. The first release has 1.")
  ]
}

struct StoryLogin: Settings {
  var user = StoryName.number(0)

  static let fields: [Field<StoryLogin>] = [
    Field(
      "user", \.user, "Who: a name, or a number; 0 is who used the app before the first login.",
      isRequired: true)
  ]
}

extension Field {
  static func resource(_ property: Property<String>) -> Field {
    Field("resource", property, "Its name.", isRequired: true, check: StoryNumbering.wrongName)
  }
}
