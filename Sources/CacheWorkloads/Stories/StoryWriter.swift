internal import SimCore

package struct StoryWriter {
  private struct Device {
    /// By resource: its name, and its last version with the parts that it has.
    var resources: [ResourceIndex: (name: String, content: Content?, parts: [ResourceIndex])] = [:]
    var nextNumber = 0
  }

  private let headers: [CacheHeaders]
  private let networks: [NetworkChoice]
  private let screens: ScreenNames
  private var devices: [UInt32: Device] = [:]
  private var device: UInt32?
  private var times: [UInt32: Instant] = [:]
  private var hosts: Set<UInt16> = [0]
  private var nextHost: UInt16 = 1
  private var text = ""

  /// Begins a story.
  /// - Parameters:
  ///   - networks: what `network` events index; empty: the story says nothing of networks, and is
  ///     not all that happens.
  ///   - hiding: what is hidden of recorded header lines.
  ///   - screens: what contents' screens are called, at the latest when these are written.
  package init(
    title: String, seed: UInt64, headers: [CacheHeaders], networks: [NetworkChoice],
    secondsAtStart: Int64?, isRecorded: Bool = false, hiding: NameHiding = NameHiding(.nothing),
    screens: ScreenNames = ScreenNames()
  ) {
    self.screens = screens
    self.headers = headers
    self.networks = networks
    var head: [(String, JSON)] = [
      ("event", "story"), ("version", JSON(StoryHead.version)),
      ("title", JSON(title)),
      ("complete", JSON(!networks.isEmpty)), ("seed", JSON(seed)),
    ]
    if !networks.isEmpty { head.append(("networks", JSON(networks.map(\.json)))) }
    if !screens.all.isEmpty { head.append(("screens", JSON(screens.all))) }
    if isRecorded { head.append(("recorded", JSON(true))) }
    if let secondsAtStart { head.append(("secondsAtStart", JSON(secondsAtStart))) }
    line(head)
    for (number, each) in headers.enumerated() {
      let named = StoryHeaders(
        name: Self.name(ofHeaders: number), headers: each.hidden(by: hiding))
      line([("event", "headers")] + Self.changed(named))
    }
  }

  package mutating func take() -> String {
    defer { text = "" }
    return text
  }

  /// Writes the events of a block.
  /// - Parameter only: the device whose events are written; nil: all.
  package mutating func write(_ block: EventBlock, only: UInt32? = nil) {
    for event in block.events where only.map({ $0 == event.device }) ?? true {
      write(event, parts: block.parts)
    }
  }

  private mutating func write(_ event: WorkloadEvent, parts: [ResourceIndex]) {
    switch event.action {
    case .publish(let resource, let content):
      publish(
        resource, content, Array(parts[content.parts.indices]), content.items.items(in: parts),
        event)
    case .retire(let resource):
      add(event, about: resource)
      devices[event.device]?.resources[resource]?.content = nil
    case .open(let resource), .need(let resource), .close(let resource), .refresh(let resource),
      .push(let resource):
      add(event, about: resource)
    case .scroll(let resource, let rows):
      add(event, [("resource", JSON(name(of: resource, at: event))), ("rows", JSON(rows))])
    case .edit(let edit): write(edit, isElsewhere: false, event)
    case .editElsewhere(let edit): write(edit, isElsewhere: true, event)
    case .network(let index): add(event, [("network", networks[Int(index)].json)])
    case .charging(let isOn): add(event, [("on", JSON(isOn))])
    case .memoryWarning(let level): add(event, [("level", level.json)])
    case .upgrade(let schema): add(event, [("schema", JSON(schema))])
    case .switchUser(let user): add(event, [("user", JSON(user))])
    case .launch, .foreground, .background, .terminate, .crash, .spaceShortage, .end: add(event)
    }
  }

  private mutating func write(_ edit: Edit, isElsewhere: Bool, _ event: WorkloadEvent) {
    var said = StoryEdit()
    said.resource = name(of: edit.record, at: event)
    said.field = edit.field
    said.value = edit.field == .labels ? edit.element : Int(edit.value)
    said.isRemoved = edit.isRemoval
    said.isElsewhere = isElsewhere
    add(event, Self.changed(said))
  }

  private mutating func publish(
    _ resource: ResourceIndex, _ content: Content, _ parts: [ResourceIndex],
    _ items: [ListItem], _ event: WorkloadEvent
  ) {
    let names = parts.map { name(of: $0, at: event) }
    let listed = items.map { item($0, at: event) }
    let next = content.next.map { name(of: $0, at: event) }
    let target = content.target.map { name(of: $0, at: event) }
    let known = devices[event.device]?.resources[resource]
    let former = known?.content
    var said = StoryPublication()
    if let known {
      said.resource = known.name
    } else {
      said.resource = StoryNames.name(of: resource, content.kind)
      said.number = number(resource, named: said.resource, on: event.device)
    }
    if content.version != (former?.version ?? 0) + 1 { said.version = Int(content.version) }
    if content.kind != former?.kind ?? .model { said.kind = content.kind }
    if content.size != former?.size { said.size = content.size }
    if content.host != former?.host ?? 0 { said.host = host(content.host, event) }
    if content.headers != former?.headers {
      said.headers = .named(Self.name(ofHeaders: Int(content.headers)))
    }
    if parts != known?.parts ?? [] { said.parts = StoryNameList(names: names) }
    if content.isList != former?.isList ?? false { said.isList = content.isList }
    if content.isCompressible != former?.isCompressible ?? true {
      said.isCompressible = content.isCompressible
    }
    said.wireSize = content.wireSize
    said.serverTime = content.serverTime
    if content.publishedAt < event.at { said.age = event.at - content.publishedAt }
    if !listed.isEmpty { said.items = listed }
    if content.next != former?.next { said.next = next }
    if content.method != former?.method ?? .get { said.method = content.method }
    if content.target != former?.target { said.target = target }
    if content.requestSize != former?.requestSize ?? 0 {
      said.requestSize = Bytes(Int64(content.requestSize))
    }
    if content.playingTime != former?.playingTime ?? 0 {
      said.playingTime = .milliseconds(Int64(content.playingTime))
    }
    if content.screen != former?.screen ?? 0 { said.screen = screens.name(of: content.screen) }
    devices[event.device]?.resources[resource] = (said.resource, content, parts)
    add(event, Self.changed(said))
  }

  private mutating func item(_ item: ListItem, at event: WorkloadEvent) -> StoryItem {
    var said = StoryItem()
    said.name =
      item.id < ListItem.firstWithoutRecord
      ? name(of: item.id, at: event) : "item \(item.id - ListItem.firstWithoutRecord)"
    said.size = Bytes(Int64(item.size))
    said.version = Int(item.version)
    return said
  }

  /// The name of a resource, which is written on a line of its own where it has none yet.
  private mutating func name(of resource: ResourceIndex, at event: WorkloadEvent) -> String {
    if let known = devices[event.device]?.resources[resource]?.name { return known }
    let name = StoryNames.name(of: resource, .other)
    _ = number(resource, named: name, on: event.device)
    add(event, Self.numbering(name, Int64(resource)), as: "resource")
    return name
  }

  private mutating func number(
    _ resource: ResourceIndex, named name: String, on number: UInt32
  ) -> Int? {
    var device = devices.removeValue(forKey: number) ?? Device()
    defer { devices[number] = device }
    let isNext = Int(resource) == device.nextNumber
    device.nextNumber = max(device.nextNumber, Int(resource) + 1)
    device.resources[resource] = (name, nil, [])
    return isNext ? nil : Int(resource)
  }

  /// The name of a host, which is written on a line of its own where it has none yet.
  private mutating func host(_ number: UInt16, _ event: WorkloadEvent) -> String {
    let name = number == 0 ? "origin" : "host \(number)"
    guard hosts.insert(number).inserted else { return name }
    if number != nextHost { add(event, Self.numbering(name, Int64(number)), as: "host") }
    nextHost = max(nextHost, number == .max ? .max : number + 1)
    return name
  }

  private static func numbering(_ name: String, _ number: Int64) -> [(String, JSON)] {
    [("name", JSON(name)), ("number", JSON(number))]
  }

  private static func name(ofHeaders number: Int) -> String { "headers \(number)" }

  private static func changed<Group: Settings>(_ settings: Group) -> [(String, JSON)] {
    let defaults = Group()
    return Group.fields.compactMap { field in
      let value = field.value(in: settings)
      return value == field.value(in: defaults) ? nil : (field.name, value)
    }
  }

  private mutating func add(_ event: WorkloadEvent, about resource: ResourceIndex) {
    let name = name(of: resource, at: event)
    add(event, [("resource", JSON(name))])
  }

  private mutating func add(
    _ event: WorkloadEvent, _ members: [(String, JSON)] = [], as name: String? = nil
  ) {
    var all: [(String, JSON)] = []
    // A line without a time happens when its device's line before does, the first one at the start.
    if event.at != times[event.device] ?? .start {
      all.append(("at", JSON(StoryTime.text(of: event.at))))
    }
    if event.device != device { all.append(("device", JSON(event.device))) }
    times[event.device] = event.at
    device = event.device
    all.append(("event", JSON(name ?? event.action.storyName)))
    line(all + members)
  }

  private mutating func line(_ members: [(String, JSON)]) {
    text += JSON.object(members).compact
    text += "\n"
  }
}

/// A version that the origin publishes; what is not said is as of the version before.
struct StoryPublication: Settings {
  var resource = ""
  var number: Int?
  var version: Int?
  var kind: ResourceKind?
  var size: Bytes?
  var host: String?
  var headers: StoryHeadersChoice?
  var parts: StoryNameList?
  var isList: Bool?
  var isCompressible: Bool?
  var wireSize: Bytes?
  var serverTime: TimeSpan?
  var age: TimeSpan?
  var items: [StoryItem]?
  var next: String?
  var method: HTTPMethod?
  var target: String?
  var requestSize: Bytes?
  var playingTime: TimeSpan?
  var screen: String?

  static let fields: [Field<StoryPublication>] = [
    .resource(\.resource),
    Field(
      "number", \.number, in: StoryNumbering.numbers,
      "The number that keys the resource's draws; by default the next one of the device."),
    Field(
      "version", \.version, in: 1...Int(UInt32.max),
      "Its version; by default 1, and then one more each time."),
    Field("kind", \.kind, "Its kind; by default model, or as before."),
    Field(
      "size", \.size, in: .zero...Bytes(1 << 40),
      "The body's size, as it is stored; the first version must say it, later ones may."),
    Field("host", \.host, "The host that serves it; by default origin, or as before."),
    Field(
      "headers", \.headers,
      "What the origin says about storing: the name of headers, or the headers; by default "
        + "nothing, or as before."),
    Field(
      "parts", \.parts,
      "The resources that a screen with this version needs, published before; by default none, or "
        + "as before."),
    Field(
      "list", \.isList, "Whether it is a list that leads to the records, and no record itself."),
    Field(
      "compressible", \.isCompressible,
      "Whether a text travels compressed; false where the size is what travelled."),
    Field(
      "wireSize", \.wireSize, in: .zero...Bytes(1 << 40),
      "What this version weighs on its way, where that was recorded; by default as the scenario's "
        + "origin says."),
    Field(
      "serverTime", \.serverTime, in: .zero...(.hours(24)),
      "How long the origin takes for this version, where that was recorded; by default as the "
        + "scenario's origin says."),
    Field("age", \.age, in: .zero...(.days(36_500)), "How long before this line it was published."),
    Field(
      "items", \.items,
      "What stands on this version of a list, the first on it first: what a client that asks for "
        + "changes is sent, and how high records stand. By default that is not known."
    ) { items in
      let names = (items ?? []).map(\.name)
      return Set(names).count == names.count ? nil : "an item stands twice"
    },
    Field(
      "next", \.next,
      "The page of the list behind this one, published before; by default none, or as before."),
    Field(
      "method", \.method,
      "The method of requests for it; no cache stores answers to others than GET. By default GET, "
        + "or as before."),
    Field(
      "target", \.target,
      "Of another method: the resource that GET brings from the same address, published or "
        + "numbered before, whose stored answers a request that changes it invalidates; by default "
        + "none, or as before."),
    Field(
      "requestSize", \.requestSize, in: .zero...Bytes(Int64(UInt32.max)),
      "Bytes of a request's body; by default none, or as before."),
    Field(
      "playingTime", \.playingTime, in: .zero...(.hours(1_000)),
      "Of a segment of media: how long it plays, in whole milliseconds. A screen of such a segment "
        + "plays it, and then those among its parts. By default none, or as before."),
    Field(
      "screen", \.screen,
      "What the screen is called of which it is the main content, by which metrics can be asked "
        + "for; by default its own name without its number, or as before.",
      check: { $0?.isEmpty == true ? "expected a name, found none" : nil }),
  ]
}

struct StoryItem: Settings {
  var name = ""
  var size = Bytes.zero
  var version = 1

  static let fields: [Field<StoryItem>] = [
    Field(
      "name", \.name,
      "The record that it leads to, published before, or a name of its own.", isRequired: true,
      check: StoryNumbering.wrongName),
    Field(
      "size", \.size, in: .zero...Bytes(1 << 31), "What it weighs on the list, as it is stored."),
    Field(
      "version", \.version, in: 1...Int(UInt32.max),
      "Its version; another one than before is a change."),
  ]
}
