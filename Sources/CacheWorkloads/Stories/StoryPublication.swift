internal import SimCore

/// A version that the origin publishes; what is not said is as of the version before.
struct StoryPublication: Settings {
  var resource = ""
  var number: Int?
  var version: Int?
  var kind: ResourceKind?
  var size: Bytes?
  var host: String?
  var headers: StoryHeadersChoice?
  var parts: StoryNameList?
  var isList: Bool?
  var isCompressible: Bool?
  var wireSize: Bytes?
  var serverTime: TimeSpan?
  var age: TimeSpan?
  var items: [StoryItem]?
  var next: String?
  var method: HTTPMethod?
  var target: String?
  var requestSize: Bytes?
  var screen: String?

  static let fields: [Field<StoryPublication>] = [
    .resource(\.resource),
    Field(
      "number", \.number, in: StoryNumbering.numbers,
      "The number that keys the resource's draws; by default the next one of the device."),
    Field(
      "version", \.version, in: 1...Int(UInt32.max),
      "Its version; by default 1, and then one more each time."),
    Field("kind", \.kind, "Its kind; by default model, or as before."),
    Field(
      "size", \.size, in: .zero...Bytes(1 << 40),
      "The body's size, as it is stored; the first version must say it, later ones may."),
    Field("host", \.host, "The host that serves it; by default origin, or as before."),
    Field(
      "headers", \.headers,
      "What the origin says about storing: the name of headers, or the headers; by default "
        + "nothing, or as before."),
    Field(
      "parts", \.parts,
      "The resources that a screen with this version needs, published before; by default none, or "
        + "as before."),
    Field(
      "list", \.isList, "Whether it is a list that leads to the records, and no record itself."),
    Field(
      "compressible", \.isCompressible,
      "Whether a text travels compressed; false where the size is what travelled."),
    Field(
      "wireSize", \.wireSize, in: .zero...Bytes(1 << 40),
      "What this version weighs on its way, where that was recorded; by default as the scenario's "
        + "origin says."),
    Field(
      "serverTime", \.serverTime, in: .zero...(.hours(24)),
      "How long the origin takes for this version, where that was recorded; by default as the "
        + "scenario's origin says."),
    Field(
      "age", \.age, in: .zero...(.days(36_500)), "How long before this line it was published."),
    Field(
      "items", \.items,
      "What stands on this version of a list, the first on it first: what a client that asks for "
        + "changes is sent, and how high records stand. By default that is not known."
    ) { items in
      let names = (items ?? []).map(\.name)
      return Set(names).count == names.count ? nil : "an item stands twice"
    },
    Field(
      "next", \.next,
      "The page of the list behind this one, published before; by default none, or as before."),
    Field(
      "method", \.method,
      "The method of requests for it; no cache stores answers to others than GET. By default GET, "
        + "or as before."),
    Field(
      "target", \.target,
      "Of another method: the resource that GET brings from the same address, published or "
        + "numbered before, whose stored answers a request that changes it invalidates; by default "
        + "none, or as before."),
    Field(
      "requestSize", \.requestSize, in: .zero...Bytes(Int64(UInt32.max)),
      "Bytes of a request's body; by default none, or as before."),
    Field(
      "screen", \.screen,
      "What the screen is called of which it is the main content, by which metrics can be asked "
        + "for; by default its own name without its number, or as before.",
      check: { $0?.isEmpty == true ? "expected a name, found none" : nil }),
  ]
}

struct StoryItem: Settings {
  var name = ""
  var size = Bytes.zero
  var version = 1

  static let fields: [Field<StoryItem>] = [
    Field(
      "name", \.name,
      "The record that it leads to, published before, or a name of its own.", isRequired: true,
      check: StoryNumbering.wrongName),
    Field(
      "size", \.size, in: .zero...Bytes(1 << 31),
      "What it weighs on the list, as it is stored."),
    Field(
      "version", \.version, in: 1...Int(UInt32.max),
      "Its version; another one than before is a change."),
  ]
}
