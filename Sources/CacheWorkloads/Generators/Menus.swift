internal import SimCore

struct Menus: WorkloadGenerator {
  struct Options: Settings, UseSettings {
    var use = AppUseSettings(sessionsPerDay: 1.5)
    var items = 40
    var itemBytes = Bytes(600)
    var thumbnailBytes = Bytes.kilobytes(15)
    var detailBytes = Bytes.kilobytes(2)
    var detailSigma = TextSizes.itemSigma
    var changeHour = 5.0
    var editsPerDay = 0.5
    var popularity = 0.8

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field("items", \.items, in: 1...1_000, assumed: "Items on the menu."),
      .bytes(
        "itemBytes", \.itemBytes, upTo: .megabytes(1),
        assumed: "An item's fields on the menu, as JSON."),
      .bytes("thumbnailBytes", \.thumbnailBytes, assumed: "An item's small picture."),
      .bytes("detailBytes", \.detailBytes, assumed: "An item's own page, as JSON, by the mean."),
      .sigma(\.detailSigma, named: "detailSigma", of: "details", TextSizes.itemSource),
      Field("changeHour", \.changeHour, in: 0...23.99, assumed: "When the day's menu comes."),
      Field(
        "editsPerDay", \.editsPerDay, in: 0...10_000,
        assumed: "Small changes in a day: a price, sold out."),
      .zipf(\.popularity, of: "items"),
    ]
  }

  static let name = "menus"
  static let screens = ["menu", "item"]
  static let summary =
    "A restaurant's menu with its items: new each morning, corrected now and then, looked at "
    + "before meals."

  /// 0: menus and items, a day and validators; 1: pictures, a week and validators. Assumptions.
  static let headers: [CacheHeaders] = [.validated(maxAge: .hours(24)), .picture]

  private let options: Options
  private var draws: UserDraws
  private let popularity: Popularity
  private var menu: ResourceIndex = 0
  private var items: [ResourceIndex] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.detailSigma, seed: seed, device: device)
    popularity = Popularity(count: options.items, exponent: options.popularity)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    var thumbnails: [ResourceIndex] = []
    for _ in 0..<options.items {
      thumbnails.append(
        log.publish(.avatar, size: options.thumbnailBytes, headers: 1, host: 1, at: .start))
      let picture = log.picture(isFinal: false, at: .start, &draws.origin)
      items.append(
        log.publish(
          .model, size: draws.sizes.draw(mean: options.detailBytes), headers: 0, parts: [picture],
          screen: 2, at: .start))
    }
    let size = Bytes(options.itemBytes.count * Int64(options.items))
    menu = log.publish(
      .model, size: size, headers: 0, parts: thumbnails, isList: true, screen: 1, at: .start)
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    log.update(menu, at: day.at(hour: options.changeHour))
    // In order of time, as versions are numbered in the order in which they are published.
    let edits = (0..<draws.origin.poisson(mean: options.editsPerDay)).map { _ in
      let hours = options.changeHour + draws.origin.unit() * (24 - options.changeHour)
      return (at: day.at(hour: hours), item: popularity.draw(&draws.origin))
    }.sorted { $0.at < $1.at }
    for edit in edits {
      log.update(items[edit.item], at: edit.at)
      log.update(menu, at: edit.at)
    }
    let starts = draws.use.starts(day, &draws.user, weight: Self.mealTimes)
    for start in starts {
      draws.use.session(at: start, on: day, &log, &draws.user) {
        [menu, items, popularity] begin, end, log, random in
        var now = begin
        var isMenu = true
        repeat {
          let screen = isMenu ? menu : items[popularity.draw(&random)]
          let wanted = TimeSpan(rounding: 3 + random.exponential(mean: isMenu ? 20 : 8))
          let dwell = max(min(wanted, end - now), .seconds(1))
          log.view(screen, from: now, for: dwell)
          now = now + dwell + AppUse.screenPause
          isMenu.toggle()
        } while end - now > .seconds(2)
        return now - AppUse.screenPause
      }
    }
  }

  /// How likely an hour is: around noon and around seven, an assumption.
  private static func mealTimes(_ hour: Double) -> Double {
    switch hour {
    case 11..<13.5: 1
    case 17.5..<20.5: 0.8
    case 8..<23: 0.05
    default: 0
    }
  }
}
