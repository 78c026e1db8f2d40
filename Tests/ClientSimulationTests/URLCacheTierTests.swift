internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation
@testable internal import ClientStrategies

/// The engine and the tiers of the URL cache hold the same answers, whoever drops one.
@Suite struct URLCacheTierTests {
  /// A simulation with so many published pictures of 1,000 B, and a cache that lives in it.
  private struct House: ~Copyable {
    var simulation: DeviceSimulation
    var cache: URLCache

    init(
      _ count: Int, headers: (inout CacheHeaders) -> Void = { $0.maxAge = .days(1) },
      users: Int = 1, options change: (inout URLCache.Options) -> Void
    ) {
      var own = CacheHeaders()
      headers(&own)
      var plan = SimulationPlan.ideal(headers: [own])
      plan.users = users
      simulation = DeviceSimulation(plan: plan, device: 0)
      for resource in 0..<count {
        let content = Content(version: 1, kind: .image, size: Bytes(1_000), publishedAt: .start)
        simulation.apply(.publish(ResourceIndex(resource), content), parts: [])
      }
      var options = URLCache.Options()
      options.largestShare = 1
      change(&options)
      cache = URLCache(options, in: &simulation)
    }

    /// The origin's answer for a resource arrives.
    mutating func receive(_ resource: ResourceIndex, size: Int64 = 1_000) {
      let content = Content(version: 1, kind: .image, size: Bytes(size), publishedAt: .start)
      cache.keep(
        ResourceCopy(of: content, at: simulation.now, for: simulation.currentUser), of: resource,
        in: &simulation)
    }

    var keys: [ObjectKey] { cache.engines[cache.current].places }
    var inMemory: [ObjectKey] { simulation.keys(in: cache.memory).sorted() }
    var onDisk: [ObjectKey] { simulation.keys(in: cache.disk).sorted() }
    var targets: Int { cache.engines[cache.current].targetCount }
  }

  @Test func whatBothTiersEvictLeavesTheEngine() {
    var house = House(10) {
      $0.memoryCapacity = Bytes(2_000)
      $0.diskCapacity = Bytes(5_000)
    }
    for resource in 0..<10 as Range<ResourceIndex> { house.receive(resource) }
    expect(house.inMemory, is: [8, 9])
    expect(house.onDisk, is: [5, 6, 7, 8, 9])
    expect(house.keys, is: [5, 6, 7, 8, 9])
    expect(house.targets, is: 5)
  }

  @Test func aMemoryWarningTakesWhatMemoryAloneHolds() {
    var house = House(4) {
      $0.memoryCapacity = Bytes(5_000)
      $0.diskCapacity = Bytes(2_000)
    }
    for resource in 0..<4 as Range<ResourceIndex> { house.receive(resource) }
    expect(house.keys, is: [0, 1, 2, 3])
    house.cache.notice(.memoryWarning(.warning), in: &house.simulation)
    expect(house.inMemory == [] && house.onDisk == [2, 3])
    expect(house.keys, is: [2, 3])
    expect(house.targets, is: 2)
  }

  @Test func whatFitsNowhereIsNotStored() {
    var house = House(1) {
      $0.memoryCapacity = Bytes(500)
      $0.diskCapacity = Bytes(900)
      $0.largestShare = 1
    }
    house.receive(0)
    expect(house.keys == [] && house.targets == 0 && house.onDisk == [])
  }

  // Apple's documentation of willCacheResponse: no larger than about 5 % of the disk.
  @Test func anAnswerLargerThanItsShareIsNotStored() {
    var house = House(2) {
      $0.diskCapacity = Bytes(20_000)
      $0.largestShare = 0.05
    }
    house.receive(0, size: 1_000)
    house.receive(1, size: 1_001)
    expect(house.keys, is: [0])
  }

  /// nextcloud/talk-ios, pull request 2115: of 10 MB an avatar of 512 kB is never stored; of the
  /// header's 20 MiB it is.
  @Test(arguments: [("urlcache-shared", [0]), ("alamofire", [0]), ("apple", [0, 1])])
  func aSharedCacheStoresNoLargePicture(preset: String, keys: [ObjectKey]) {
    var house = House(2) { options in
      options = URLCache.Options.presets.first { $0.name == preset }?.values ?? options
    }
    house.receive(0, size: 500_000)
    house.receive(1, size: 512_000)
    expect(house.keys == keys && house.onDisk == keys)
  }

  /// What a client stores of four answers of 6 MB with its profile alone: Apple's rule of 5 % takes
  /// none, 250 and 320 MiB by an eighth all, and so do caches without a limit.
  @Test(arguments: [
    ("rfc9111", []), ("apple", []), ("chromium", [0, 1, 2, 3]), ("firefox", [0, 1, 2, 3]),
    ("webkit", [0, 1, 2, 3]), ("okhttp", [0, 1, 2, 3]), ("requests-cache", [0, 1, 2, 3]),
    ("hishel", [0, 1, 2, 3]), ("cachecontrol", [0, 1, 2, 3]),
    ("make-fetch-happen", [0, 1, 2, 3]),
  ])
  func aProfileBringsItsClientsLimits(profile: String, keys: [ObjectKey]) throws {
    let own = try #require(HTTPProfile.named(profile))
    var house = House(4) { options in
      options = URLCache.Options()
      options.profile = own
    }
    for resource in 0..<4 as Range<ResourceIndex> { house.receive(resource, size: 6_000_000) }
    expect(house.onDisk == keys && house.keys == keys && house.inMemory == [])
    var small = House(4) { options in
      options = URLCache.Options()
      options.profile = own
      options.diskCapacity = Bytes(12_000_000)
      options.largestShare = 1
    }
    for resource in 0..<4 as Range<ResourceIndex> { small.receive(resource, size: 6_000_000) }
    expect(small.onDisk, is: [2, 3])
  }

  // zhuk.fi and Apple's forums, thread 724332.
  @Test func appleEmptiesTheDiskWhenItIsFull() throws {
    var house = House(11) { options in
      options = URLCache.Options.presets.first { $0.name == "apple" }?.values ?? options
      options.diskCapacity = .megabytes(5)
    }
    for resource in 0..<10 as Range<ResourceIndex> { house.receive(resource, size: 250_000) }
    for resource in 0..<10 as Range<ResourceIndex> { house.receive(resource, size: 250_000) }
    expect(house.onDisk.count, is: 10)
    for resource in 0..<10 as Range<ResourceIndex> { house.receive(resource, size: 240_000) }
    expect(house.onDisk.count, is: 10)
    var full = House(30) { options in
      options = URLCache.Options.presets.first { $0.name == "apple" }?.values ?? options
      options.diskCapacity = .megabytes(5)
    }
    for resource in 0..<20 as Range<ResourceIndex> { full.receive(resource, size: 250_000) }
    expect(full.onDisk.count, is: 20)
    full.receive(20, size: 1_000)
    expect(full.onDisk == [20] && full.inMemory == [20] && full.keys == [20])
    expect(full.targets, is: 1)
  }

  // Apple's forums, thread 751827: below 5 MB the disk holds nothing.
  @Test func appleKeepsNothingOnASmallDisk() {
    var house = House(1) { options in
      options = URLCache.Options.presets.first { $0.name == "apple" }?.values ?? options
      options.diskCapacity = Bytes(4_900_000)
    }
    house.receive(0)
    expect(house.onDisk == [] && house.inMemory == [0])
  }

  @Test func varyKeepsOneAnswerForEachPersonWhoAsks() {
    var house = House(
      2,
      headers: {
        $0.maxAge = .days(1)
        $0.vary = "Authorization"
      }, users: 3
    ) { $0.maintenance.onLogout = .keep }
    house.receive(1)
    expect(house.cache.find(1, in: &house.simulation) != nil)
    house.simulation.changeUser(to: 2)
    house.cache.notice(.switchedUser(2), in: &house.simulation)
    expect(house.cache.find(1, in: &house.simulation) == nil)
    house.receive(1)
    expect(house.keys == [3, 5] && house.onDisk == [3, 5] && house.targets == 1)
  }

  @Test func withoutVaryPeopleShareAnAnswer() {
    var house = House(2, users: 3) { $0.maintenance.onLogout = .keep }
    house.receive(1)
    house.simulation.changeUser(to: 2)
    house.cache.notice(.switchedUser(2), in: &house.simulation)
    expect(house.cache.find(1, in: &house.simulation)?.copy.user, is: 0)
    house.receive(1)
    expect(house.keys == [5] && house.onDisk == [5] && house.targets == 1)
  }

  @Test func aCachePerPersonIsEmptyForTheNext() {
    var house = House(2, users: 2) {
      $0.maintenance.onLogout = .keep
      $0.maintenance.perUser = true
    }
    house.receive(1)
    house.simulation.changeUser(to: 1)
    house.cache.notice(.switchedUser(1), in: &house.simulation)
    expect(house.cache.find(1, in: &house.simulation) == nil)
    house.simulation.changeUser(to: 0)
    house.cache.notice(.switchedUser(0), in: &house.simulation)
    expect(house.cache.find(1, in: &house.simulation) != nil)
  }

  @Test(arguments: [("apple", 1), ("corelibs", 0)])
  func theLibrariesKeepOneAnswerOrNoneOfWhatVaries(preset: String, count: Int) {
    var house = House(
      1,
      headers: {
        $0.maxAge = .days(1)
        $0.vary = "Accept"
      }
    ) { options in
      options = URLCache.Options.presets.first { $0.name == preset }?.values ?? options
    }
    house.receive(0)
    expect(house.keys.count, is: count)
  }

  /// Figures of the libraries' sources, written by hand; 512,000 B are 500 KiB.
  static let figures: [(preset: String, setting: String, value: JSON)] = [
    ("okhttp", "profile", "okhttp"), ("okhttp", "engine", "journaled-file-pairs"),
    ("okhttp", "policy", "lru"), ("okhttp", "memoryCapacity", "0 B"),
    ("urlcache-shared", "memoryCapacity", "500 KiB"),
    ("urlcache-shared", "diskCapacity", "10 MB"),
    ("urlcache-shared", "maximumEntryShare", JSON(.real(0.05))),
    ("urlcache-shared", "profile", "apple"), ("urlcache-shared", "engine", "cfurl-cache"),
    ("alamofire", "engine", "cfurl-cache"),
    ("alamofire", "memoryCapacity", "500 KiB"), ("alamofire", "diskCapacity", "10 MB"),
    ("alamofire", "profile", "apple"),
  ]

  @Test(arguments: figures.indices) func aLibraryShipsWithIt(index: Int) throws {
    let figure = Self.figures[index]
    let library = try StrategyChoice(named: figure.preset)
    expect(library.name == "url-cache" && library.label == figure.preset)
    expect(library.settings[figure.setting]?.compact, is: figure.value.compact)
  }
}
