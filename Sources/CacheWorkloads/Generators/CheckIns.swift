internal import SimCore

struct CheckIns: WorkloadGenerator {
  struct Options: Settings, UseSettings, ResourceCounting {
    var use = AppUseSettings(sessionsPerDay: 6)
    var neighbourhoods = 5
    var places = 12
    var popularity = 0.8
    var listBytes = Bytes.kilobytes(12)
    var placeBytes = Bytes.kilobytes(4)
    var pageSigma = TextSizes.itemSigma
    var newsPerDay = 8.0
    var checkIn = 0.5

    var startingResources: Int { neighbourhoods * (1 + 2 * places) }

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "neighbourhoods", \.neighbourhoods, in: 1...1_000,
        assumed: "Parts of the city that a user goes to."),
      Field("places", \.places, in: 1...1_000, assumed: "Places in each."),
      .zipf(\.popularity, of: "places"),
      .bytes("listBytes", \.listBytes, assumed: "The list of places nearby, as JSON."),
      .bytes("placeBytes", \.placeBytes, assumed: "A place's page, as JSON, by the mean."),
      .sigma(\.pageSigma, named: "pageSigma", of: "places' pages and lists", TextSizes.itemSource),
      Field(
        "changesPerDay", \.newsPerDay, in: 0...100_000,
        assumed: "Changes of a neighbourhood in a day: others check in, tips, hours."),
      .share("checkIn", \.checkIn, assumed: "Share of opened places with a check-in."),
    ]
  }

  static let name = "check-ins"
  static let screens = ["nearby", "place"]
  static let summary =
    "A city guide: lists of places nearby and pages of places, with check-ins, on the way and "
    + "often without a network."

  /// 0: lists and pages, one minute and an ETag; 1: pictures, a week and validators. Assumptions.
  static let headers: [CacheHeaders] = {
    var page = CacheHeaders()
    page.maxAge = .minutes(1)
    page.hasEntityTag = true
    return [page, .picture]
  }()

  private struct Neighbourhood {
    var list: ResourceIndex
    var places: [ResourceIndex] = []
  }

  /// The shortest look at a place, and when in it one checks in; assumptions.
  private static let shortestStay = TimeSpan.seconds(4)
  private static let checkInDelay = TimeSpan.seconds(3)

  private let options: Options
  private var draws: UserDraws
  private let popularity: Popularity
  private var city: [Neighbourhood] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.pageSigma, seed: seed, device: device)
    popularity = Popularity(count: options.places, exponent: options.popularity)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    for _ in 0..<options.neighbourhoods {
      let list = log.publish(
        .model, size: draws.sizes.draw(mean: options.listBytes), headers: 0, isList: true,
        screen: 1, at: .start)
      var neighbourhood = Neighbourhood(list: list)
      for _ in 0..<options.places {
        let picture = log.picture(isFinal: false, at: .start, &draws.origin)
        neighbourhood.places.append(
          log.publish(
            .model, size: draws.sizes.draw(mean: options.placeBytes), headers: 0, parts: [picture],
            screen: 2, at: .start))
      }
      city.append(neighbourhood)
    }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    for neighbourhood in city { publishUpdates(of: neighbourhood, day, &log) }
    let starts = draws.use.starts(day, &draws.user, weight: AppUse.wakingHours)
    for start in starts {
      let here = city[whereabouts(at: start, on: day)]
      draws.use.session(at: start, on: day, &log, &draws.user) {
        [options, popularity] begin, end, log, random in
        var now = begin
        let glance = TimeSpan(rounding: 2 + random.exponential(mean: 12))
        var dwell = max(min(glance, end - now - Self.shortestStay), .seconds(1))
        log.view(here.list, from: now, for: dwell)
        now = now + dwell + AppUse.screenPause
        repeat {
          let place = here.places[popularity.draw(&random)]
          let wanted = TimeSpan(rounding: 4 + random.exponential(mean: 15))
          dwell = max(min(wanted, end - now), Self.shortestStay)
          log.view(place, from: now, for: dwell)
          let stamp = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000_000)
          if random.chance(options.checkIn) {
            let checkIn = Edit(record: place, field: .message, value: stamp)
            log.add(.edit(checkIn), at: now + Self.checkInDelay)
          }
          now = now + dwell + AppUse.screenPause
        } while end - now > Self.shortestStay
        return now - AppUse.screenPause
      }
    }
  }

  /// At home in the first neighbourhood, at work in the second, in any of them in the evening.
  private mutating func whereabouts(at instant: Instant, on day: WorkloadDay) -> Int {
    let hour = (instant - day.start).seconds / 3_600
    let anywhere = draws.user.index(below: city.count)
    if hour < 8.5 || city.count == 1 { return 0 }
    if hour < 18 && !day.isWeekend { return 1 }
    return anywhere
  }

  private mutating func publishUpdates(
    of neighbourhood: Neighbourhood, _ day: WorkloadDay, _ log: inout DeviceEventLog
  ) {
    guard options.newsPerDay > 0 else { return }
    var hour = draws.origin.exponential(mean: 24 / options.newsPerDay)
    while hour < 24 {
      let place = neighbourhood.places[popularity.draw(&draws.origin)]
      log.update(place, at: day.at(hour: hour))
      log.update(neighbourhood.list, at: day.at(hour: hour))
      hour += draws.origin.exponential(mean: 24 / options.newsPerDay)
    }
  }
}
