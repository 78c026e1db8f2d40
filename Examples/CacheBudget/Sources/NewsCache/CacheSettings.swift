/// The cache settings that the app ships.
public enum CacheSettings {
  /// How old a timeline may be before it is fetched again behind what is shown.
  public static let staleAfter = Duration.seconds(300)
  /// How much the memory tier holds, in bytes.
  public static let capacity = 10_000_000
  /// How often what changed in memory is written to flash.
  public static let flushInterval = Duration.seconds(30)
}
