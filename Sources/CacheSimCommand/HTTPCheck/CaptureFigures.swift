internal import CacheWorkloads
internal import SimCore

/// How far two caches agree on the same requests, and how much that says.
struct CaptureAgreementFigures {
  let judged: Int
  /// Those on which both did the same.
  let agreed: Int
  /// Those on which the client agrees with a cache that never stores anything: it loaded.
  let nullAgreed: Int
  /// Those that inform: the client's cache answered or validated.
  let informative: Int
  let informativeAgreed: Int
  /// Those that the capture cannot decide.
  let ambiguous: Int
  let ambiguousAgreed: Int
  /// Cohen's kappa: the agreement beyond what two caches have by chance that use, validate and load
  /// as often as these do; nil: both always did one and the same.
  let kappa: Double?
  var agreement: Double? { judged == 0 ? nil : Double(agreed) / Double(judged) }
  var nullAgreement: Double? { judged == 0 ? nil : Double(nullAgreed) / Double(judged) }

  init(_ requests: [CaptureComparison.ComparedRequest]) {
    judged = requests.count
    agreed = requests.count { $0.browser == $0.ours }
    nullAgreed = requests.count { $0.browser == .loaded }
    informative = requests.count { $0.browser != .loaded }
    informativeAgreed = requests.count { $0.browser != .loaded && $0.browser == $0.ours }
    ambiguous = requests.count { $0.doubt != nil }
    ambiguousAgreed = requests.count { $0.doubt != nil && $0.browser == $0.ours }
    let chance = HARCacheAction.allCases.reduce(0) { sum, action in
      sum + requests.count { $0.browser == action } * requests.count { $0.ours == action }
    }
    let all = judged * judged
    kappa =
      all == chance ? nil : Double(agreed * judged - chance) / Double(all - chance)
  }

  var sentences: String {
    guard judged > 0 else { return "" }
    var text = "A cache that never answers agrees on \(share(nullAgreed, of: judged)), "
    text += "ours on \(share(agreed, of: judged)); Cohen's kappa is "
    text += kappa.map { NumberText.decimal($0, places: 2) } ?? "not defined"
    text += ".\n"
    text += "\(share(informative, of: judged)) inform: the client's cache answered or validated "
    text += "them. Of these \(informativeAgreed) agree.\n"
    if ambiguous > 0 {
      text += "\(ambiguous) are ambiguous, of which \(ambiguousAgreed) agree: a request for the "
      text += "URL was under way, or the age was too near to the lifetime.\n"
    }
    return text
  }

  private func share(_ count: Int, of all: Int) -> String {
    let percent = NumberText.decimal(Double(count) * 100 / Double(max(all, 1)), places: 1)
    return "\(count) of \(all) (\(percent) %)"
  }
}

/// What a capture cannot show about its client's cache.
enum CaptureNotes {
  /// Sentences, each a line; empty: nothing.
  static func sentences(on comparison: CaptureComparison) -> String {
    var text = ""
    if !comparison.showsHits {
      text += "The capture shows no hit. Tools that record only what was sent, as proxies and "
      text += "WebPageTest do, never show one: it can show that our cache answers too much, and "
      text += "not that it answers too little.\n"
    }
    if comparison.cutOff > 0 {
      text += NumberText.counted(comparison.cutOff, "answer was", plural: "answers were")
      text += " cut off; no cache takes one for the whole.\n"
    }
    return text
  }

  static func notCompared(in comparison: CaptureComparison) -> String {
    "Not compared: \(NumberText.counted(comparison.first, "first request")), "
      + NumberText.counted(comparison.unreadable, "entry", plural: "entries")
      + " without time, URL or final response.\n"
  }
}
