package import SimCore

/// What the numbers of blocks stand for: objects, operations, tenants, the start of time.
///
/// A snapshot that shares its memory with the reader: let it go before the next block is read, or
/// the reader must copy what it goes on writing.
package struct RequestNames {
  /// The objects' numbers by key, where they are numbers.
  var identifiers: [UInt64] = []
  /// The objects' texts by key, where they are texts.
  var texts: ByteInterner?
  /// The operations by number.
  package internal(set) var operations: [String] = []
  /// The tenants by number.
  package internal(set) var tenants: [String] = []
  /// What is added to the block's times, in nanoseconds.
  package internal(set) var startTime: Int64 = 0

  /// How many objects there are.
  package var objectCount: Int { texts?.count ?? identifiers.count }

  /// What an object is called.
  /// - Precondition: the key was met, and names are kept.
  package func object(_ key: ObjectKey) -> ObjectName {
    if let texts { return .text(Array(texts[key])) }
    precondition(Int(key) < identifiers.count, "names are not kept")
    return .number(identifiers[Int(key)])
  }
}
