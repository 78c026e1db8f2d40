internal import SimCore
internal import Workloads

/// Which versions were fetched ahead, and whether they were ever shown.
struct PrefetchLedger {
  private struct Version {
    var version: UInt32 = 0
    var size = Bytes.zero
    var isUsed = true
  }

  private(set) var use = PrefetchUse()
  private var newest: [Version] = []

  mutating func fetched(_ resource: ResourceIndex, version: UInt32, size: Bytes) {
    let index = Int(resource)
    if index >= newest.count {
      newest.append(contentsOf: repeatElement(Version(), count: index + 1 - newest.count))
    }
    newest[index] = Version(version: version, size: size, isUsed: false)
    use.fetched += 1
    use.fetchedBytes += size
  }

  mutating func shown(_ resource: ResourceIndex, version: UInt32) {
    let index = Int(resource)
    guard index < newest.count, !newest[index].isUsed, newest[index].version == version else {
      return
    }
    newest[index].isUsed = true
    use.used += 1
    use.usedBytes += newest[index].size
  }
}
