internal import SimCore

/// A record of the oracleGeneral format, without its next access.
struct OracleRecord {
  private let time: UInt32
  private let id: UInt64
  private let size: UInt32

  /// The record of a block's request. Objects whose names are texts go by their keys; a trace
  /// without times counts 0, one without sizes 1 byte for each object.
  /// - Throws: `unwritable` when a value does not fit.
  init(
    _ index: Int, of block: borrowing RequestBlock, _ names: RequestNames, number: Int64,
    path: String
  ) throws(WorkloadError) {
    let nanoseconds = block.times.isEmpty ? 0 : names.startTime + block.times[index]
    let bytes = block.sizes.isEmpty ? 1 : block.sizes[index]
    guard let time = UInt32(exactly: nanoseconds / 1_000_000_000) else {
      throw Self.misfit(number, "time of \(nanoseconds / 1_000_000_000) s", path)
    }
    guard let size = UInt32(exactly: bytes), size > 0 else {
      throw Self.misfit(number, "size of \(bytes) bytes", path)
    }
    self.time = time
    self.size = size
    switch names.object(block.keys[index]) {
    case .number(let number): id = number
    case .text: id = UInt64(block.keys[index])
    }
  }

  private static func misfit(_ number: Int64, _ what: String, _ path: String) -> WorkloadError {
    WorkloadError(
      .unwritable, at: path,
      "request \(number + 1) has a \(what), which does not fit the format's 4 bytes")
  }

  /// Adds the 24 bytes; the next access is never.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: time.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: id.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: size.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: repeatElement(0xFF, count: 8))
  }
}
