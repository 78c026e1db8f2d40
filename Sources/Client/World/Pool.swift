/// What is under way, by number, so that the agenda's entries stay small; numbers are used again.
struct Pool<Element> {
  private var elements: [Element] = []
  private var free: [Int] = []

  mutating func insert(_ element: Element) -> Int {
    if let index = free.popLast() {
      elements[index] = element
      return index
    }
    elements.append(element)
    return elements.count - 1
  }

  mutating func remove(_ index: Int) -> Element {
    free.append(index)
    return elements[index]
  }
}
