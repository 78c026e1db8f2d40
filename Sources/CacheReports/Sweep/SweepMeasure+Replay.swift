extension SweepMeasure {
  /// The numbers of replays of a trace, as `cachesim replay` calls them. Where every object counts
  /// 1, bytes are numbers of objects.
  package static let replay: [SweepMeasure] = [
    SweepMeasure(name: "requests", unit: .count, better: .neither),
    SweepMeasure(name: "bytes", unit: .bytes, better: .neither),
    SweepMeasure(name: "misses", unit: .count, better: .lower),
    SweepMeasure(name: "miss_bytes", unit: .bytes, better: .lower),
    SweepMeasure(name: missRatio, unit: .ratio, better: .lower),
    SweepMeasure(name: byteMissRatio, unit: .ratio, better: .lower),
  ]

  static let missRatio = "miss_ratio"
  static let byteMissRatio = "byte_miss_ratio"
}
