/// What a first line of columns says.
enum CSVHeader {
  /// What stands between the columns of a first line.
  static func delimiter(of line: ArraySlice<UInt8>) -> UInt8 {
    for mark: Unicode.Scalar in [",", "\t", ";", "|"] where line.contains(UInt8(ascii: mark)) {
      return UInt8(ascii: mark)
    }
    return UInt8(ascii: " ")
  }

  /// The texts of a first line, without a mark of comment, blanks and quotes around them.
  static func names(_ line: ArraySlice<UInt8>, delimiter: UInt8) -> [String] {
    let line = line.first == UInt8(ascii: "#") ? line.dropFirst() : line
    return line.split(separator: delimiter, omittingEmptySubsequences: false).map { part in
      let isEdge = { (byte: UInt8) in byte == CSVCell.quote || byte == UInt8(ascii: " ") }
      var name = part.drop(while: isEdge)
      while let last = name.last, isEdge(last) { name = name.dropLast() }
      return String(decoding: name, as: UTF8.self)
    }
  }
}
