internal import SimCore

/// Fills the next accesses of a file of oracleGeneral records, from its end to its beginning.
enum NextAccessAnnotation {
  /// How many records are held at once: 64 Ki, 1.5 MiB.
  private static let pieceCount = 1 << 16

  /// Fills them in. Memory: what an interner keeps, and 8 bytes for each object.
  /// - Complexity: O(records).
  static func annotate(_ output: inout TraceOutput, count: Int) throws(WorkloadError) {
    let length = OracleGeneralFormat.recordLength
    var interner = KeyInterner()
    var numbers: [Int64] = []
    var bytes: [UInt8] = []
    var end = count
    while end > 0 {
      let start = max(0, end - pieceCount)
      let range = start * length..<end * length
      if bytes.count != range.count { bytes = [UInt8](repeating: 0, count: range.count) }
      try output.read(range, into: &bytes)
      for index in (start..<end).reversed() {
        let place = (index - start) * length
        let key = Int(interner.key(of: bytes.span.littleEndian64(at: place + 4)))
        let number = Int64(index + 1)
        if key < numbers.count {
          write(numbers[key], into: &bytes, at: place + 16)
          numbers[key] = number
        } else {
          numbers.append(number)
        }
      }
      try output.rewrite(range, with: bytes)
      end = start
    }
  }

  private static func write(_ number: Int64, into bytes: inout [UInt8], at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: Int64.self)
    }
  }
}
