internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The agreement of a capture's client with our cache by the rules of each client.
struct ProfileTable {
  private let rows: [(comparison: CaptureComparison, figures: CaptureAgreementFigures)]

  init(_ comparisons: [CaptureComparison]) {
    rows = comparisons.map { ($0, CaptureAgreementFigures($0.requests)) }
  }

  var listing: Listing {
    let columns = [
      "profile", "judged", "agreed", "agreement", "null", "kappa", "answered", "client answered",
      "known",
    ]
    return Listing(
      columns,
      rows.map { comparison, figures in
        [
          comparison.profile.name, "\(figures.judged)", "\(figures.agreed)",
          Self.percent(figures.agreement), Self.percent(figures.nullAgreement),
          figures.kappa.map { NumberText.decimal($0, places: 2) } ?? "–",
          "\(comparison.requests.count { $0.ours == .used })",
          "\(comparison.requests.count { $0.browser == .used })",
          comparison.profile.confidence.rawValue,
        ]
      }, numbers: Set(columns.dropFirst().dropLast()))
  }

  var text: String {
    var text = listing.text
    if let comparison = rows.first?.comparison {
      text += "\n" + CaptureNotes.notCompared(in: comparison)
    }
    return text
  }

  var json: JSON {
    let profiles = rows.map { comparison, figures -> JSON in
      .object([
        "profile": JSON(comparison.profile.name),
        "confidence": JSON(comparison.profile.confidence.rawValue),
        "judged": JSON(figures.judged), "agreed": JSON(figures.agreed),
        "agreement": JSON(figures.agreement), "null": JSON(figures.nullAgreement),
        "kappa": JSON(figures.kappa),
        "answered": JSON(comparison.requests.count { $0.ours == .used }),
        "ambiguous": JSON(figures.ambiguous), "first": JSON(comparison.first),
        "unreadable": JSON(comparison.unreadable),
      ])
    }
    return .object(["profiles": JSON(profiles)])
  }

  private static func percent(_ share: Double?) -> String {
    share.map { NumberText.decimal($0 * 100, places: 1) + " %" } ?? "–"
  }

  /// What a client does otherwise than RFC 9111 has it; empty for RFC 9111.
  static func rules(of profile: HTTPProfile) -> String {
    let changes = profile.switches.changes
    guard !changes.isEmpty else { return "" }
    var text = "Our cache goes by the rules of \(profile.client) (\(profile.name), "
    text += "\(profile.confidence.rawValue): \(profile.source)):\n"
    for (field, value) in changes { text += "  \(field.name) \(value): \(field.summary)\n" }
    return text
  }
}
