/// The scenarios that travel inside the program.
package enum BundledScenarios {
  /// Their names and texts, in the order in which listings show them.
  package static let all: [(name: String, bytes: [UInt8])] = [
    // Written by `make generate`.
    ("twitter", PackageResources.twitter_json),
    ("foursquare", PackageResources.foursquare_json),
    ("menus", PackageResources.menus_json),
    ("articles", PackageResources.articles_json),
    ("news", PackageResources.news_json),
    ("images", PackageResources.images_json),
    ("downloads", PackageResources.downloads_json),
    ("upgrade", PackageResources.upgrade_json),
    ("shared-device", PackageResources.shared_device_json),
    ("memory-pressure", PackageResources.memory_pressure_json),
    ("hybrid", PackageResources.hybrid_json),
    ("delta-sync", PackageResources.delta_sync_json),
    ("commute", PackageResources.commute_json),
    ("flash-wear", PackageResources.flash_wear_json),
    ("access-log", PackageResources.access_log_json),
    ("capture", PackageResources.capture_json),
  ]

  /// The text of one of them; nil when there is none of that name.
  package static func bytes(named name: String) -> [UInt8]? {
    all.first { $0.name == name }?.bytes
  }
}
