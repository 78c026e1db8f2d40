internal import CacheWorkloads
internal import SimCore

/// The newest versions that users have seen, of main contents and of what stands on lists.
struct SeenVersions {
  /// By user and record, or item; those that were only ever seen in their first version are left
  /// out, as nothing is older.
  private var versions: [UInt64: UInt32] = [:]
  private var users: UInt16 = 1

  private static func key(_ id: UInt32, of user: UInt16) -> UInt64 {
    UInt64(user) << 32 | UInt64(id)
  }

  var count: Int { versions.count }

  /// Notes what is on screen. - Complexity: O(items).
  /// - Returns: whether anything of it is older than what the user has seen.
  mutating func note(
    _ copy: ResourceCopy, of resource: ResourceIndex, by user: UInt16
  ) -> Bool {
    let items = copy.items
    var isOlder = false
    users = max(users, user + 1)
    func note(_ id: UInt32, _ version: UInt32) {
      let key = Self.key(id, of: user)
      if version < versions[key] ?? 1 {
        isOlder = true
      } else if version > 1 {
        versions[key] = version
      }
    }
    if !items.contains(where: { $0.id == resource }) { note(resource, copy.version) }
    for item in items { note(item.id, item.version) }
    return isOlder
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    for id in start..<start + ResourceIndex(PagedMap<UInt32>.pageSize) {
      for user in 0..<users { versions[Self.key(id, of: user)] = nil }
    }
  }
}
