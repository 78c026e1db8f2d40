import Foundation
import MetricKit

/// Writes what MetricKit reports once a day to a file, as lines of JSON that `cachesim run SCENARIO
/// --observed` reads. Keep one of it as long as the app runs, and upload the file with what you
/// upload anyway.
///
/// No address and no user: of a payload only the groups below are kept, without call stacks and the
/// device's model, and its region, as whose people do numbers are written; a random number of the
/// installation tells people apart.
final class FieldReports: NSObject, MXMetricManagerSubscriber {
  private static let kept = [
    "timeStampBegin", "timeStampEnd", "applicationLaunchMetrics",
    "applicationResponsivenessMetrics",
    "cellularConditionMetrics", "diskIOMetrics", "networkTransferMetrics",
  ]

  private let file: URL
  private let person: String

  init(file: URL) {
    self.file = file
    let key = "field-reports-person"
    person = UserDefaults.standard.string(forKey: key) ?? UUID().uuidString
    UserDefaults.standard.set(person, forKey: key)
    super.init()
    MXMetricManager.shared.add(self)
  }

  func didReceive(_ payloads: [MXMetricPayload]) {
    payloads.forEach { write($0.jsonRepresentation()) }
  }

  func didReceive(_ payloads: [MXDiagnosticPayload]) {
    payloads.forEach { write($0.jsonRepresentation()) }
  }

  private func write(_ payload: Data) {
    guard let all = try? JSONSerialization.jsonObject(with: payload) as? [String: Any]
    else { return }
    func part(_ json: Any?) -> [String: Any] {
      let names = ["regionFormat", "writesCaused"]
      return (json as? [String: Any] ?? [:]).filter { names.contains($0.key) }
    }
    var own = all.filter { Self.kept.contains($0.key) }
    own["metaData"] = part(all["metaData"])
    let writes = all["diskWriteExceptionDiagnostics"] as? [[String: Any]] ?? []
    own["diskWriteExceptionDiagnostics"] = writes.map {
      ["diagnosticMetaData": part($0["diagnosticMetaData"])]
    }
    let line: [String: Any] = ["person": person, "payload": own]
    guard let bytes = try? JSONSerialization.data(withJSONObject: line) else { return }
    if !FileManager.default.fileExists(atPath: file.path) { try? Data().write(to: file) }
    guard let handle = try? FileHandle(forWritingTo: file) else { return }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: bytes + Data("\n".utf8))
    try? handle.close()
  }
}
