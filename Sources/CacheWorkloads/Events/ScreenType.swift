internal import SimCore
internal import Synchronization

/// What a screen shows: a list that leads to others, or else the kind of its main content.
package enum ScreenKind: UInt8, Codable, Sendable, CaseIterable {
  case list, model, document, image, avatar, support, other, media

  package init(_ kind: ResourceKind) {
    // In the same order, behind the list.
    self = ScreenKind(rawValue: kind.rawValue + 1) ?? .other
  }

  /// As tags of metrics have it.
  package var word: String { "\(self)" }
}

/// Of which screen of its app a view is: one that its workload names, or any of a kind.
package struct ScreenType: Hashable, Codable, Sendable {
  /// In the workload's `ScreenNames`, from 1; 0: the workload does not name it.
  package var number: UInt16
  package var kind: ScreenKind

  package init(number: UInt16 = 0, kind: ScreenKind = .other) {
    self.number = number
    self.kind = kind
  }

  /// Dense, in the order of names: kinds without a name come first.
  package var index: Int { Int(number) * ScreenKind.allCases.count + Int(kind.rawValue) }

  package func name(in names: [String]) -> String {
    number > 0 && Int(number) <= names.count ? names[Int(number) - 1] : kind.word
  }
}

extension Content {
  package var screenType: ScreenType {
    ScreenType(number: screen, kind: isList ? .list : ScreenKind(kind))
  }
}

/// What the screens of a workload are called, numbered from 1 in the order in which they are named.
///
/// Shared by a source of events and by who reads it: of a trace, names are known when it was read.
package final class ScreenNames: Sendable {
  private let state = Mutex(Numbering<String>())

  package init(_ names: [String] = []) {
    for name in names { _ = number(of: name) }
  }

  /// The number of a name, which is a new one's if need be; 0 where there are too many.
  package func number(of name: String) -> UInt16 {
    state.withLock { $0.number(of: name, below: Int(UInt16.max)).map { UInt16($0 + 1) } ?? 0 }
  }

  /// Nil: there is none of that number.
  func name(of number: UInt16) -> String? {
    state.withLock { number > 0 && number <= $0.values.count ? $0.values[Int(number) - 1] : nil }
  }

  package var all: [String] { state.withLock(\.values) }

  /// What the screen of a resource is called by the resource's own name: without the number that
  /// tells it from others of its kind, and with stars for numbers within.
  static func name(ofResource name: String) -> String {
    let isNumber = { (word: Substring) in !word.isEmpty && word.allSatisfy(\.isNumber) }
    var rest = name[...]
    let digits = rest.reversed().prefix(while: \.isNumber).count
    let head = rest.dropLast(digits)
    let stem = head.reversed().drop { " -_/#.:".contains($0) }.reversed()
    // `audio 12` and `page2` are of the screens `audio` and `page`; a number alone is a name.
    if digits > 0, !stem.isEmpty { rest = Substring(String(stem)) }
    var words: [Substring] = []
    var start = rest.startIndex
    for place in rest.indices where !(rest[place].isLetter || rest[place].isNumber) {
      words.append(rest[start..<place])
      words.append(rest[place...place])
      start = rest.index(after: place)
    }
    words.append(rest[start...])
    return words.map { isNumber($0) ? "*" : String($0) }.joined()
  }
}

/// Finds names for resources that have none of their own, from the events that publish and open
/// them: `episode 12` by the name of its screen, `media of episode 12` by the only screen that
/// needs it.
package struct ResourceNaming {
  fileprivate struct Device {
    /// Main contents of screens that have names, in order of publication.
    var pages: [(resource: ResourceIndex, screen: UInt16)] = []
    /// By resource: the kind, and the main content that alone needs it; nil: several do.
    var parts: [ResourceIndex: (kind: ResourceKind, owner: ResourceIndex?)] = [:]
    var kinds: [ResourceIndex: ResourceKind] = [:]
    var open: ResourceIndex?
  }

  private var devices: [UInt32: Device] = [:]

  package init() {}

  package mutating func read(_ block: EventBlock) {
    for event in block.events {
      // Moved out, so that it is changed in place.
      var device = devices.removeValue(forKey: event.device) ?? Device()
      switch event.action {
      case .publish(let resource, let content):
        if content.version == 1 { device.kinds[resource] = content.kind }
        if content.version == 1, content.screen > 0 {
          device.pages.append((resource, content.screen))
        }
        for part in block.parts[content.parts.indices] { device.add(part, of: resource) }
      case .open(let resource): device.open = resource
      case .need(let resource): if let open = device.open { device.add(resource, of: open) }
      case .close: device.open = nil
      default: break
      }
      devices[event.device] = device
    }
  }

  /// The names by device and resource; what has none is empty.
  package func names(_ screens: ScreenNames) -> StoryNames {
    var names = StoryNames()
    for number in devices.keys.sorted() {
      if let device = devices[number] { names.resources[number] = device.names(screens.all) }
    }
    return names
  }
}

extension ResourceNaming.Device {
  fileprivate mutating func add(_ part: ResourceIndex, of owner: ResourceIndex) {
    guard let known = parts[part] else {
      parts[part] = (kinds[part] ?? .other, owner)
      return
    }
    if known.owner != owner { parts[part] = (known.kind, nil) }
  }

  fileprivate func names(_ screens: [String]) -> DenseMap<String> {
    var names = DenseMap(filling: "")
    var counts: [UInt16: Int] = [:]
    for page in pages { counts[page.screen, default: 0] += 1 }
    var places: [UInt16: Int] = [:]
    for page in pages where Int(page.screen) <= screens.count {
      places[page.screen, default: 0] += 1
      let name = screens[Int(page.screen) - 1]
      names[page.resource] =
        counts[page.screen] == 1 ? name : "\(name) \(places[page.screen] ?? 0)"
    }
    var siblings: [String: [ResourceIndex]] = [:]
    var order: [String] = []
    for part in parts.keys.sorted() {
      guard let (kind, owner) = parts[part], let owner, !names[owner].isEmpty, names[part].isEmpty
      else { continue }
      let stem = "\(kind) of \(names[owner])"
      if siblings[stem] == nil { order.append(stem) }
      siblings[stem, default: []].append(part)
    }
    for stem in order {
      let all = siblings[stem] ?? []
      for (place, part) in all.enumerated() {
        let words = stem.split(separator: " ", maxSplits: 1)
        names[part] = all.count == 1 ? stem : "\(words[0]) \(place + 1) \(words[1])"
      }
    }
    return names
  }
}

extension StoryNames {
  /// The same, and on a device where nothing has a name the addresses of what a trace recorded.
  package func adding(_ addresses: [String?], on device: UInt32) -> StoryNames {
    var names = self
    guard resources[device].count == 0 else { return self }
    for (place, address) in addresses.enumerated() {
      names.resources[device][place] = address ?? ""
    }
    return names
  }
}
