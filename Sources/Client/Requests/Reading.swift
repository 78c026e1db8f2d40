public import SimCore

/// How a strategy reads what its screens show. A scenario may say the strategy alone:
/// `"read": "networkFirst"`.
public struct Reading: Settings {
  /// From what is kept, from the network, or from both.
  public var strategy = ReadStrategy.staleWhileRevalidate
  /// With `networkFirst`: how long the network may take before what is kept is shown.
  public var timeout: TimeSpan?
  /// Whether what the network sends is kept.
  public var keeps = true

  public init() {}
  public static let fields: [Field<Reading>] = [
    Field(
      "strategy", \.strategy,
      "What a screen shows: what is kept, what the network sends, or both; other libraries' words "
        + "are understood."),
    Field(
      "timeout", \.timeout,
      "With networkFirst: how long the network may take before what is kept is shown; the request "
        + "goes on. null: until it fails. workbox's networkTimeoutSeconds.",
      check: { $0.map { $0 < .zero } == true ? "expected zero or more" : nil }),
    Field(
      "keeps", \.keeps,
      "Whether what the network sends is kept; false is workbox's NetworkOnly."),
  ]

  public static func read(
    _ json: JSON, over base: Reading, path: String, _ problems: inout Problems
  ) -> Reading? {
    guard json.members == nil else {
      return readGroup(json, over: base, path: path, &problems)
    }
    guard let strategy = ReadStrategy.read(json, path: path, &problems) else { return nil }
    var reading = base
    reading.strategy = strategy
    return reading
  }

  public static var schema: JSON {
    .object([("anyOf", JSON(.array([ReadStrategy.schema, groupSchema])))])
  }
  public static var unit: String { "group, or strategy alone" }
}
