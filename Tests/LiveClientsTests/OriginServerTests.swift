internal import Foundation
internal import SimCore
internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// The origin's HTTP, over connections that the test itself makes.
@Suite struct OriginServerTests {
  /// A server that answers each request at once, whole or piece by piece, and counts them.
  private final class Answering: Sendable {
    let count = Mutex(0)
    private let server: OriginServer
    private let relay: RequestRelay

    init(_ answer: OriginAnswer, pieces: [Int] = []) throws {
      let relay = RequestRelay()
      self.relay = relay
      server = try OriginServer { relay.hand($0) }
      relay.set { [weak self] request in
        self?.count.withLock { $0 += 1 }
        for count in pieces { self?.server.begin(request, with: answer, upTo: count) }
        self?.server.answer(request, with: answer)
      }
    }

    var port: Int { server.port }
    var answered: Int { count.withLock { $0 } }
  }

  private static let hello = OriginAnswer(status: 200, body: Array("hello".utf8))

  /// However many requests there were, the next one passes through as few calls.
  @Test func aRelaysStackDoesNotGrow() {
    let relay = RequestRelay()
    let places = Mutex<Set<UInt>>([])
    relay.set { _ in
      var here = 0
      withUnsafePointer(to: &here) { place in
        places.withLock { _ = $0.insert(UInt(bitPattern: place)) }
      }
    }
    for id in 0..<5_000 {
      relay.hand(HeldRequest(id: id, method: "GET", path: "/", headers: []))
    }
    expect(places.withLock { $0.count }, is: 1)
  }

  /// A piece that was sent before is not sent again; an answer without a body has its head once.
  @Test(arguments: [[0], [0, 2, 1, 2, 5], [3]]) func anAnswerInPiecesIsWhole(pieces: [Int]) throws {
    for answer in [Self.hello, OriginAnswer(status: 304)] {
      let own = pieces.map { min($0, answer.body.count) }
      let server = try Answering(answer, pieces: own)
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let text = client.readToEnd()
      expect(text.ranges(of: "HTTP/1.1 ").count, is: 1)
      expect(text.hasSuffix(answer.status == 304 ? "\r\n\r\n" : "\r\n\r\nhello"), "\(text)")
      expect(server.answered, is: 1)
    }
  }

  @Test func manyRequestsOfAConnectionAreAnswered() throws {
    let server = try Answering(Self.hello)
    let client = try RawClient(port: server.port)
    let count = 3_000
    for _ in 0..<(count / 100) {
      client.send(String(repeating: "GET /model/1 HTTP/1.1\r\nHost: a\r\n\r\n", count: 100))
    }
    client.send("GET /model/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let text = client.readToEnd()
    expect(text.ranges(of: "HTTP/1.1 200 OK").count, is: count + 1)
    expect(server.answered, is: count + 1)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "close"),
    ("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "close"),
    ("GET / HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK", "close"),
    ("one two three\r\n\r\n", "HTTP/1.1 400 Bad Request", "close"),
    ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "HTTP/1.1 400 Bad Request", "close"),
  ])
  func aConnectionThatIsToEndEnds(request: String, status: String, word: String) throws {
    let server = try Answering(Self.hello)
    let client = try RawClient(port: server.port)
    client.send(request)
    let text = client.readToEnd()
    expect(text.hasPrefix(status), "\(text)")
    expect(text.lowercased().contains("connection: \(word)\r\n"), "\(text)")
    expect(client.hasEnded)
  }

  /// HTTP/1.0 keeps a connection where the client asks for that and the answer says so.
  @Test func aConnectionThatIsToStayStays() throws {
    let server = try Answering(Self.hello)
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    client.send("GET / HTTP/1.0\r\n\r\n")
    let text = client.readToEnd()
    expect(text.ranges(of: "hello").count, is: 2)
    expect(text.contains("connection: keep-alive\r\n"))
  }

  /// An answer that HTTP forbids cannot be sent; its client is not left waiting.
  @Test func whatCannotBeSentEndsTheConnection() throws {
    let server = try Answering(OriginAnswer(status: 200, headers: [("etag", "a\u{1}")]))
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    expect(!client.readToEnd().contains("200 OK"))
    expect(client.hasEnded)
  }

  /// A client that asks and does not read is asked to wait: what is made for it is bounded.
  @Test func aClientThatDoesNotReadIsNotAnsweredOn() throws {
    let count = 300
    let size = 256 << 10
    let server = try Answering(
      OriginAnswer(status: 200, body: [UInt8](repeating: 97, count: size)))
    let client = try RawClient(port: server.port)
    client.send(
      String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: count - 1)
        + "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    var (before, now) = (-1, server.answered)
    while before != now {
      usleep(200_000)
      (before, now) = (now, server.answered)
    }
    // What the system buffers for a connection is a few megabytes; all answers are 75.
    expect(now < count / 2, "\(now) answers were made")
    expect(client.countToEnd() > count * size)
    expect(server.answered, is: count)
  }
}

/// A connection to a port of this machine.
final class RawClient {
  private let descriptor: Int32
  private(set) var hasEnded = false

  init(port: Int) throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    try #require(code == 0)
    // A server that does not end a connection fails the test, and does not stop it.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let sent = write(descriptor, Array(bytes[start...]), bytes.count - start)
      if sent <= 0 { return }
      start += sent
    }
  }

  func readToEnd() -> String {
    var bytes: [UInt8] = []
    each { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  func countToEnd() -> Int {
    var count = 0
    each { count += $0.count }
    return count
  }

  private func each(_ body: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(descriptor, &buffer, buffer.count)
      hasEnded = got == 0
      if got <= 0 { return }
      body(buffer[..<got])
    }
  }
}
