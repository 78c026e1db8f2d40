/// Values as bytes, one after another by their place: what a build of the program writes for
/// itself.
///
/// A value is written through its synthesised `Codable`, so that nothing is kept in step by hand.
/// There are neither names nor types among the bytes: only the type that was written can be read,
/// and only by the same declarations. Whole numbers take as few bytes as they need (LEB128 of the
/// zigzag form, as in Protocol Buffers), other numbers are their bits, texts and lists have their
/// count before them, and what may be missing a byte that says so. Sets and dictionaries, whose
/// order is by chance, have no form.
package enum PositionalForm {
  /// - Throws: `EncodingError` of a value that cannot be written.
  /// - Complexity: O(bytes).
  package static func bytes(of value: some Codable) throws -> [UInt8] {
    let writer = PositionalWriter()
    try writer.write(value)
    return writer.bytes
  }

  /// - Throws: `DecodingError` when the bytes are not exactly a value of the type.
  /// - Complexity: O(bytes).
  package static func value<Value: Codable>(
    of type: Value.Type, in bytes: ArraySlice<UInt8>
  ) throws -> Value {
    let reader = PositionalReader(bytes)
    let value = try reader.read(type)
    guard reader.rest == 0 else { throw reader.error() }
    return value
  }
}

/// What is written in a form of its own, and not part by part.
private protocol PositionalValue: Codable {
  func write(to writer: PositionalWriter) throws
  static func read(from reader: PositionalReader) throws -> Self
}

extension PositionalValue {
  /// All elements of an array: a loop over a known type, which is many times faster than one over
  /// any.
  static func writeAll(_ values: Any, to writer: PositionalWriter) throws {
    for value in values as? [Self] ?? [] { try value.write(to: writer) }
  }

  static func readAll(_ count: Int, from reader: PositionalReader) throws -> Any {
    var values: [Self] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(from: reader)) }
    return values
  }
}

extension PositionalValue where Self: FixedWidthInteger {
  func write(to writer: PositionalWriter) {
    writer.write(number: VariableLength.zigzag(Int64(truncatingIfNeeded: self)))
  }

  static func read(from reader: PositionalReader) throws -> Self {
    let number = try reader.number()
    return Self(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(number & 1))
  }
}

extension Int: PositionalValue {}
extension Int8: PositionalValue {}
extension Int16: PositionalValue {}
extension Int32: PositionalValue {}
extension Int64: PositionalValue {}
extension UInt: PositionalValue {}
extension UInt8: PositionalValue {}
extension UInt16: PositionalValue {}
extension UInt32: PositionalValue {}
extension UInt64: PositionalValue {}

extension Int128: PositionalValue {
  fileprivate func write(to writer: PositionalWriter) {
    Int64(truncatingIfNeeded: self).write(to: writer)
    Int64(truncatingIfNeeded: self >> 64).write(to: writer)
  }

  fileprivate static func read(from reader: PositionalReader) throws -> Int128 {
    let low = UInt64(bitPattern: try Int64.read(from: reader))
    return Int128(try Int64.read(from: reader)) << 64 | Int128(low)
  }
}

extension Bool: PositionalValue {
  fileprivate func write(to writer: PositionalWriter) { writer.write(number: self ? 1 : 0) }

  fileprivate static func read(from reader: PositionalReader) throws -> Bool {
    try reader.number() != 0
  }
}

extension Double: PositionalValue {
  fileprivate func write(to writer: PositionalWriter) {
    for byte in 0..<8 { writer.bytes.append(UInt8(truncatingIfNeeded: bitPattern >> (8 * byte))) }
  }

  fileprivate static func read(from reader: PositionalReader) throws -> Double {
    Double(bitPattern: try reader.take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension String: PositionalValue {
  fileprivate func write(to writer: PositionalWriter) {
    writer.write(number: UInt64(utf8.count))
    writer.bytes += utf8
  }

  fileprivate static func read(from reader: PositionalReader) throws -> String {
    String(decoding: try reader.take(try reader.count()), as: UTF8.self)
  }
}

extension Array: PositionalValue where Element: Codable {
  fileprivate func write(to writer: PositionalWriter) throws {
    writer.write(number: UInt64(count))
    if let type = Element.self as? any PositionalValue.Type {
      try type.writeAll(self, to: writer)
    } else {
      for element in self { try writer.write(element) }
    }
  }

  fileprivate static func read(from reader: PositionalReader) throws -> [Element] {
    let count = try reader.count()
    guard let type = Element.self as? any PositionalValue.Type else {
      return try (0..<count).map { _ in try reader.read(Element.self) }
    }
    return try type.readAll(count, from: reader) as? [Element] ?? []
  }
}

extension SIMD16: PositionalValue where Scalar == Int64 {
  fileprivate func write(to writer: PositionalWriter) throws {
    try indices.map { self[$0] }.write(to: writer)
  }

  fileprivate static func read(from reader: PositionalReader) throws -> SIMD16<Int64> {
    let scalars = try [Int64].read(from: reader)
    guard scalars.count == scalarCount else { throw reader.error() }
    return SIMD16(scalars)
  }
}

extension Optional: PositionalValue where Wrapped: Codable {
  fileprivate func write(to writer: PositionalWriter) throws {
    (self != nil).write(to: writer)
    if let self { try writer.write(self) }
  }

  fileprivate static func read(from reader: PositionalReader) throws -> Wrapped? {
    try Bool.read(from: reader) ? try reader.read(Wrapped.self) : nil
  }
}

// MARK: - Writing

private final class PositionalWriter: Encoder {
  var bytes: [UInt8] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func write(_ value: some Encodable) throws {
    if let value = value as? any PositionalValue {
      try value.write(to: self)
    } else {
      try value.encode(to: self)
    }
  }

  func write(number: UInt64) { VariableLength.append(number, to: &bytes) }

  func container<Key>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(writer: self))
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { noForm() }

  struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: PositionalWriter
    var codingPath: [any CodingKey] { [] }

    func encode(_ value: some Encodable, forKey _: Key) throws { try writer.write(value) }
    func encode(_ value: Int128, forKey _: Key) throws { try writer.write(value) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey _: Key) throws {
      try writer.write(value)
    }
    // The protocol's own ones, which leave out what is missing, come before a generic one. Those
    // of further types are written without a mark, and cannot be read.
    func encodeIfPresent(_ value: Int?, forKey _: Key) throws { try writer.write(value) }
    func encodeIfPresent(_ value: Int64?, forKey _: Key) throws { try writer.write(value) }
    func encodeIfPresent(_ value: Double?, forKey _: Key) throws { try writer.write(value) }
    func encodeNil(forKey _: Key) { noForm() }
    func nestedContainer<Other>(keyedBy _: Other.Type, forKey _: Key) -> KeyedEncodingContainer<
      Other
    > { noForm() }
    func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer { noForm() }
    func superEncoder() -> any Encoder { noForm() }
    func superEncoder(forKey _: Key) -> any Encoder { noForm() }
  }

  struct Single: SingleValueEncodingContainer {
    let writer: PositionalWriter
    var codingPath: [any CodingKey] { [] }

    func encode(_ value: some Encodable) throws { try writer.write(value) }
    func encodeNil() { noForm() }
  }
}

/// - Precondition: never called; types that are written have members or one value.
private func noForm() -> Never {
  preconditionFailure("only members and single values have a form by place")
}

// MARK: - Reading

private final class PositionalReader: Decoder {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var rest: Int { bytes.endIndex - place }

  func read<Value: Decodable>(_: Value.Type) throws -> Value {
    guard let type = Value.self as? any PositionalValue.Type else { return try Value(from: self) }
    guard let value = try type.read(from: self) as? Value else { throw error() }
    return value
  }

  func number() throws -> UInt64 {
    var number: UInt64 = 0
    var (shift, next) = (0, place)
    while next < bytes.endIndex, shift < 64 {
      let byte = bytes[next]
      number |= UInt64(byte & 0x7f) << UInt64(shift)
      next += 1
      if byte < 0x80 {
        place = next
        return number
      }
      shift += 7
    }
    throw error()
  }

  /// How many parts follow; each has a byte at least.
  func count() throws -> Int {
    guard let count = Int(exactly: try number()), count <= rest else { throw error() }
    return count
  }

  func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= rest else { throw error() }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  func error() -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "not a value of the type"))
  }

  func container<Key>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(reader: self))
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(reader: self) }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw error() }

  struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: PositionalReader
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey _: Key) throws -> T { try reader.read(type) }
    func decode(_ type: Int128.Type, forKey _: Key) throws -> Int128 { try reader.read(type) }
    func decodeIfPresent<T: Decodable>(_: T.Type, forKey _: Key) throws -> T? {
      try reader.read(T?.self)
    }
    func decodeIfPresent(_: Int.Type, forKey _: Key) throws -> Int? { try reader.read(Int?.self) }
    func decodeIfPresent(_: Int64.Type, forKey _: Key) throws -> Int64? {
      try reader.read(Int64?.self)
    }
    func decodeIfPresent(_: Double.Type, forKey _: Key) throws -> Double? {
      try reader.read(Double?.self)
    }
    func decodeNil(forKey _: Key) throws -> Bool { throw reader.error() }
    func nestedContainer<Other>(keyedBy _: Other.Type, forKey _: Key) throws
      -> KeyedDecodingContainer<Other>
    { throw reader.error() }
    func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer {
      throw reader.error()
    }
    func superDecoder() throws -> any Decoder { throw reader.error() }
    func superDecoder(forKey _: Key) throws -> any Decoder { throw reader.error() }
  }

  struct Single: SingleValueDecodingContainer {
    let reader: PositionalReader
    var codingPath: [any CodingKey] { [] }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.read(type) }
    func decodeNil() -> Bool { false }
  }
}
