internal import Synchronization

#if Live
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
#endif

/// A request that has reached the origin and waits for its answer.
struct HeldRequest: Sendable {
  /// Its number, in the order in which requests came.
  let id: Int
  /// The method.
  let method: String
  /// The path, without what follows `?`.
  let path: String
  /// The header's lines in their order.
  let headers: [(name: String, value: String)]

  /// The first line of a name, in any case.
  func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }
}

/// An answer of the origin.
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
final class OriginServer: Sendable {
  /// Where it listens.
  let port: Int

  private struct State {
    var count = 0
    var channels: [Int: any Channel] = [:]
  }

  /// The connections of requests that wait.
  private final class Waiting: Sendable {
    let state = Mutex(State())
  }

  private let waiting = Waiting()
  private let channel: any Channel

  /// Begins to listen.
  /// - Parameters:
  ///   - port: where; 0: where the system likes.
  ///   - address: whose; the loopback address unless the user says otherwise.
  ///   - listener: is called with each request, on a thread of the server's.
  init(
    port: Int = 0, address: String = "127.0.0.1",
    listener: @escaping @Sendable (HeldRequest) -> Void
  ) throws(ClientFailure) {
    let waiting = waiting
    do {
      channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.pipeline.configureHTTPServerPipeline(withErrorHandling: true).flatMapThrowing {
            let reader = RequestReader { head in
              let id = waiting.state.withLock { state in
                state.count += 1
                state.channels[state.count] = channel
                return state.count
              }
              listener(
                HeldRequest(
                  id: id, method: head.method.rawValue, path: String(head.uri.prefix { $0 != "?" }),
                  headers: head.headers.map { ($0.name, $0.value) }))
            }
            try channel.pipeline.syncOperations.addHandler(reader)
          }
        }
        .bind(host: address, port: port).wait()
    } catch {
      throw ClientFailure("the origin cannot listen on \(address), port \(port): \(error)")
    }
    self.port = channel.localAddress?.port ?? port
  }

  deinit { channel.close(promise: nil) }

  /// Answers a request.
  func answer(_ request: HeldRequest, with answer: OriginAnswer) {
    guard let channel = take(request) else { return }
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status))
    for line in answer.headers { head.headers.add(name: line.name, value: line.value) }
    let hasBody = answer.status != 304 && answer.status != 204 && request.method != "HEAD"
    if answer.status != 304 && answer.status != 204 {
      head.headers.replaceOrAdd(name: "content-length", value: "\(answer.body.count)")
    }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    if hasBody {
      channel.write(
        HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: answer.body))), promise: nil)
    }
    channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
  }

  /// Closes the connection of a request without an answer.
  func drop(_ request: HeldRequest) { take(request)?.close(promise: nil) }

  private func take(_ request: HeldRequest) -> (any Channel)? {
    waiting.state.withLock { $0.channels.removeValue(forKey: request.id) }
  }
}

/// Reads requests to their end; bodies are of no interest.
private final class RequestReader: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let listener: (HTTPRequestHead) -> Void
  private var head: HTTPRequestHead?

  init(_ listener: @escaping (HTTPRequestHead) -> Void) { self.listener = listener }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      if let head { listener(head) }
      head = nil
    }
  }
}
#else
/// The origin of a build without a server.
final class OriginServer: Sendable {
  let port = 0

  init(
    port: Int = 0, address: String = "127.0.0.1",
    listener: @escaping @Sendable (HeldRequest) -> Void
  ) throws(ClientFailure) {
    throw ClientFailure("this build has no origin: it was made without the trait Live")
  }

  func answer(_ request: HeldRequest, with answer: OriginAnswer) {}
  func drop(_ request: HeldRequest) {}
}
#endif
