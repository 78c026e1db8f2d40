internal import SimCore
internal import Synchronization

#if Live
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
#endif

struct HeldRequest: Sendable {
  let id: Int
  let method: String
  /// The path, without what follows `?`.
  let path: String
  let headers: [(name: String, value: String)]
  /// What stands behind the path, with its `?`.
  var query = ""

  var target: String { path + query }

  /// The first line of a name, in any case.
  func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }
}

struct OriginAnswer: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The lines as recordings have them, where they differ: with ages and dates that are not scaled.
  var noted: [(name: String, value: String)]?
}

#if Live
/// The origin that a client under test talks to: an HTTP/1.1 server on the loopback address, at a
/// port that the system chooses, whose answers wait until they are given.
///
/// Of each connection one request is under way at a time, and none while its client does not take
/// what it was sent: memory for a client is an answer and what the system reads at once.
final class OriginServer: Sendable {
  let port: Int

  private struct Place {
    var channel: any Channel
    var connection: String?
    /// How much of the body has been sent; nil: nor has the head.
    var sent: Int?
  }

  private struct State {
    var count = 0
    var places: [Int: Place] = [:]
  }

  private final class Waiting: Sendable {
    let state = Mutex(State())
  }

  private let waiting = Waiting()
  private let channel: any Channel

  /// Begins to listen, at port 0 where the system likes.
  /// - Parameter listener: is called with each request, on a thread of the server's.
  init(
    port: Int = 0, address: String = "127.0.0.1",
    listener: @escaping @Sendable (HeldRequest) -> Void
  ) throws(ToolError) {
    let waiting = waiting
    do {
      channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.pipeline.configureHTTPServerPipeline(withErrorHandling: true).flatMapThrowing {
            let reader = RequestReader { head in
              let kept = head.version == .http1_1 ? nil : "keep-alive"
              let place = Place(channel: channel, connection: head.isKeepAlive ? kept : "close")
              let id = waiting.state.withLock { state in
                state.count += 1
                state.places[state.count] = place
                return state.count
              }
              let path = head.uri.prefix { $0 != "?" }
              listener(
                HeldRequest(
                  id: id, method: head.method.rawValue, path: String(path),
                  headers: head.headers.map { ($0.name, $0.value) },
                  query: String(head.uri[path.endIndex...])))
            }
            try channel.pipeline.syncOperations.addHandler(reader)
          }
        }
        .bind(host: address, port: port).wait()
    } catch {
      throw ToolError("the origin cannot listen on \(address), port \(port): \(error)")
    }
    self.port = channel.localAddress?.port ?? port
  }

  deinit { channel.close(promise: nil) }

  /// Sends an answer's head and so many bytes of its body, but for what was sent before.
  func begin(_ request: HeldRequest, with answer: OriginAnswer, upTo count: Int) {
    let place = waiting.state.withLock { state in
      let place = state.places[request.id]
      if place?.sent ?? -1 < count { state.places[request.id]?.sent = count }
      return place
    }
    guard let place, place.sent ?? -1 < count else { return }
    write(answer, to: request, at: place, upTo: count)
  }

  /// Answers a request, and ends its connection where the client asked for that.
  func answer(_ request: HeldRequest, with answer: OriginAnswer) {
    guard let place = take(request) else { return }
    write(answer, to: request, at: place, upTo: nil)
  }

  /// Writes what comes next of an answer; to its end where no count is given.
  private func write(
    _ answer: OriginAnswer, to request: HeldRequest, at place: Place, upTo count: Int?
  ) {
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status))
    for line in answer.headers { head.headers.add(name: line.name, value: line.value) }
    let mayHaveBody = answer.status != 304 && answer.status != 204
    if mayHaveBody {
      head.headers.replaceOrAdd(name: "content-length", value: "\(answer.body.count)")
    }
    if let word = place.connection { head.headers.replaceOrAdd(name: "connection", value: word) }
    let piece = answer.body[(place.sent ?? 0)..<(count ?? answer.body.count)]
    let hasBody = mayHaveBody && request.method != "HEAD" && !piece.isEmpty
    let body = hasBody ? ByteBuffer(bytes: piece) : nil
    let channel = place.channel
    channel.eventLoop.execute { [head] in
      if place.sent == nil { channel.write(HTTPServerResponsePart.head(head), promise: nil) }
      if let body { channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil) }
      if count == nil { channel.write(HTTPServerResponsePart.end(nil), promise: nil) }
      channel.flush()
      if count == nil, place.connection == "close" { channel.finish() }
    }
  }

  func drop(_ request: HeldRequest) { take(request)?.channel.close(promise: nil) }

  private func take(_ request: HeldRequest) -> Place? {
    waiting.state.withLock { $0.places.removeValue(forKey: request.id) }
  }
}

extension Channel {
  /// Ends the connection behind what was written. What the client still sends is read for a second:
  /// a socket that is closed with something unread takes the answer away from its client.
  fileprivate func finish() {
    close(mode: .output, promise: nil)
    eventLoop.scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
  }
}

/// Reads requests to their end, and hands one on when its client takes what it was sent before;
/// bodies are of no interest.
private final class RequestReader: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let listener: (HTTPRequestHead) -> Void
  private var head: HTTPRequestHead?
  private var held: HTTPRequestHead?
  private var isOver = false

  init(_ listener: @escaping (HTTPRequestHead) -> Void) { self.listener = listener }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      isOver = !head.isKeepAlive
      if context.channel.isWritable { listener(head) } else { held = head }
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let head = held {
      held = nil
      listener(head)
    }
    context.fireChannelWritabilityChanged()
  }

  /// What is no request of HTTP was answered with 400 before this is called.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    isOver = true
    if error is HTTPParserError { context.channel.finish() } else { context.close(promise: nil) }
  }
}
#else
/// The origin of a build without a server.
final class OriginServer: Sendable {
  let port = 0

  init(
    port: Int = 0, address: String = "127.0.0.1",
    listener: @escaping @Sendable (HeldRequest) -> Void
  ) throws(ToolError) {
    throw ToolError("this build has no origin: it was made without the trait Live")
  }

  func begin(_ request: HeldRequest, with answer: OriginAnswer, upTo count: Int) {}
  func answer(_ request: HeldRequest, with answer: OriginAnswer) {}
  func drop(_ request: HeldRequest) {}
}
#endif
