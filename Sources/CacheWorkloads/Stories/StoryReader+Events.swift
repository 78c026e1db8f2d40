internal import SimCore

extension StoryReader {
  mutating func add(_ line: StoryLine, _ offset: Int) {
    if line.isOfDevice {
      beginDevice()
      guard !present.hasEnded else {
        return problems.note(at: offset, path: "", "expected nothing behind the device's end")
      }
    }
    line.apply(&self, offset)
  }

  mutating func append<Named>(_ action: (Named) -> Action, of named: Named?) {
    if let named { append(action(named)) }
  }

  mutating func open(_ opening: StoryOpening, _ offset: Int) {
    guard let resource = resource(opening.resource, offset) else { return }
    append(.open(resource))
    present.open = resource
    present.closing = opening.length.map { at + $0 }
  }

  mutating func close(_ name: String?, _ offset: Int) {
    guard let resource = screen(name, offset, "close") else { return }
    append(.close(resource))
    if present.open == resource { (present.open, present.closing) = (nil, nil) }
  }

  mutating func scroll(_ said: StoryScroll, _ offset: Int) {
    if let rows = said.rows {
      append({ .scroll($0, rows: UInt16(rows)) }, of: screen(said.resource, offset, "scroll"))
    } else if let page = said.resource {
      append(Action.need, of: resource(page, offset))
    } else {
      problems.note(
        at: offset, path: "", "expected \"rows\", or the next page as \"resource\"")
    }
  }

  mutating func retire(_ name: String, _ offset: Int) {
    guard let resource = resource(name, offset) else { return }
    append(.retire(resource))
    present.contents[resource] = nil
  }

  mutating func upgrade(_ schema: Int?) {
    present.schema = schema ?? min(present.schema + 1, Int(UInt16.max))
    append(.upgrade(schema: UInt16(present.schema)))
  }

  mutating func resource(_ name: String, _ offset: Int) -> ResourceIndex? {
    if let known = present.resources[name] { return known }
    let names = present.resources.keys.sorted()
    return wrong(
      offset, "resource",
      names.isEmpty
        ? "'\(name)' was not published before, nor anything else"
        : "'\(name)' was not published before\(Suggestion.hint(for: name, among: names))")
  }

  mutating func screen(_ name: String?, _ offset: Int, _ verb: String) -> ResourceIndex? {
    if let name { return resource(name, offset) }
    // A screen whose time is over has closed.
    closeDue(at)
    if let open = present.open { return open }
    return wrong(offset, "", "there is no open screen to \(verb): name its \"resource\"")
  }

  mutating func make(_ edit: StoryEdit, _ offset: Int) {
    guard let record = resource(edit.resource, offset) else { return }
    var made = Edit(record: record, field: edit.field, value: UInt32(edit.value))
    if edit.field == .labels {
      guard Edit.elements.contains(edit.value) else {
        problems.note(at: offset, path: "value", "expected 1 to 16, found \(edit.value)")
        return
      }
      made = Edit(record: record, element: edit.value, isRemoved: edit.isRemoved)
    }
    append(edit.isElsewhere ? .editElsewhere(made) : .edit(made))
  }

  mutating func login(_ user: StoryName) {
    let number: Int
    switch user {
    case .number(let given): number = given
    case .named(let name):
      number = present.users[name] ?? present.users.count + 1
      present.users[name] = number
    }
    present.userCount = max(present.userCount, number + 1)
    append(.switchUser(UInt16(number)))
  }
}

extension StoryReader {
  mutating func publish(_ said: StoryPublication, _ offset: Int) {
    let known = present.resources[said.resource]
    guard let index = known ?? name(said.resource, said.number, offset) else { return }
    if known != nil, let number = said.number, number != Int(index) {
      return problems.note(
        at: offset, path: "number", "expected \(index) as before, found \(number)")
    }
    let former = present.contents[index]
    guard let headers = number(of: said.headers, or: former?.headers, offset) else { return }
    guard let size = said.size ?? former?.size else {
      return problems.note(
        at: offset, path: "", "the first version of '\(said.resource)' must say its \"size\"")
    }
    guard let version = Self.version(said.version, after: former?.version) else {
      return problems.note(
        at: offset, path: "version",
        "expected more than \(former?.version ?? 0), the version before")
    }
    // What is not said is as before, but for what was recorded of one version.
    var content = former ?? Content(version: version, kind: .model, size: size, publishedAt: at)
    content.version = version
    (content.size, content.headers) = (size, headers)
    content.publishedAt = at - (said.age ?? .zero)
    (content.wireSize, content.serverTime) = (said.wireSize, said.serverTime)
    if let kind = said.kind { content.kind = kind }
    if let isList = said.isList { content.isList = isList }
    if let method = said.method { content.method = method }
    if let isCompressible = said.isCompressible { content.isCompressible = isCompressible }
    if let span = said.playingTime {
      content.playingTime = UInt32(clamping: span.nanoseconds / 1_000_000)
    }
    if let bytes = said.requestSize { content.requestSize = UInt32(clamping: bytes.count) }
    if let screen = said.screen {
      content.screen = story.screens.number(of: screen)
    } else if former == nil, !StoryNames.isMade(said.resource, for: index) {
      content.screen = story.screens.number(of: ScreenNames.name(ofResource: said.resource))
    }
    for (name, property) in [(said.next, \Content.next), (said.target, \.target)] {
      guard let name else { continue }
      guard let named = resource(name, offset) else { return }
      content[keyPath: property] = named
    }
    if let host = said.host {
      guard let number = number(ofHost: host, offset) else { return }
      content.host = number
    }
    if let names = said.parts?.names {
      let list = names.compactMap { resource($0, offset) }
      guard list.count == names.count else { return }
      content.parts = PartsRange(appending: list, to: &story.parts)
    }
    present.contents[index] = content
    if let items = said.items {
      content.items = ItemsRange(appending: items.map { item(of: $0) }, to: &story.parts)
    }
    append(.publish(index, content))
  }

  mutating func item(of said: StoryItem) -> ListItem {
    let number: UInt32
    if let known = present.resources[said.name] ?? present.items[said.name] {
      number = known
    } else {
      number = ListItem.firstWithoutRecord + UInt32(present.items.count)
      present.items[said.name] = number
    }
    return ListItem(id: number, version: UInt32(said.version), size: said.size)
  }

  /// The version that is said, or the next one; nil: it is not behind the one before.
  private static func version(_ said: Int?, after former: UInt32?) -> UInt32? {
    let next = UInt64(former ?? 0) + 1
    let version = said.map { UInt64($0) } ?? next
    return version >= next ? UInt32(exactly: version) : nil
  }

  mutating func name(_ name: String, _ number: Int?, _ offset: Int) -> ResourceIndex? {
    let number = number ?? present.nextNumber
    guard present.resources[name] == nil else {
      return wrong(offset, "name", "'\(name)' has its number already")
    }
    let device = Int(deviceNumber)
    guard number < story.names.resources[device].count + (1 << 20) else {
      return wrong(
        offset, "number", "expected a number near those of other resources, found \(number)")
    }
    guard story.names.resources[device][number].isEmpty else {
      return wrong(
        offset, "number", "\(number) is the number of '\(story.names.resources[device][number])'")
    }
    story.names.resources[device][number] = name
    present.resources[name] = ResourceIndex(number)
    present.nextNumber = max(present.nextNumber, number + 1)
    return ResourceIndex(number)
  }

  mutating func number(ofHost name: String, _ offset: Int) -> UInt16? {
    if let known = hosts[name] { return known }
    return define(name: name, number: nextHost, offset)
  }

  mutating func define(_ host: StoryNumbering, _ offset: Int) {
    if hosts[host.name] == UInt16(exactly: host.number) { return }
    guard hosts[host.name] == nil else {
      return problems.note(at: offset, path: "name", "'\(host.name)' has its number already")
    }
    _ = define(name: host.name, number: host.number, offset)
  }

  mutating func define(name: String, number: Int, _ offset: Int) -> UInt16? {
    guard let index = UInt16(exactly: number) else {
      return wrong(offset, "host", "expected at most 65,536 hosts")
    }
    hosts[name] = index
    nextHost = max(nextHost, number + 1)
    return index
  }

  /// The number of headers that are said, or of those before, or of none.
  mutating func number(
    of headers: StoryHeadersChoice?, or former: UInt16?, _ offset: Int
  ) -> UInt16? {
    switch headers {
    case nil: return former ?? define(CacheHeaders(), offset)
    case .named(let name):
      if let known = headersNames[name] { return known }
      return wrong(
        offset, "headers",
        "no line before names headers '\(name)'"
          + Suggestion.hint(for: name, among: headersNames.keys.sorted()))
    case .own(let own): return define(own.all, offset)
    }
  }

  mutating func define(_ headers: StoryHeaders, _ offset: Int) {
    guard let name = headers.name, !name.isEmpty else {
      return problems.note(at: offset, path: "name", "expected a name, which is missing")
    }
    guard headersNames[name] == nil else {
      return problems.note(at: offset, path: "name", "headers '\(name)' are said twice")
    }
    headersNames[name] = define(headers.all, offset)
  }

  mutating func define(_ headers: CacheHeaders, _ offset: Int) -> UInt16? {
    if let number = self.headers.number(of: headers, below: 1 << 16) { return UInt16(number) }
    return wrong(offset, "headers", "expected at most 65,536 different headers")
  }
}

extension StoryReader {
  mutating func begin(_ head: StoryHead, _ offset: Int) {
    guard devices.isEmpty, headersNames.isEmpty, story.networks.isEmpty else {
      return problems.note(at: offset, path: "", "expected as the first line of the story")
    }
    story.head = head
    for name in head.screens.names { _ = story.screens.number(of: name) }
    for network in head.networks {
      story.networks.append((network, line))
      if networkNumbers[network] == nil {
        networkNumbers[network] = UInt8(clamping: story.networks.count - 1)
      }
    }
  }

  /// The number of a network; before the first one, a device has Wi-Fi.
  mutating func number(of choice: NetworkChoice, _ offset: Int) -> UInt8? {
    if let known = networkNumbers[choice] { return known }
    if story.networks.isEmpty {
      story.networks.append(("wifi", line))
      networkNumbers["wifi"] = 0
      if let known = networkNumbers[choice] { return known }
    }
    guard let number = UInt8(exactly: story.networks.count) else {
      return wrong(offset, "network", "expected at most 256 different networks")
    }
    story.networks.append((choice, line))
    networkNumbers[choice] = number
    return number
  }
}
