package import CacheReports
package import Results
internal import Testing

// What the runner prints of an argument: a name, where all of it would be megabytes.

extension RunResult: CustomTestStringConvertible {
  package var testDescription: String { title }
}

extension ChartData: CustomTestStringConvertible {
  package var testDescription: String { scenario }
}
