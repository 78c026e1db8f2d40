/// The bytes of a version as a real cache is given them: a line that says what they are, and a
/// filling that follows from it, so that a body that comes back is known again, and one that is
/// torn, cut or mixed with another is told.
package enum ResourceBody {
  /// What a body is.
  package struct Identity: Hashable, Sendable {
    package var resource: UInt32
    package var version: UInt32
    package var user: UInt16

    package init(resource: UInt32, version: UInt32, user: UInt16) {
      self.resource = resource
      self.version = version
      self.user = user
    }
  }

  /// Bytes after which the filling begins anew: no multiple of a page, so that a page in the place
  /// of another is told.
  private static let period = 4_093

  /// The body of a version, so many bytes long; a line longer where it has not even the size of the
  /// line. - Complexity: O(size).
  package static func bytes(of identity: Identity, size: Int) -> [UInt8] {
    var bytes = line(of: identity, size: size)
    guard bytes.count < size else { return bytes }
    bytes.reserveCapacity(size)
    var state = seed(of: identity)
    let start = bytes.count
    while bytes.count < min(size, start + period) {
      let word = next(&state)
      for shift in 0..<min(8, size - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(shift))))
      }
    }
    bytes.removeLast(max(0, bytes.count - start - period))
    let filling = bytes[start...]
    while bytes.count < size { bytes += filling.prefix(size - bytes.count) }
    return bytes
  }

  /// What a body is; nil: it is no whole body of any version. - Complexity: O(size).
  package static func identity(of body: some Collection<UInt8>) -> Identity? {
    guard let end = body.prefix(64).firstIndex(of: UInt8(ascii: "\n")),
      let (identity, size) = parsed(String(decoding: body[..<end], as: UTF8.self))
    else { return nil }
    guard size <= max(body.count, 64) else { return nil }
    return isEqual(Array(body), bytes(of: identity, size: size)) ? identity : nil
  }

  /// What a body is whose first line this is, without its end; nil: of no version.
  package static func identity(ofLine line: String) -> Identity? { parsed(line)?.identity }

  /// How long the body of a version is whose size is given.
  package static func length(of identity: Identity, size: Int) -> Int {
    max(size, line(of: identity, size: size).count)
  }

  private static func line(of identity: Identity, size: Int) -> [UInt8] {
    Array("cachesim \(identity.resource) \(identity.version) \(identity.user) \(size)\n".utf8)
  }

  private static func parsed(_ line: String) -> (identity: Identity, size: Int)? {
    let words = line.split(separator: " ")
    guard words.count == 5, words[0] == "cachesim", let resource = UInt32(words[1]),
      let version = UInt32(words[2]), let user = UInt16(words[3]), let size = Int(words[4]),
      size >= 0
    else { return nil }
    return (Identity(resource: resource, version: version, user: user), size)
  }

  /// Whether two bodies are equal; eight bytes at a time, as unoptimised code compares bodies too.
  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        let words = left.count / 8
        for index in 0..<words {
          let offset = index * 8
          guard
            left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
              == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          else { return false }
        }
        return (words * 8..<left.count).allSatisfy { left[$0] == right[$0] }
      }
    }
  }

  /// Where a version's filling starts: other versions have other fillings.
  private static func seed(of identity: Identity) -> UInt64 {
    UInt64(identity.resource) << 32 ^ UInt64(identity.version) << 8 ^ UInt64(identity.user)
  }

  /// The next eight bytes: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
  /// Generators", 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
