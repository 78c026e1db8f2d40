/// Several lists over the same small integers, each integer in at most one list at a time.
struct IndexLists: ~Copyable {
  private static let none: Int32 = -1

  private struct Link {
    var previous: Int32
    var next: Int32
  }

  private var links: [Link] = []
  private var ends: [Link] = []  // of a list: `previous` is its last index, `next` its first

  /// The first index of a list; nil when it is empty.
  func first(of list: Int) -> Int? {
    guard list < ends.count, ends[list].next != Self.none else { return nil }
    return Int(ends[list].next)
  }

  /// Puts an index that stands in no list at a list's end.
  /// - Complexity: O(1), amortised over the growth of the tables.
  mutating func append(_ index: Int, to list: Int) {
    while links.count <= index { links.append(Link(previous: Self.none, next: Self.none)) }
    while ends.count <= list { ends.append(Link(previous: Self.none, next: Self.none)) }
    let last = ends[list].previous
    links[index] = Link(previous: last, next: Self.none)
    if last == Self.none {
      ends[list].next = Int32(index)
    } else {
      links[Int(last)].next = Int32(index)
    }
    ends[list].previous = Int32(index)
  }

  /// Takes an index out of the list in which it stands.
  /// - Complexity: O(1).
  mutating func remove(_ index: Int, from list: Int) {
    let link = links[index]
    if link.previous == Self.none {
      ends[list].next = link.next
    } else {
      links[Int(link.previous)].next = link.next
    }
    if link.next == Self.none {
      ends[list].previous = link.previous
    } else {
      links[Int(link.next)].previous = link.previous
    }
  }
}
