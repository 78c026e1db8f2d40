internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// A scenario of one's own app as text: JSON with comments, which say where the numbers are from
/// and what is assumed.
struct OwnAppScenario {
  private var screens: [AppScreen]
  /// Assumed where nothing tells them: sessions in a day, their length (71.56 s, Böhmer et al.,
  /// MobileHCI 2011) and the time with a screen.
  private var sessionsPerDay = 8.0
  private var sessionLength = TimeSpan.seconds(72)
  private var viewTime = TimeSpan.seconds(20)
  /// In words.
  private var source: String
  private var assumptions: [String] = []
  /// Whose rules the HTTP cache has; nil: those of no client that is known.
  private var client: HTTPProfile?
  /// How the file is held to its capture, where it is of one.
  private var hint: String?

  /// The scenario of an app that a capture or a log shows; a capture's client is read at `path`.
  init(_ profile: AppProfile, from path: String) {
    screens = profile.screens
    let log = profile.isCapture ? try? HARFile(path: path).log : nil
    client = log.flatMap { HTTPProfile.ofCapture($0) }
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
      assumptions.append("8 sessions a day: what was recorded is shorter than a day.")
    }
    if let length = profile.sessionLength {
      sessionLength = Self.rounded(length, in: .seconds(1)...(.hours(12)))
    } else {
      assumptions.append("Sessions of 72 s: no recorded one has two views.")
    }
    if let view = profile.viewTime {
      viewTime = Self.rounded(view, in: .seconds(1)...(.hours(5)))
    } else {
      assumptions.append("20 s with a screen: no view was followed by another one.")
    }
    if !profile.unknownChanges.isEmpty {
      let names = profile.unknownChanges.map { VisibleText.line($0) }.joined(separator: ", ")
      assumptions.append("changesPerDay of \(names): none was seen for an hour or more.")
    }
    if profile.isCapture {
      assumptions += Self.assumptions(on: profile)
      hint = "//   cachesim run FILE --set workload.views=CAPTURE   the capture's own views"
    } else {
      assumptions.append(
        "Cache headers: a log has none; an ETag and a Last-Modified without a lifetime. Screens "
          + "are told apart by their kind alone.")
    }
    assume()
  }

  private static func assumptions(on profile: AppProfile) -> [String] {
    var sentences: [String] = []
    if profile.partsWithOthersHeaders > 0 {
      sentences.append(
        "\(profile.partsWithOthersHeaders) of \(profile.parts) parts have another's header, the "
          + "one nearest to theirs: a screen has 24 groups of a kind at most.")
    }
    if profile.otherMethods > 0 {
      sentences.append(
        "\(NumberText.counted(profile.otherMethods, "request")) by other methods than GET and "
          + "HEAD: what answers them is loaded each time."
          + (profile.posts > 0
            ? " An app that asks GraphQL by POST may keep answers by operation: that is left out."
            : ""))
    }
    return sentences
  }

  init(screens: [AppScreen], sessionsPerDay: Double, sessionLength: TimeSpan, viewTime: TimeSpan) {
    self.screens = screens
    self.sessionsPerDay = sessionsPerDay
    self.sessionLength = sessionLength
    self.viewTime = viewTime
    source = "answers to questions"
    assumptions.append("Pictures may be reused for a week.")
    assume()
  }

  private mutating func assume() {
    assumptions.append(
      "When in the day people use the app, that they commute between Wi-Fi and LTE, their phone "
        + "and their patience: the defaults of the program.")
    assumptions.append("How popular pages of one kind are: Zipf with an exponent of 0.8.")
    assumptions.append("Nothing is edited.")
    let parts = screens.flatMap(\.parts).count { $0.headers.noStore && $0.method == .get }
    let pages = screens.count { $0.headers.noStore && $0.method == .get }
    if pages + parts > 0 {
      assumptions.append(
        "What says no-store (\(NumberText.counted(pages, "kind")) of screens, "
          + "\(NumberText.counted(parts, "group")) of parts) is not stored by url-cache. An app's "
          + "own store, on-demand's or pre-cache's, does not read the header, and has it.")
    }
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

extension OwnAppScenario {
  /// The first comment names the file by `path`.
  func text(runAs path: String) -> String {
    let file = VisibleText.line(ShellWord.quoted(path))
    var lines = [
      "// A scenario of your own app, made by 'cachesim init' from \(source).",
      "//   cachesim run \(file)",
      "//   cachesim run \(file) --set workload.use.sessionsPerDay=3 --seeds 1..8",
    ]
    if let hint { lines.append(hint.replacing("FILE", with: file)) }
    lines += [
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
      #"        "sessionsPerDay": \#(JSON(sessionsPerDay).compact),"#,
      #"        "sessionLength": \#(sessionLength.json.compact)"#,
      "      },",
      #"      "viewTime": \#(viewTime.json.compact),"#,
      "      // A session begins with the first of them.",
      #"      "screens": ["#,
    ]
    for (number, screen) in screens.enumerated() {
      lines += Self.lines(of: screen, isLast: number == screens.count - 1)
    }
    lines += [
      "      ]", "    }", "  },", #"  "networkSchedule": { "name": "commuter" },"#,
      "  // One storage engine for all, so that strategies are compared and not engines.",
      #"  "shared": { "engine": "sqlite-wal" },"#,
    ]
    lines += strategies
    lines += [#"  "interval": "6h""#, "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of screen: AppScreen, isLast: Bool) -> [String] {
    let members = Self.members(
      of: screen, keeping: ["name", "share", "pages", "kind", "bytes", "changesPerDay", "headers"]
    ).filter { $0.0 != "parts" }
    var lines = ["        // \(reuse(of: screen.headers, age: screen.age))", "        {"]
    lines += members.map { "          \(JSON($0).compact): \($1.compact)," }
    lines.append(#"          "parts": ["#)
    for (number, part) in screen.parts.enumerated() {
      let comma = number == screen.parts.count - 1 ? "" : ","
      let members = Self.members(of: part, keeping: ["kind", "count", "bytes", "headers"])
      lines.append("            // \(reuse(of: part.headers, age: part.age))")
      lines.append("            \(JSON.object(members).compact)\(comma)")
    }
    return lines + ["          ]", "        }\(isLast ? "" : ",")"]
  }

  /// The settings of a group that are not its defaults, and those that are always said.
  private static func members<Group: Settings>(
    of group: Group, keeping names: Set<String>
  ) -> [(String, JSON)] {
    let defaults = Group().json
    return (group.json.members ?? []).compactMap { member in
      let isSaid = names.contains(member.name) || defaults[member.name] != member.value
      guard isSaid else { return nil }
      guard member.name == "headers" else { return (member.name, member.value) }
      let said = Set(["noStore", "noCache", "maxAge", "entityTag", "lastModified"])
      let others = AppHeaders().json
      return (
        member.name,
        .object(
          (member.value.members ?? []).filter {
            said.contains($0.name) || others[$0.name] != $0.value
          }
          .map { ($0.name, $0.value) })
      )
    }
  }

  private static func reuse(of headers: AppHeaders, age: TimeSpan) -> String {
    if headers.noStore { return "no-store: an HTTP cache keeps none of it" }
    if headers.variesByAll { return "Vary: *: loaded each time, or validated by some clients" }
    let hasValidator = headers.hasEntityTag || headers.hasLastModified
    let asks = hasValidator ? "then validated" : "then loaded again"
    if let age = headers.maxAge, age > .zero, !headers.noCache {
      return "fresh for \(age.text), \(asks)"
    }
    if age > .zero, headers.isAgeALifetime {
      return "no lifetime: a part of its age, \(words(age)), is taken for one, \(asks)"
    }
    return hasValidator
      ? "no lifetime: validated" : "no lifetime and no validator: loaded each time"
  }

  private var strategies: [String] {
    let stale = staleAfter.json.compact
    let pages = screens.reduce(0) { $0 + $1.pages }
    let records = pages > Self.mostRecords ? #", "records": \#(Self.mostRecords)"# : ""
    let canReuse = screens.contains { !$0.headers.noStore }
    let rules = client.map { #", "settings": { "profile": "\#($0.name)" }"# } ?? ""
    var lines = [
      #"  "strategies": ["#, "    // The baseline: what the app is without a cache.",
      #"    { "name": "network-only" },"#,
      canReuse
        ? "    // What the origin's headers allow, by HTTP alone."
        : "    // Screens may not be stored, so that HTTP's cache has pictures only.",
    ]
    if let client {
      lines.append("    // By the rules of \(client.client), as the capture's client calls itself.")
    }
    lines += [
      #"    { "name": "url-cache"\#(rules) },"#,
      "    // The app's own models: shown at once, asked for again when half the time between two",
      "    // changes of the first screen is over.",
      #"    { "name": "on-demand", "settings": { "staleAfter": \#(stale) } },"#,
      #"    { "name": "memory-tier", "settings": { "staleAfter": \#(stale) } },"#,
    ]
    lines += fitting(stale: stale)
    lines += [
      "    // Fetched ahead, each hour: works offline, and costs data.",
      #"    { "name": "pre-cache", "settings": { "interval": "1h"\#(records) } }"#, "  ],",
    ]
    return lines
  }

  private func fitting(stale: String) -> [String] {
    var lines: [String] = []
    let parts = screens.flatMap(\.parts)
    if screens.first?.isList == true, screens.count > 1 {
      lines += [
        "    // The list and the likeliest pages behind it ahead, the rest when it is opened.",
        #"    { "name": "hybrid", "settings": { "staleAfter": \#(stale) } },"#,
      ]
    }
    if parts.contains(where: { [.image, .avatar].contains($0.kind) && $0.method == .get }) {
      lines += [
        "    // Pictures in an image library's own memory and files, by their address alone.",
        #"    { "name": "image-loader" },"#,
      ]
    }
    let isLarge =
      parts.contains { $0.kind == .media || $0.bytes >= Self.large }
      || screens.contains { $0.bytes >= Self.large }
    if isLarge {
      lines += [
        "    // Sound, pictures that move and other large files, downloaded with an index of them.",
        #"    { "name": "download-manager" },"#,
      ]
    }
    return lines
  }

  /// From this size on a file is a download; an assumption.
  private static let large = Bytes.megabytes(1)

  /// More records than this are not fetched ahead; an assumption.
  private static let mostRecords = 500

  /// Half the time between two changes of the first screen, a minute to a day.
  private var staleAfter: TimeSpan {
    let changes = screens.first?.changesPerDay ?? 0
    guard changes > 0 else { return .days(1) }
    let minutes = Int64((720 / changes).rounded())
    return min(max(.minutes(minutes), .minutes(1)), .days(1))
  }

  func summary(writtenTo path: String) -> String {
    let names = screens.map(\.name).joined(separator: ", ")
    let count = NumberText.counted(screens.count, "kind of screens", plural: "kinds of screens")
    return "\(path) has \(count) (\(names)), from \(source).\nAssumed:\n"
      + assumptions.map { "- \($0)\n" }.joined()
      + "Next: cachesim run \(ShellWord.quoted(path))\n"
  }
}
