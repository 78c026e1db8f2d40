import Foundation
import MetricKit

// usage: main REPORTS PAYLOAD...
let words = CommandLine.arguments
let reports = FieldReports(file: URL(fileURLWithPath: words[1]))
for path in words.dropFirst(2) {
  MXMetricManager.shared.deliver(try Data(contentsOf: URL(fileURLWithPath: path)))
}
