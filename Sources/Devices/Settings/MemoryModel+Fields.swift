public import SimCore

extension MemoryModel: Settings {
  public static let presets = DeviceProfiles.all.map { device in
    Preset<MemoryModel>(device.name, "\(device.summary) Source: \(device.source).") {
      $0 = device.memoryModel
    }
  }
  public static let fields: [Field<MemoryModel>] = [
    Field("memory", \.memory, "The device's memory; an assumption."),
    Field(
      "limitFraction", \.limitFraction, in: 0...1,
      "The share of it at which the app is ended; within a community table's 0.50 to 0.68."),
    Field(
      "warningFraction", \.warningFraction, in: 0...1,
      "The share of the limit at which the system warns; an assumption."),
    Field(
      "criticalFraction", \.criticalFraction, in: 0...1,
      "The share of the limit at which it warns for the last time; an assumption."),
    Field(
      "baseline", \.baseline,
      "What the app uses beside its caches and the open screen; an assumption."),
    Field(
      "cacheFraction", \.cacheFraction, in: 0...1,
      "The share of the memory that a cache takes at most by default; as Nuke."),
    Field("cacheMost", \.cacheMost, "What a cache takes at most by default; as Nuke."),
  ]
}

extension Codec: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Codec? {
    CatalogName.read(json, path: path, "codec", among: Codecs.all.map(\.name), &problems)
      .flatMap { Codecs.named($0) }
  }
  public var json: JSON { JSON(.string(name)) }
  public static var schema: JSON { CatalogName.schema(Codecs.all.map(\.name)) }
}
