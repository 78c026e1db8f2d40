/// A picture of one pixel in the format PNG (ISO/IEC 15948), exactly as long as is asked for.
enum PNGImage {
  /// The picture; nil: no picture is so small.
  /// - Parameters:
  ///   - colour: the red, green and blue of the pixel.
  ///   - filling: makes the text of a comment, so many bytes.
  static func bytes(
    colour: [UInt8], filling: (Int) -> [UInt8], size: Int
  ) -> [UInt8]? {
    var image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    image += chunk("IHDR", word(1) + word(1) + [8, 2, 0, 0, 0])
    // Deflate's form without compression (RFC 1950 and 1951): one line, without a filter.
    let line: [UInt8] = [0] + colour
    let data: [UInt8] =
      [0x78, 0x01, 0x01, UInt8(line.count), 0, ~UInt8(line.count), 0xFF] + line
      + word(adler(line))
    image += chunk("IDAT", data)
    let end = chunk("IEND", [])
    let room = size - image.count - end.count
    guard room >= 0 else { return nil }
    let keyword = Array("Comment\0".utf8)
    let overhead = 12 + keyword.count
    // What follows the end of a picture is passed over.
    if room < overhead { return image + end + [UInt8](repeating: 0, count: room) }
    return image + chunk("tEXt", keyword + filling(room - overhead)) + end
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + data
    return word(UInt32(truncatingIfNeeded: data.count)) + named + word(checksum(named))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { rest, _ in
      rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1
    }
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { rest, byte in table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ rest >> 8
    }
  }
}
