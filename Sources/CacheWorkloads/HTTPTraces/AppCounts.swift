internal import SimCore

struct AppCounts {
  private(set) var screens: [AppScreenCount] = []
  /// What several pages of a device need.
  private(set) var shared = AppPartGroups()
  private(set) var sharingDevices = 0
  private(set) var otherMethods = 0
  private(set) var posts = 0

  private struct Key: Hashable {
    var name: String
    var kind: ResourceKind
    var method: HTTPMethod
    var headers: AppHeaders
    /// Whether its pages are seen again: those are fewer, and often of another size.
    var isSeenAgain: Bool
    /// How often it weighs four times what the lightest page does that is else alike.
    var weightClass = 0
  }

  fileprivate struct Part {
    var resource: ResourceIndex
    var use = UseSums()
    var lastView = -2
    var named = 0.0
    /// How often it was asked for past what is stored, as the other parts of the view were not.
    var anew = 0.0
    var hasWire = true

    mutating func take(_ need: RecordedUse.Need, in view: Int) {
      if lastView == view {
        use.repeats += 1
      } else {
        use.uses += 1
        if lastView != view - 1 { use.beginnings += 1 }
        if need.isNamed { named += 1 }
        use.after += need.after.seconds
      }
      lastView = view
      use.add(need)
      if need.wire == nil { hasWire = false }
    }
  }

  private var places: [Key: Int] = [:]
  private var names: [String: Int] = [:]
  /// By device, by page: its screen.
  private var pages: [UInt32: [ResourceIndex: Int]] = [:]

  /// - Parameter namesPages: whether pages are told apart by their paths, headers and views, and
  ///   not by their kind alone.
  init(_ use: RecordedUse, namesPages: Bool) {
    let devices = use.order.compactMap { number in use.devices[number].map { (number, $0) } }
    // What several pages of one device need is not a page's own on the others either.
    let sharedNames = Set(
      devices.flatMap { _, device in Self.shared(on: device).compactMap { device.names[$0] } })
    for (number, device) in devices {
      let named = device.names.filter { sharedNames.contains($0.value) }.keys
      add(device, number, Self.shared(on: device).union(named), namesPages: namesPages)
    }
  }

  private static func shared(on device: RecordedUse.Device) -> Set<ResourceIndex> {
    var owners: [ResourceIndex: ResourceIndex] = [:]
    var shared: Set<ResourceIndex> = []
    for view in device.views {
      let page = view.main.resource
      for part in view.parts {
        if let owner = owners[part.resource], owner != page { shared.insert(part.resource) }
        owners[part.resource] = page
      }
    }
    return shared
  }

  private mutating func add(
    _ device: RecordedUse.Device, _ number: UInt32, _ shared: Set<ResourceIndex>, namesPages: Bool
  ) {
    var order: [ResourceIndex] = []
    var viewsOfPage: [ResourceIndex: [Int]] = [:]
    var uses: [ResourceIndex: Int] = [:]
    for (place, view) in device.views.enumerated() {
      let page = view.main.resource
      if viewsOfPage[page] == nil { order.append(page) }
      viewsOfPage[page, default: []].append(place)
      for part in view.parts { uses[part.resource, default: 0] += 1 }
    }
    if !shared.isEmpty { sharingDevices += 1 }
    var counted: Set<ResourceIndex> = []
    var seenScreens: Set<Int> = []
    let seenViews = viewsOfPage.mapValues { $0.map { device.views[$0] } }
    let keys = Self.keys(of: order, seenViews, shared, on: device, namesPages: namesPages)
    for page in order {
      let seen = seenViews[page] ?? []
      guard let key = keys[page], let screen = count(page, key, seen, on: device) else { continue }
      screens[screen].first += (viewsOfPage[page] ?? []).count { device.firstViews.contains($0) }
      pages[number, default: [:]][page] = screen
      seenScreens.insert(screen)
      for part in Self.parts(of: seen) {
        guard let resource = device.resources[part.resource] else { continue }
        var part = part
        if resource.content.method != .get {
          // Each is a request of its own.
          part.use.uses += part.use.repeats
          part.use.repeats = 0
          note(Int(part.use.uses), by: resource.content.method)
        }
        if shared.contains(part.resource) {
          let often = uses[part.resource, default: 0] * 2 > device.views.count
          let isNew = counted.insert(part.resource).inserted
          share(part, resource, isAlways: often, isNew: isNew, on: screen)
        } else {
          add(part, resource, views: seen.count, isCapture: namesPages, to: screen)
        }
      }
    }
    for screen in screens.indices where seenScreens.contains(screen) {
      screens[screen].devices += 1
    }
  }

  private static func keys(
    of order: [ResourceIndex], _ seenViews: [ResourceIndex: [RecordedUse.View]],
    _ shared: Set<ResourceIndex>, on device: RecordedUse.Device, namesPages: Bool
  ) -> [ResourceIndex: Key] {
    var keys: [ResourceIndex: Key] = [:]
    var weights: [ResourceIndex: Double] = [:]
    var lightest: [Key: Double] = [:]
    for page in order {
      guard let resource = device.resources[page], let seen = seenViews[page] else { continue }
      let content = resource.content
      let key = Key(
        name: device.names[page].map { AppProfile.template(of: $0) } ?? "\(content.kind)s",
        kind: content.kind, method: content.method, headers: resource.headers,
        isSeenAgain: namesPages && seen.count > 1)
      let sizes = seen.flatMap { view in
        [view.main.size] + view.parts.filter { !shared.contains($0.resource) }.map(\.size)
      }
      let weight = max(sizes.reduce(0) { $0 + Double($1.count) } / Double(seen.count), 1)
      keys[page] = key
      weights[page] = weight
      lightest[key] = min(lightest[key] ?? weight, weight)
    }
    guard namesPages else { return keys }
    for page in order {
      guard let key = keys[page], let weight = weights[page], let least = lightest[key] else {
        continue
      }
      let ratio = DeterministicMath.log(weight / least)
      keys[page]?.weightClass = Int(ratio / DeterministicMath.log(4))
    }
    return keys
  }

  private mutating func note(_ count: Int, by method: HTTPMethod) {
    otherMethods += count
    if method == .post { posts += count }
  }

  private mutating func count(
    _ page: ResourceIndex, _ key: Key, _ seen: [RecordedUse.View], on device: RecordedUse.Device
  ) -> Int? {
    guard let resource = device.resources[page], let first = seen.first, let last = seen.last else {
      return nil
    }
    let place = place(of: key)
    if key.method != .get { note(seen.count, by: key.method) }
    screens[place].pages += 1
    screens[place].use.uses += Double(seen.count)
    screens[place].sizes.add(
      seen.reduce(0) { $0 + Double($1.main.size.count) } / Double(seen.count))
    for view in seen {
      screens[place].use.add(view.main)
      if view.main.wire == nil { screens[place].hasWire = false }
      screens[place].ages += Double(view.main.size.count) * resource.age.seconds
    }
    screens[place].watched += (last.at - first.at).seconds
    return place
  }

  private mutating func place(of key: Key) -> Int {
    if let place = places[key] { return place }
    names[key.name, default: 0] += 1
    // Several screens of one path have a name each.
    let number = names[key.name, default: 1]
    places[key] = screens.count
    screens.append(
      AppScreenCount(
        name: number > 1 ? "\(key.name) (\(number))" : key.name, kind: key.kind,
        method: key.method, headers: key.headers))
    return screens.count - 1
  }

  private static func parts(of views: [RecordedUse.View]) -> [Part] {
    var parts: [Part] = []
    var places: [ResourceIndex: Int] = [:]
    // A view that needs nothing, as a screen that is back in front, takes no turn.
    for (number, view) in views.filter({ !$0.parts.isEmpty }).enumerated() {
      // Where most were asked for so, the view itself says it.
      let isOfView = !view.linesOfParts.isEmpty
      for need in view.parts {
        let place = places[need.resource] ?? parts.count
        if place == parts.count {
          places[need.resource] = place
          parts.append(Part(resource: need.resource))
        }
        parts[place].take(need, in: number)
        if need.isAskedAnew, !isOfView { parts[place].anew += 1 }
      }
    }
    return parts
  }

  private static func key(
    _ part: Part, _ resource: RecordedUse.Resource, isAlways: Bool, isRenewed: Bool = false
  ) -> AppPartKey {
    let hours = resource.age.seconds / 3_600
    var headers = resource.headers
    // The same whether the app or the origin wants it to be validated at each use.
    if part.anew * 2 > part.use.uses + part.use.repeats, !headers.noStore { headers.noCache = true }
    let ageClass = 2 * (1 + Int(DeterministicMath.log(1 + max(hours, 0)) / 1.386_294_361))
    return AppPartKey(
      kind: resource.content.kind, method: resource.content.method, headers: headers,
      ageClass: headers.isAgeALifetime ? ageClass : 0,
      isLarge: resource.content.size > .mebibytes(1), isAlways: isAlways,
      isNamed: part.named * 2 > part.use.uses, isRenewed: isRenewed,
      hasChanged: part.use.changes > 0, isAskedAgain: part.use.repeats > 0, hasWire: part.hasWire)
  }

  private mutating func add(
    _ part: Part, _ resource: RecordedUse.Resource, views: Int, isCapture: Bool, to screen: Int
  ) {
    let isGET = resource.content.method == .get
    // What was needed once although its page was seen again is another one each time.
    let isRenewed = isCapture && isGET && views > 1 && part.use.uses == 1 && part.use.repeats == 0
    let isAlways = part.use.uses >= Double(views)
    let key = Self.key(part, resource, isAlways: isAlways, isRenewed: isRenewed)
    screens[screen].parts.change(key) { count in
      count.take(part, resource.age)
      count.weighted += isRenewed || !isGET ? part.use.uses : max(part.use.uses, Double(views))
    }
  }

  private mutating func share(
    _ part: Part, _ resource: RecordedUse.Resource, isAlways: Bool, isNew: Bool, on screen: Int
  ) {
    var key = Self.key(part, resource, isAlways: isAlways)
    // On one page it may be listed, and on another one changed.
    key.isNamed = false
    key.hasChanged = false
    key.isAskedAgain = false
    shared.change(key) { count in
      count.take(part, resource.age, isNew: isNew)
      if isNew { count.weighted += 1 }
      if part.use.changes > 0 { count.key.hasChanged = true }
      if part.use.repeats > 0 { count.key.isAskedAgain = true }
      if part.named * 2 > part.use.uses { count.key.isNamed = true }
    }
    screens[screen].sharedUses[key, default: 0] += part.use.uses
  }
}

extension AppPartCount {
  fileprivate mutating func take(_ part: AppCounts.Part, _ age: TimeSpan, isNew: Bool = true) {
    use += part.use
    ages += part.use.bytes * age.seconds
    if isNew { sizes.add(part.use.bytes / max(part.use.uses + part.use.repeats, 1)) }
  }
}

extension AppCounts {
  func visits(
    of use: RecordedUse, name: (Int) -> String
  ) -> [[(at: Instant, step: AppProfile.Step)]] {
    // Screens that became one count their pages together.
    var numbers: [String: Int] = [:]
    return use.order.map { index in
      guard let device = use.devices[index] else { return [] }
      numbers.removeAll()
      var known: [ResourceIndex: Int] = [:]
      return device.steps.enumerated().compactMap { number, step in
        switch step.step {
        case .open(let place):
          let view = device.views[place]
          let page = view.main.resource
          guard let screen = pages[index]?[page] else { return nil }
          let own = known[page] ?? numbers[name(screen), default: 0]
          if known[page] == nil {
            known[page] = own
            numbers[name(screen)] = own + 1
          }
          return (
            step.at,
            .open(
              AppProfile.Visit(
                screen: name(screen), page: own,
                // The step behind it closes it, but for one that is lost.
                until: max(device.steps[min(number + 1, device.steps.count - 1)].at, step.at),
                isChanged: view.main.isChanged,
                asked: view.asked, partsAsked: view.linesOfParts))
          )
        case .close: return (step.at, .close)
        case .other(let action): return (step.at, .other(action))
        }
      }
    }
  }
}
