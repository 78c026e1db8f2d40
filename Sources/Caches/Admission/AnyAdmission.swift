public import SimCore

/// An admission filter with its settings, as a scenario chose it.
public struct AnyAdmission: Choosable {
  /// Its name in scenarios.
  public let name: String
  let make: @Sendable (Bytes, UInt64) -> any AdmissionFilter

  /// A filter with settings.
  public init<Filter: AdmissionFilter>(
    _ filter: Filter.Type, options: Filter.Options = Filter.Options()
  ) {
    name = Filter.name
    make = { Filter(capacity: $0, options: options, seed: $1) }
  }

  /// All admission filters, one line each.
  public static let catalog = Catalog<AnyAdmission>(
    of: "admission filter",
    [
      entry(AdmitAll.self, "Everything may come in."),
      entry(SizeThreshold.self, "Only what is not larger than a limit may come in."),
      entry(Probability.self, "A missed object comes in with a fixed probability."),
      entry(SizeProbability.self, "The larger a missed object, the less likely it comes in."),
      entry(
        AdaptSize.self,
        "The larger, the less likely, by a scale that is tuned to what was asked for lately."),
      entry(SecondHit.self, "Only what was missed before may come in."),
      entry(TinyLFU.self, "Only what was asked for often enough lately may come in."),
    ])

  private static func entry<Filter: AdmissionFilter>(
    _ filter: Filter.Type, _ summary: String
  ) -> Catalog<AnyAdmission>.Entry {
    Catalog.Entry(Filter.name, summary, settings: Filter.Options.self) {
      AnyAdmission(Filter.self, options: $0)
    }
  }
}
