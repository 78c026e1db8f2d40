package import SimCore

/// What the numbers of blocks stand for: objects, operations, tenants, the start of time.
///
/// A snapshot that shares its memory with the reader: let it go before the next block is read, or
/// the reader must copy what it goes on writing.
package struct RequestNames {
  /// The objects' numbers by key, where they are numbers.
  var identifiers: [UInt64] = []
  var texts: ByteInterner?
  package internal(set) var operations: [String] = []
  package internal(set) var tenants: [String] = []
  /// What is added to the block's times, in nanoseconds.
  package internal(set) var startTime: Int64 = 0
  /// Whether they are of requests over HTTP: then every name is an address.
  package internal(set) var isRecording = false
  /// What is hidden where names are written; nil: nothing.
  var hiding: NameHiding?

  package var objectCount: Int { texts?.count ?? identifiers.count }

  /// The name of an object.
  /// - Precondition: the key was met, and names are kept.
  package func object(_ key: ObjectKey) -> ObjectName {
    if let texts { return .text(Array(texts[key])) }
    precondition(Int(key) < identifiers.count, "names are not kept")
    return .number(identifiers[Int(key)])
  }
}

extension RequestNames {
  func written(_ key: ObjectKey) -> ObjectName {
    let name = object(key)
    guard let hiding, case .text(let text) = name, hiding.hides(text, isAddress: isRecording)
    else { return name }
    return .text(hiding.object(text, number: Int(key) + 1))
  }

  func writtenTenant(_ number: UInt32) -> String {
    let name = tenants[Int(number)]
    guard let hiding else { return name }
    return isRecording
      ? hiding.client(name, number: Int(number)) : hiding.tenant(name, number: Int(number))
  }

  package func writtenTenants(_ hiding: NameHiding) -> [String] {
    var names = self
    names.hiding = hiding
    return tenants.indices.map { names.writtenTenant(UInt32($0)) }
  }
}

package enum ObjectName: Hashable, Sendable {
  case number(UInt64)
  case text([UInt8])

  /// The name as text; bytes that are no UTF-8 are replaced.
  package var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension ObjectName {
  /// The name as a number: itself, or FNV-1a of its bytes (Fowler, Noll, Vo, 1991).
  var number: UInt64 {
    switch self {
    case .number(let number): number
    case .text(let bytes):
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}
