import Foundation

// What of MetricKit the beacon calls, where there is none: `../check` builds the beacon with this,
// and hands it payloads from files.

/// A payload, as a text that a file has.
public class MXMetricPayload: NSObject {
  private let text: Data

  /// Makes the payload of a text.
  public init(_ text: Data) { self.text = text }

  /// The text.
  public func jsonRepresentation() -> Data { text }
}

/// A payload of diagnostics.
public final class MXDiagnosticPayload: MXMetricPayload {}

/// Who is given payloads.
public protocol MXMetricManagerSubscriber: NSObjectProtocol {
  /// Takes the metrics of a day.
  func didReceive(_ payloads: [MXMetricPayload])
  /// Takes diagnostics.
  func didReceive(_ payloads: [MXDiagnosticPayload])
}

/// Who gives them.
public final class MXMetricManager: NSObject {
  /// The only one.
  nonisolated(unsafe) public static let shared = MXMetricManager()
  private var subscribers: [any MXMetricManagerSubscriber] = []

  /// Adds one who is given payloads.
  public func add(_ subscriber: any MXMetricManagerSubscriber) { subscribers.append(subscriber) }

  /// Gives a text to all, as the metrics of a day.
  public func deliver(_ text: Data) {
    for subscriber in subscribers { subscriber.didReceive([MXMetricPayload(text)]) }
  }
}
