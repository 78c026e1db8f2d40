package import SimCore

/// A weather with its settings: when each device has which network, whatever people do.
package struct AnyWeather: Choosable {
  /// The names of the network profiles that `network` events index.
  package let profiles: [String]
  /// The way, within its settings, to the one that names the network away from Wi-Fi, or the only
  /// one.
  package let mobileNetworkPath: String
  /// Puts the weather's events among those of a story.
  package let wrap: @Sendable (EventStream, _ seed: UInt64) -> EventStream

  init(_ weather: any Weather) {
    profiles = weather.profiles
    mobileNetworkPath = type(of: weather).mobileNetworkPath
    wrap = { stream, seed in .over(WeatherSource(weather, stream, seed: seed)) { $0.issues } }
  }

  /// All weathers, in the order in which listings show them.
  package static let catalog = Catalog<AnyWeather>(
    of: "weather",
    [
      Catalog.Entry(
        "always", "The same network all the time.", settings: AlwaysWeather.self
      ) { AnyWeather($0) },
      Catalog.Entry(
        "commuter",
        "Wi-Fi at home and at work, a mobile network between, tunnels on the way, lifts at times.",
        settings: CommuterWeather.self
      ) { AnyWeather($0) },
      Catalog.Entry(
        "aeroplane", "The commuter's week with two flights of three hours.",
        settings: AeroplaneWeather.self
      ) { AnyWeather($0) },
    ])
}
