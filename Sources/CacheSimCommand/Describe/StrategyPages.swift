/// The strategies' pages, as they stand in Docs/Strategies, carried inside the program.
enum StrategyPages {
  /// Names and texts.
  static let all: [(name: String, bytes: [UInt8])] = [
    ("network-only", PackageResources.network_only_md),
    ("on-demand", PackageResources.on_demand_md),
    ("memory-tier", PackageResources.memory_tier_md),
    ("dictionary", PackageResources.dictionary_md),
    ("ns-cache", PackageResources.ns_cache_md),
    ("download-manager", PackageResources.download_manager_md),
    ("url-cache", PackageResources.url_cache_md),
    ("pre-cache", PackageResources.pre_cache_md),
    ("clairvoyant", PackageResources.clairvoyant_md),
  ]

  /// The page of a strategy; nil when it has none.
  static func page(of name: String) -> String? {
    all.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
