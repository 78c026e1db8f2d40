internal import CacheWorkloads
internal import SimCore

/// The newest versions that users have seen, of main contents and of what stands on lists.
struct SeenVersions {
  /// By user and record, or item.
  private var versions: [UInt64: UInt32] = [:]

  /// Notes what is on screen. - Complexity: O(items).
  /// - Returns: whether anything of it is older than what the user has seen.
  mutating func note(
    _ copy: ResourceCopy, of resource: ResourceIndex, by user: UInt16
  ) -> Bool {
    let items = copy.items
    var isOlder = false
    func note(_ id: UInt32, _ version: UInt32) {
      let key = UInt64(user) << 32 | UInt64(id)
      let seen = versions[key] ?? 0
      if version < seen { isOlder = true } else { versions[key] = version }
    }
    if !items.contains(where: { $0.id == resource }) { note(resource, copy.version) }
    for item in items { note(item.id, item.version) }
    return isOlder
  }
}
