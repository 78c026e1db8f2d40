internal import CacheMetrics
internal import CacheWorkloads
package import SimCore

/// What the system deletes of what an app stores in its caches' folder, and how much it lets it
/// store. In a browser that is what an origin stores without asking for more; what it was granted
/// for good, and an app on the home screen, is `documents`.
package struct StorageRule: Settings {
  package var whenShort = ShortageRule.emptiesCaches
  package var quota = Bytes.unlimited
  package var refusesAboveQuota = false
  package var unusedFor: TimeSpan?

  package init() {}

  private init(quota: Bytes, refuses: Bool, unusedFor: TimeSpan? = nil) {
    self.quota = quota
    self.unusedFor = unusedFor
    refusesAboveQuota = refuses
    if !refuses { whenShort = .trimsToQuota }
  }

  /// The disk whose shares browsers give: 128 GB (assumption).
  private static let disk = Bytes.gigabytes(128)

  package static var isWrittenByName: Bool { true }
  package static let presets = [
    Preset<StorageRule>(
      "ios",
      "A shortage of space empties Library/Caches of an app that does not run (Apple, \"File "
        + "System Programming Guide\"); which apps' is not published: this one's, by assumption."
    ) { $0 = StorageRule() },
    Preset<StorageRule>(
      "android",
      "A shortage of space takes files of cacheDir, the oldest first, from apps that are above "
        + "their quota (Android, Context.getCacheDir and StorageManager.getCacheQuotaBytes), until "
        + "this one is not. The quota changes with use; 64 MiB is its default (frameworks/base, "
        + "StorageStatsService, DEFAULT_QUOTA). That apps within theirs lose nothing is assumed."
    ) { $0 = StorageRule(quota: Bytes(64 << 20), refuses: false) },
    Preset<StorageRule>(
      "chromium",
      "An origin may store 60 % of the disk (MDN, \"Storage quotas and eviction criteria\"), here "
        + "of 128 GB; a shortage empties the origin that was not used for longest: this one, by "
        + "assumption."
    ) { $0 = StorageRule(quota: Bytes(disk.count * 6 / 10), refuses: true) },
    Preset<StorageRule>(
      "firefox",
      "The same with 10 % of the disk or 10 GiB, whichever is less, for all origins of a site (the "
        + "same page)."
    ) { $0 = StorageRule(quota: min(Bytes(disk.count / 10), Bytes(10 << 30)), refuses: true) },
    Preset<StorageRule>(
      "safari",
      "60 % of the disk since Safari 17 (webkit.org, \"Updates to Storage Policy\"), and all that "
        + "scripts store goes after seven days of use without the site's (webkit.org, \"Full "
        + "Third-Party Cookie Blocking and More\"); that Safari is used every day is assumed."
    ) {
      $0 = StorageRule(quota: Bytes(disk.count * 6 / 10), refuses: true, unusedFor: .days(7))
    },
  ]
  package static let fields: [Field<StorageRule>] = [
    Field(
      "whenShort", \.whenShort,
      "What a shortage of space does to the caches of an app that does not run."),
    Field(
      "quota", \.quota, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "What the app may store: of caches with whenShort trims-to-quota, of all on flash with "
        + "refusesAboveQuota."),
    Field(
      "refusesAboveQuota", \.refusesAboveQuota,
      "Whether storing more than the quota fails, as with a browser's QuotaExceededError."),
    Field(
      "unusedFor", \.unusedFor, in: .hours(1)...(.days(3_650)),
      "How long an app is not used until its caches are emptied, found when it is next used; null: "
        + "for ever."),
  ]
}

/// What a shortage of space does to the caches of an app that does not run.
package enum ShortageRule: String, WordSettingValue {
  /// All of them go, and the process with them if it was suspended.
  case emptiesCaches = "empties-caches"
  /// Files go, the one written longest ago first, until the quota is kept. A database is one file.
  case trimsToQuota = "trims-to-quota"
}

// MARK: - What the system deletes

extension DeviceSimulation {
  /// The system lacks space.
  mutating func runOutOfSpace() {
    guard !app.isWorking else { return }
    switch plan.device.system.storage.whenShort {
    case .emptiesCaches: emptyCaches()
    case .trimsToQuota: trimCaches(to: plan.device.system.storage.quota)
    }
  }

  /// Deletes the caches of an app that was not used for as long as the system's rule says.
  mutating func dropUnusedStorage() {
    guard let limit = plan.device.system.storage.unusedFor, let lastUse = app.lastUse,
      now - lastUse >= limit, !app.isWorking
    else { return }
    emptyCaches()
  }

  /// Whether the quota leaves room for so many bytes in the place of what is there.
  func permitsStoring(_ size: Bytes, of key: ResourceIndex, in tier: TierID) -> Bool {
    let rule = plan.device.system.storage
    guard rule.refusesAboveQuota, storage.tiers[tier.index].medium == .flash else { return true }
    let old = storage.tiers[tier.index].peek(key)?.size ?? .zero
    return storage.flashInUse - old + size <= rule.quota
  }

  /// The same of a file that is no entry; where its tier does not count files, nor does the quota.
  func permitsFile(_ write: FileWrite) -> Bool {
    let (rule, tier) = (plan.device.system.storage, storage.tiers[write.tier.index])
    guard rule.refusesAboveQuota, tier.countsFiles else { return true }
    let old = tier.file(at: tier.place(of: write.key, for: write.user ?? app.user))
    return storage.flashInUse - old + write.size <= rule.quota
  }

  private var tiersInCaches: [Int] {
    storage.tiers.indices.filter {
      storage.tiers[$0].medium == .flash && storage.tiers[$0].maintenance.directory == .caches
    }
  }

  private mutating func emptyCaches() {
    // Files are never removed under a suspended process: it is ended first.
    endProcess(.lackedSpace)
    var bytes = Bytes.zero
    for index in tiersInCaches {
      bytes += storage.tiers[index].used
      vanish(index)
    }
    guard bytes > .zero else { return }
    record(.purged(bytes))
    tell(.purged)
  }

  private mutating func vanish(_ index: Int) {
    storage.changeFlash(by: .zero - storage.tiers[index].used)
    if trace.collectsDetail { recordDepartures(from: index, .purged) }
    storage.tiers[index].vanish()
  }

  /// The system deletes files by itself: the app writes nothing for it.
  private mutating func trimCaches(to quota: Bytes) {
    let indices = tiersInCaches
    let before = indices.reduce(Bytes.zero) { $0 + storage.tiers[$1].used }
    var left = before
    for file in indices.flatMap({ cachedFiles(of: $0) }).sorted(by: { $0.age < $1.age }) {
      guard left > quota else { break }
      left = left - file.size
      guard let entry = file.entry else {
        vanish(file.tier)
        continue
      }
      if trace.collectsDetail { recordDeparture(of: entry, file.size, from: file.tier, .purged) }
      let used = storage.tiers[file.tier].used
      storage.tiers[file.tier].drop(entry)
      _ = storage.tiers[file.tier].commit(at: now, by: app.process)
      storage.changeFlash(by: storage.tiers[file.tier].used - used)
    }
    guard left < before else { return }
    record(.purged(before - left))
    if left == .zero { tell(.purged) }
  }

  /// What the system can delete of a tier: an entry of it, or the whole.
  private func cachedFiles(of index: Int) -> [CachedFile] {
    let tier = storage.tiers[index]
    let entries = tier.all
    guard !tier.hasFileForEachEntry else {
      return entries.map {
        CachedFile(
          tier: index, entry: $0, size: tier.size(of: $0),
          age: ($0.copy.writtenAt, index, $0.place))
      }
    }
    guard let last = entries.map(\.copy.writtenAt).max() else { return [] }
    return [CachedFile(tier: index, entry: nil, size: tier.used, age: (last, index, 0))]
  }
}

/// A file in the caches' folder: an entry of a tier, or, without one, all of it.
private struct CachedFile {
  var tier: Int
  var entry: TierEntry?
  var size: Bytes
  /// Sorts it behind those that were written before.
  var age: (Instant, Int, ObjectKey)
}
