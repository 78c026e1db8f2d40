/// A priority, and for equal priorities the order in which they were given.
struct Turn<Value: Comparable & BitwiseCopyable>: Comparable, BitwiseCopyable {
  var value: Value
  var order: Int64

  static func < (left: Turn, right: Turn) -> Bool {
    left.value < right.value || left.value == right.value && left.order < right.order
  }
}
