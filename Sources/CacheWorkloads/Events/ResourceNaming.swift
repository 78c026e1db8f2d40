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
      while names.resources.count <= number { names.resources.append([]) }
      names.resources[Int(number)] = devices[number]?.names(screens.all) ?? []
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

  fileprivate func names(_ screens: [String]) -> [String] {
    var names: [String] = []
    func set(_ name: String, _ resource: ResourceIndex) {
      while names.count <= resource { names.append("") }
      names[Int(resource)] = name
    }
    var counts: [UInt16: Int] = [:]
    for page in pages { counts[page.screen, default: 0] += 1 }
    var places: [UInt16: Int] = [:]
    for page in pages where Int(page.screen) <= screens.count {
      places[page.screen, default: 0] += 1
      let name = screens[Int(page.screen) - 1]
      set(counts[page.screen] == 1 ? name : "\(name) \(places[page.screen] ?? 0)", page.resource)
    }
    var siblings: [String: [ResourceIndex]] = [:]
    var order: [String] = []
    for part in parts.keys.sorted() {
      guard let (kind, owner) = parts[part], let owner, owner < names.count,
        !names[Int(owner)].isEmpty, part >= names.count || names[Int(part)].isEmpty
      else { continue }
      let stem = "\(kind) of \(names[Int(owner)])"
      if siblings[stem] == nil { order.append(stem) }
      siblings[stem, default: []].append(part)
    }
    for stem in order {
      let all = siblings[stem] ?? []
      for (place, part) in all.enumerated() {
        let words = stem.split(separator: " ", maxSplits: 1)
        set(all.count == 1 ? stem : "\(words[0]) \(place + 1) \(words[1])", part)
      }
    }
    return names
  }
}

extension StoryNames {
  /// The same, and on a device where nothing has a name the addresses of what a trace recorded.
  package func adding(_ addresses: [String?], on device: UInt32) -> StoryNames {
    var names = self
    while names.resources.count <= device { names.resources.append([]) }
    if names.resources[Int(device)].isEmpty {
      names.resources[Int(device)] = addresses.map { $0 ?? "" }
    }
    return names
  }
}
