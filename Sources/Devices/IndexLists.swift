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

  /// The last index of a list; nil when it is empty.
  func last(of list: Int) -> Int? {
    guard list < ends.count, ends[list].previous != Self.none else { return nil }
    return Int(ends[list].previous)
  }

  /// The index before one that stands in a list; nil when that is the first.
  func index(before index: Int) -> Int? {
    let previous = links[index].previous
    return previous == Self.none ? nil : Int(previous)
  }

  /// Puts an index that stands in no list at a list's end.
  /// - Complexity: O(1), amortised over the growth of the tables.
  mutating func append(_ index: Int, to list: Int) {
    insert(index, to: list, after: last(of: list))
  }

  /// Puts an index that stands in no list behind one that stands in the list; nil: at its head.
  /// - Complexity: O(1), amortised over the growth of the tables.
  mutating func insert(_ index: Int, to list: Int, after predecessor: Int?) {
    while links.count <= index { links.append(Link(previous: Self.none, next: Self.none)) }
    while ends.count <= list { ends.append(Link(previous: Self.none, next: Self.none)) }
    let previous = predecessor.map { Int32($0) } ?? Self.none
    let next = predecessor.map { links[$0].next } ?? ends[list].next
    links[index] = Link(previous: previous, next: next)
    if let predecessor {
      links[predecessor].next = Int32(index)
    } else {
      ends[list].next = Int32(index)
    }
    if next == Self.none {
      ends[list].previous = Int32(index)
    } else {
      links[Int(next)].previous = Int32(index)
    }
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
