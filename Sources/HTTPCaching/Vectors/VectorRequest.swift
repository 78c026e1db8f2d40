/// One request of a test: what the client sends, what the origin answers, what has to be seen.
struct VectorRequest: Hashable, Sendable {
  /// A value of a header line: a text, or a time in seconds from the origin's present.
  enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64)
  }

  /// A header line.
  struct Line: Hashable, Sendable {
    let name: String
    let value: Value
    /// Whether the client has to see the line as well.
    var isChecked = true
  }

  /// What has to be true of a header.
  enum Expectation: Hashable, Sendable {
    case present(String)
    case equal(String, Value)
    case sameAs(String, String)
    case above(String, Int64)
  }

  /// Where an answer has to come from.
  enum Source: String, Hashable, Sendable, CaseIterable {
    case cached
    case notCached = "not_cached"
    case entityTagValidated = "etag_validated"
    case lastModifiedValidated = "lm_validated"
  }

  /// An answer before the final one.
  struct Interim: Hashable, Sendable {
    let status: Int
    let lines: [Line]
  }

  var method = "GET"
  var headers: [Line] = []
  var query: String?
  var file: String?
  var policy = CachePolicy.useProtocol
  var pausesAfter = false
  var disconnects = false
  var hasMagicLocations = false
  var hasMagicDates = false
  var rfc850Dates: [String] = []
  var status: Int?
  var responseHeaders: [Line] = []
  var body: String?
  var interim: [Interim] = []
  var responsePause: Int64 = 0
  var checksBody = true
  var expectedSource: Source?
  var expectedMethod: String?
  /// What has to be seen of the status; a test may say that it does not matter.
  var expectedStatus: Int?
  var checksStatus = true
  var expectedRequestHeaders: [Expectation] = []
  var unexpectedRequestHeaders: [Expectation] = []
  var expectedHeaders: [Expectation] = []
  var unexpectedHeaders: [Expectation] = []
  /// What has to be seen of the content; a test may say that it does not matter.
  var expectedText: String?
  var checksText = true
  var expectedInterim: [Interim] = []
  var isSetup = false
  /// Expectations that are a test's setup only.
  var setupTests: [String] = []
}
