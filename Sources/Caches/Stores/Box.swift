/// One value in memory of its own, with one owner: what is handed on is a single word.
///
/// With `Table` the only place of the module that handles memory itself.
struct Box<Value: ~Copyable>: ~Copyable {
  private let address: UnsafeMutablePointer<Value>

  /// Puts a value into a box.
  init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// What is in the box.
  var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) unsafeMutableAddress { address }
  }
}
