public import SimCore

/// How a strategy's screens ask the origin.
public struct RequestRules: Settings {
  /// Whether a request joins one for the same resource that is under way.
  public var joins = true
  /// When a request that failed is made again.
  public var retries = Retries()

  public init() {}
  public static let fields: [Field<RequestRules>] = [
    Field(
      "joins", \.joins,
      "Whether a request joins one for the same resource that is under way; otherwise the same is "
        + "fetched twice. Libraries of pictures join, URLSession alone does not."),
    Field("retries", \.retries, "When a request that failed is made again.").also("retry"),
  ]
}
