struct LogColumns: Equatable {
  var client: Int
  var time: Int
  var url: Int
  var status: Int
  /// nil: all requests are GETs.
  var method: Int?
  /// nil: no sizes are recorded.
  var bytes: Int?

  /// host, logname, time, method, url, response, bytes.
  static let nasa = LogColumns(client: 0, time: 2, url: 4, status: 5, method: 3, bytes: 6)
  static let tab = UInt8(ascii: "\t")

  private static let clientNames = [
    "host", "client", "client_ip", "clientip", "remote_addr", "remote_host", "ip", "c-ip",
  ]
  private static let timeNames = ["time", "timestamp", "ts", "date", "datetime", "epoch"]
  private static let urlNames = ["url", "uri", "path", "request_uri", "cs-uri-stem", "cs-uri"]
  private static let statusNames = ["response", "status", "status_code", "code", "sc-status"]
  private static let methodNames = ["method", "verb", "request_method", "cs-method"]
  private static let byteNames = [
    "bytes", "size", "body_bytes_sent", "bytes_sent", "response_size", "sc-bytes",
  ]

  init(client: Int, time: Int, url: Int, status: Int, method: Int?, bytes: Int?) {
    self.client = client
    self.time = time
    self.url = url
    self.status = status
    self.method = method
    self.bytes = bytes
  }

  /// Reads a header; nil when a client, a time, a URL and a status are not all among its names.
  init?(header: Span<UInt8>) {
    let cells = Self.cells(of: header)
    guard cells.count > 3 else { return nil }
    let names = cells.enumerated().map { place, cell -> String in
      var name = cell.map { header[$0] }
      if place == 0, name.first == UInt8(ascii: "#") { name.removeFirst() }
      return String(decoding: name.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
    }
    func place(_ known: [String]) -> Int? { names.firstIndex { known.contains($0) } }
    guard let client = place(Self.clientNames), let time = place(Self.timeNames),
      let url = place(Self.urlNames), let status = place(Self.statusNames)
    else { return nil }
    self.init(
      client: client, time: time, url: url, status: status, method: place(Self.methodNames),
      bytes: place(Self.byteNames))
  }

  static func cells(of line: Span<UInt8>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var start = 0
    for index in line.indices where line[index] == tab {
      cells.append(start..<index)
      start = index + 1
    }
    cells.append(start..<line.count)
    return cells
  }

  /// A time in seconds since 1970, whole or with decimals, or as ISO 8601 writes it.
  static func seconds(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    let text = range.map { line[$0] }
    let whole = text.prefix { $0 != UInt8(ascii: ".") }
    let decimals = text.dropFirst(whole.count + 1)
    if decimals.allSatisfy({ TraceNumber.digit($0) != nil }),
      let seconds = TraceNumber.decimal(line, range.lowerBound..<range.lowerBound + whole.count)
    {
      return seconds
    }
    return ISOTime.nanoseconds(String(decoding: text, as: UTF8.self)).map { $0 / 1_000_000_000 }
  }
}
