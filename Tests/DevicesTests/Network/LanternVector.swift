internal import SimCore
internal import Testing

@testable internal import Devices

/// A vector of Lighthouse's unit tests: round trips of 100 ms, and what a download takes.
struct LanternVector: Sendable, CustomTestStringConvertible {
  var bytes: Int64
  var milliseconds: Int64
  var rate = Double.infinity
  var isWarm = false
  var window = Lantern.initialWindow
  var isSecure = true
  var server: Int64 = 0
  var isHTTP2 = false
  var overflow = 0.0

  var testDescription: String { "\(bytes) bytes in \(milliseconds) ms" }

  static let all = [
    LanternVector(bytes: 0, milliseconds: 300),
    LanternVector(bytes: 0, milliseconds: 100, isWarm: true),
    LanternVector(bytes: 50_000, milliseconds: 500),
    LanternVector(bytes: 50_000, milliseconds: 300, window: 40),
    LanternVector(bytes: 7_300, milliseconds: 200, isSecure: false),
    LanternVector(bytes: 7_300, milliseconds: 378, server: 78),
    LanternVector(bytes: 30_000, milliseconds: 200, isWarm: true, isHTTP2: true),
    LanternVector(
      bytes: 30_000, milliseconds: 100, isWarm: true, isHTTP2: true, overflow: 20_000),
    LanternVector(bytes: 30_000, milliseconds: 0, isWarm: true, isHTTP2: true, overflow: 50_000),
    LanternVector(bytes: 10_000_000, milliseconds: 10_500, rate: 8_000_000),
  ]

  static func connection(
    rate: Double = .infinity, server: TimeSpan = .zero, isSecure: Bool = true,
    isHTTP2: Bool = false
  ) -> Lantern {
    Lantern(
      roundTrip: .milliseconds(100), rate: rate, serverLatency: server, isSecure: isSecure,
      isHTTP2: isHTTP2)
  }

  /// What our copy says.
  var lantern: TimeSpan {
    var lantern = Self.connection(
      rate: rate, server: .milliseconds(server), isSecure: isSecure, isHTTP2: isHTTP2)
    lantern.isWarm = isWarm
    lantern.window = window
    lantern.overflow = overflow
    return lantern.download(Bytes(bytes)).duration
  }
}
