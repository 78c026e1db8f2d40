internal import CacheWorkloads

/// The sums of views, answers and exchanges, of each screen and kind of resource by itself.
///
/// The totals are made of these, so that nothing is counted twice and parts cannot but add up.
struct TaggedSums: Codable, Sendable {
  struct OfScreen: Codable, Sendable {
    var type: ScreenType
    var views: ViewAggregate
    /// By the kind of resource that was answered.
    var answers = [AnswerAggregate](repeating: .init(), count: ResourceKind.allCases.count)
  }

  /// In the order of their types, whatever came first.
  private(set) var screens: [OfScreen] = []
  /// By the kind of resource that was asked for.
  private(set) var network = [NetworkAggregate](
    repeating: .init(), count: ResourceKind.allCases.count)
  /// By the index of a type: where its sums are, from 1; 0: there are none yet.
  private var places: [UInt32] = []
  private let exactLimit: Int

  init(exactLimit: Int) { self.exactLimit = exactLimit }

  mutating func add(_ view: ScreenView) { screens[place(of: view.screen)].views.add(view) }

  mutating func add(_ answer: Answer) {
    screens[place(of: answer.screen)].answers[Int(answer.kind.rawValue)].add(answer)
  }

  mutating func add(_ exchange: ExchangeRecord) {
    network[Int(exchange.kind.rawValue)].add(exchange)
  }

  private mutating func place(of type: ScreenType) -> Int {
    if type.index < places.count, places[type.index] > 0 { return Int(places[type.index]) - 1 }
    let place = screens.firstIndex { $0.type.index > type.index } ?? screens.count
    screens.insert(
      OfScreen(type: type, views: ViewAggregate(exactLimit: exactLimit)), at: place)
    for (place, screen) in screens.enumerated() {
      while places.count <= screen.type.index { places.append(0) }
      places[screen.type.index] = UInt32(place + 1)
    }
    return place
  }

  mutating func merge(_ other: TaggedSums) {
    for theirs in other.screens {
      let place = place(of: theirs.type)
      screens[place].views += theirs.views
      for kind in theirs.answers.indices { screens[place].answers[kind] += theirs.answers[kind] }
    }
    for kind in network.indices { network[kind] += other.network[kind] }
  }

  mutating func sort() { for place in screens.indices { screens[place].views.sort() } }
}

extension TaggedSums {
  /// Those that are counted of some screens and some kinds of resources, as one.
  struct Totals: Sendable {
    var views: ViewAggregate
    var answers = AnswerAggregate()
    var network = NetworkAggregate()
    /// What they are of; empty: of all.
    var tags: [MetricTag] = []
  }

  /// - Parameters:
  ///   - isScreen: whether a screen counts; nil: all.
  ///   - kinds: the kinds of resources that count; nil: all.
  ///   - counted: what is wanted of them; nil: all three.
  /// - Complexity: O(samples) of several screens, O(1) of one, whose samples are not copied.
  func totals(
    where isScreen: (ScreenType) -> Bool = { _ in true }, of kinds: [ResourceKind]? = nil,
    only counted: Metric.Counted? = nil
  ) -> Totals {
    var totals = Totals(views: ViewAggregate(exactLimit: exactLimit))
    let kinds = (kinds ?? ResourceKind.allCases).map { Int($0.rawValue) }
    var isFirst = true
    for screen in screens where isScreen(screen.type) {
      if counted ?? .views == .views {
        if isFirst { totals.views = screen.views } else { totals.views += screen.views }
        isFirst = false
      }
      for kind in kinds { totals.answers += screen.answers[kind] }
    }
    for kind in kinds { totals.network += network[kind] }
    return totals
  }
}

extension Aggregates {
  /// What is counted of some screens or kinds of resources alone, all else as it is: for several
  /// metrics of the same part, which find it made.
  /// - Parameter counted: what is asked for next; nil: any.
  package func restricted(
    to tags: [MetricTag], for counted: Metric.Counted? = nil
  ) -> Aggregates {
    guard tags != self.tags else { return self }
    var part = self
    let kinds = tags.filter { $0.key == .resource }.map(\.resources).reduce(nil) { found, next in
      found.map { $0.filter(next.contains) } ?? next
    }
    var totals = tagged.totals(
      where: { type in
        tags.allSatisfy { tag in
          switch tag.key {
          case .screen: type.name(in: screenNames) == tag.value
          case .kind: type.kind.word == tag.value
          case .resource: true
          }
        }
      }, of: kinds, only: counted)
    if counted == nil { totals.tags = tags }
    part.setTotals(totals)
    return part
  }

  /// The tags of a key of which something was counted, each once, in an order that is the same for
  /// every strategy.
  package func tags(of key: MetricTag.Key) -> [MetricTag] {
    switch key {
    case .screen: screens
    case .kind: screenKinds
    case .resource: resourceKinds
    }
  }

  private var screens: [MetricTag] {
    var tags: [MetricTag] = []
    for screen in tagged.screens where screen.views.opens > 0 {
      let tag = MetricTag(.screen, screen.type.name(in: screenNames))
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  private var screenKinds: [MetricTag] {
    ScreenKind.allCases.filter { kind in
      tagged.screens.contains { $0.type.kind == kind && $0.views.opens > 0 }
    }.map { MetricTag(.kind, $0.word) }
  }

  private var resourceKinds: [MetricTag] {
    ResourceKind.allCases.filter { kind in
      let place = Int(kind.rawValue)
      return tagged.network[place].exchanges.total > 0
        || tagged.screens.contains { $0.answers[place].requests.total > 0 }
    }.map { MetricTag(.resource, "\($0)") }
  }
}
