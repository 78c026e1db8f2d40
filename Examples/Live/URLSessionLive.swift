// URLSession with the URLCache of the toolchain. swiftc -O URLSessionLive.swift -o urlsession
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client, which answers each line with one.
final class Client: @unchecked Sendable {
  private var session = URLSession.shared
  private let output = NSLock()

  func open(_ line: [String: Any]) -> [String: Any] {
    let folder = line["folder"] as? String ?? "."
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(
      memoryCapacity: 4_000_000, diskCapacity: 100_000_000, diskPath: "\(folder)/urlcache")
    configuration.requestCachePolicy = .useProtocolCachePolicy
    // An answer waits for the simulated network, while no time passes here.
    configuration.timeoutIntervalForRequest = 600
    session = URLSession(configuration: configuration)
    return ["concurrent": 6, "keeps": "disk"]
  }

  func get(_ line: [String: Any]) async -> [String: Any] {
    guard let url = (line["url"] as? String).flatMap(URL.init(string:)) else { return [:] }
    var request = URLRequest(url: url)
    for (name, value) in line["headers"] as? [String: String] ?? [:] {
      request.setValue(value, forHTTPHeaderField: name)
    }
    // A pull to refresh asks whether what is stored still holds.
    if line["reload"] as? Bool == true { request.cachePolicy = .reloadRevalidatingCacheData }
    guard let (body, answer) = try? await session.data(for: request),
      (answer as? HTTPURLResponse)?.statusCode == 200
    else { return [:] }
    let first = body.prefix { $0 != UInt8(ascii: "\n") }
    return ["body": String(decoding: first, as: UTF8.self), "bytes": body.count]
  }

  func answer(_ line: [String: Any]) async {
    var reply: [String: Any] =
      switch line["do"] as? String {
      case "open": open(line)
      case "get": await get(line)
      default: [:]
      }
    reply["id"] = line["id"]
    guard var text = try? JSONSerialization.data(withJSONObject: reply) else { return }
    text.append(UInt8(ascii: "\n"))
    output.withLock { FileHandle.standardOutput.write(text) }
  }
}

let client = Client()
while let text = readLine() {
  guard let line = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
    continue
  }
  nonisolated(unsafe) let sent = line
  if line["do"] as? String == "get" {
    Task.detached { [client] in await client.answer(sent) }
  } else {
    await client.answer(sent)
  }
}
