internal import CacheWorkloads
internal import SimCore

/// A scenario of one's own app as text: JSON with comments, which say where the numbers are from
/// and what is assumed.
struct OwnAppScenario {
  private var screens: [AppScreen]
  private var sessionsPerDay: Double
  private var sessionLength: TimeSpan
  private var viewTime: TimeSpan
  /// What it was made from, in words.
  private var source: String
  /// What could not be told, each in a sentence.
  private var assumptions: [String] = []

  /// Assumed where nothing tells them: sessions in a day, their length (71.56 s, Böhmer et al.,
  /// MobileHCI 2011) and the time with a screen.
  private static let usual = (
    sessions: 8.0, length: TimeSpan.seconds(72), view: TimeSpan.seconds(20)
  )

  /// The scenario of an app that a capture or a log shows.
  init(_ profile: AppProfile) {
    screens = profile.screens
    let days = profile.length.seconds / 86_400
    source =
      "\(profile.isCapture ? "a capture" : "an access log"): "
      + "\(NumberText.counted(profile.views, "view")) of screens in "
      + "\(NumberText.counted(profile.sessions, "session")) of "
      + "\(NumberText.counted(profile.devices, "device")) within \(Self.words(profile.length))"
    if days >= 1 {
      let rate = Double(profile.sessions) / Double(max(profile.devices, 1)) / days
      sessionsPerDay = min(max((rate * 100).rounded() / 100, 0.01), 500)
    } else {
      sessionsPerDay = Self.usual.sessions
      assumptions.append("8 sessions a day: what was recorded is shorter than a day.")
    }
    if let length = profile.sessionLength {
      sessionLength = Self.rounded(length, in: .seconds(1)...(.hours(12)))
    } else {
      sessionLength = Self.usual.length
      assumptions.append("Sessions of 72 s: no recorded one has two views.")
    }
    if let view = profile.viewTime {
      viewTime = Self.rounded(view, in: .seconds(1)...(.hours(5)))
    } else {
      viewTime = Self.usual.view
      assumptions.append("20 s with a screen: no view was followed by another one.")
    }
    if !profile.unknownChanges.isEmpty {
      let names = profile.unknownChanges.map { VisibleText.line($0) }.joined(separator: ", ")
      assumptions.append(
        "changesPerDay of \(names): none was seen for an hour or more.")
    }
    if !profile.isCapture {
      assumptions.append(
        "Cache headers: a log has none; an ETag and a Last-Modified without a lifetime. Screens "
          + "are told apart by their kind alone.")
    }
    assume()
  }

  /// The scenario of an app about which questions were answered.
  init(
    screens: [AppScreen], sessionsPerDay: Double, sessionLength: TimeSpan, viewTime: TimeSpan
  ) {
    self.screens = screens
    self.sessionsPerDay = sessionsPerDay
    self.sessionLength = sessionLength
    self.viewTime = viewTime
    source = "answers to questions"
    assumptions.append("Pictures may be reused for a week.")
    assume()
  }

  /// What is assumed of every app.
  private mutating func assume() {
    assumptions.append(
      "When in the day people use the app, that they commute between Wi-Fi and LTE, their phone "
        + "and their patience: the defaults of the program.")
    assumptions.append("How popular pages of one kind are: Zipf with an exponent of 0.8.")
    assumptions.append("Nothing is edited.")
  }

  private static func rounded(_ span: TimeSpan, in range: ClosedRange<TimeSpan>) -> TimeSpan {
    let tenth: Int64 = 100_000_000
    let whole = TimeSpan(nanoseconds: (span.nanoseconds + tenth / 2) / tenth * tenth)
    return min(max(whole, range.lowerBound), range.upperBound)
  }

  /// A time in its largest whole unit.
  private static func words(_ span: TimeSpan) -> String {
    let seconds = span.seconds
    if seconds < 120 { return "\(Int(seconds.rounded())) s" }
    if seconds < 7_200 { return "\(Int((seconds / 60).rounded())) min" }
    if seconds < 172_800 { return "\(Int((seconds / 3_600).rounded())) h" }
    return NumberText.counted(Int((seconds / 86_400).rounded()), "day")
  }
}

// MARK: - As text

extension OwnAppScenario {
  /// The file's text.
  /// - Parameter path: how the first comment names the file.
  func text(runAs path: String) -> String {
    let file = VisibleText.line(ShellWord.quoted(path))
    var lines = [
      "// A scenario of your own app, made by 'cachesim init' from \(source).",
      "//   cachesim run \(file)",
      "//   cachesim run \(file) --set workload.use.sessionsPerDay=3 --seeds 1..8",
      "//   cachesim describe app          what the settings mean",
      "//   cachesim describe scenario     what else can be set",
      "//",
      "// Assumed:",
    ]
    lines += assumptions.map { "// - \($0)" }
    lines += [
      "{",
      #"  "question": "Which caching strategy suits this app, and what does it cost?","#,
      #"  "title": "My app","#,
      #"  "seeds": [1, 2, 3, 4, 5],"#,
      #"  "devices": 4,"#,
      #"  "duration": "7d","#,
      #"  "workload": {"#,
      #"    "name": "app","#,
      #"    "settings": {"#,
      #"      "use": {"#,
      #"        "sessionsPerDay": \#(JSON(.real(sessionsPerDay)).compact),"#,
      #"        "sessionLength": \#(sessionLength.json.compact)"#,
      "      },",
      #"      "viewTime": \#(viewTime.json.compact),"#,
      "      // A session begins with the first of them.",
      #"      "screens": ["#,
    ]
    for (number, screen) in screens.enumerated() {
      lines += Self.lines(of: screen, isLast: number == screens.count - 1)
    }
    lines += ["      ]", "    }", "  },", #"  "networkSchedule": { "name": "commuter" },"#]
    lines += strategies
    lines += [#"  "interval": "6h""#, "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of screen: AppScreen, isLast: Bool) -> [String] {
    var members = (screen.json.members ?? []).map { ($0.name, $0.value) }
    members.removeAll { $0.0 == "parts" }
    var lines = ["        // \(reuse(of: screen.headers))", "        {"]
    lines += members.map { "          \(JSON(.string($0)).compact): \($1.compact)," }
    lines.append(#"          "parts": ["#)
    for (number, part) in screen.parts.enumerated() {
      let comma = number == screen.parts.count - 1 ? "" : ","
      lines.append("            // \(reuse(of: part.headers))")
      lines.append("            \(part.json.compact)\(comma)")
    }
    return lines + ["          ]", "        }\(isLast ? "" : ",")"]
  }

  /// What an HTTP cache may do with answers.
  private static func reuse(of headers: AppHeaders) -> String {
    if headers.noStore { return "no-store: an HTTP cache keeps none of it" }
    let hasValidator = headers.hasEntityTag || headers.hasLastModified
    let asks = hasValidator ? "then validated" : "then loaded again"
    if let age = headers.maxAge, age > .zero, !headers.noCache {
      return "fresh for \(age.text), \(asks)"
    }
    return hasValidator
      ? "no lifetime: validated" : "no lifetime and no validator: loaded each time"
  }

  /// The strategies worth comparing, with comments.
  private var strategies: [String] {
    let stale = staleAfter.json.compact
    let pages = screens.reduce(0) { $0 + $1.pages }
    let records = pages > Self.mostRecords ? #", "records": \#(Self.mostRecords)"# : ""
    let canReuse = screens.contains { !$0.headers.noStore }
    return [
      #"  "strategies": ["#,
      "    // The baseline: what the app is without a cache.",
      #"    { "name": "network-only" },"#,
      canReuse
        ? "    // What the origin's headers allow, by HTTP alone."
        : "    // Screens may not be stored, so that HTTP's cache has pictures only.",
      #"    { "name": "url-cache" },"#,
      "    // The app's own models: shown at once, asked for again when half the time between two",
      "    // changes of the first screen is over.",
      #"    { "name": "on-demand", "settings": { "staleAfter": \#(stale) } },"#,
      #"    { "name": "memory-tier", "settings": { "staleAfter": \#(stale) } },"#,
      "    // Fetched ahead, each hour: works offline, and costs data.",
      #"    { "name": "pre-cache", "settings": { "interval": "1h"\#(records) } }"#,
      "  ],",
    ]
  }

  /// More records than this are not fetched ahead; an assumption.
  private static let mostRecords = 500

  /// Half the time between two changes of the first screen, a minute to a day.
  private var staleAfter: TimeSpan {
    let changes = screens.first?.changesPerDay ?? 0
    guard changes > 0 else { return .days(1) }
    let minutes = Int64((720 / changes).rounded())
    return min(max(.minutes(minutes), .minutes(1)), .days(1))
  }

  /// What the command prints.
  func summary(writtenTo path: String) -> String {
    let names = screens.map(\.name).joined(separator: ", ")
    let count = NumberText.counted(
      screens.count, "kind of screens", plural: "kinds of screens")
    return "\(path) has \(count) (\(names)), from \(source).\nAssumed:\n"
      + assumptions.map { "- \($0)\n" }.joined()
      + "Next: cachesim run \(ShellWord.quoted(path))\n"
  }
}
