package import SimCore

extension HTTPSwitches: Settings {
  package static let presets = HTTPProfile.all.map { profile in
    Preset<Self>(profile.name, "\(profile.client).") { $0 = profile.switches }
  }
  package static let fields =
    list + [Field("limits", \.limits, "How much is stored unless the app says otherwise.")]

  /// All but the limits, which are no switches.
  package static let list: [Field<Self>] = storing + freshness + validation + requests

  private static let storing: [Field<Self>] = [
    Field("stores", \.stores, "Whether answers are stored at all."),
    Field(
      "statuses", \.statuses, "The statuses whose answers are stored; null: all that are final."),
    Field(
      "statusesWithoutLifetime", \.statusesWithoutLifetime,
      "Those that are stored without a lifetime: the heuristically cacheable of RFC 9110."),
    Field(
      "needsTagOrLifetime", \.needsTagOrLifetime,
      "Whether an answer without a lifetime needs an ETag to be stored."),
    Field(
      "obeysMustUnderstand", \.obeysMustUnderstand,
      "Whether must-understand counts above no-store where the status is known."),
    Field(
      "variants", \.variants, "What becomes of answers that name request fields in Vary."),
    Field(
      "keepsVaryStar", \.keepsVaryStar,
      "Whether an answer with Vary: * is kept, to be validated at each use."),
    Field(
      "normalizesVary", \.normalizesVary,
      "Whether fields that mean the same are the same to Vary (RFC 9111 §4.1), and an answer in "
        + "the one language that a request prefers is one for it."),
    Field(
      "otherVariant", \.otherVariant, "What a request does that matches no stored variant."),
    Field(
      "dropsReplaced", \.dropsReplaced,
      "Whether a whole answer that is not stored removes the one that is, as after a 500."),
    Field("invalidating", \.invalidating, "The methods that invalidate what is stored."),
  ]

  private static let freshness: [Field<Self>] = [
    Field(
      "pragma", \.pragma, "When Pragma: no-cache in an answer is Cache-Control: no-cache."),
    Field("noCache", \.noCache, "What no-cache in an answer means."),
    Field("repeated", \.syntax.repeated, "Which directive counts that stands twice."),
    Field("unreadable", \.syntax.unreadable, "What a max-age is that is no number."),
    Field("negative", \.syntax.negative, "What a negative max-age is."),
    Field("readsQuoted", \.syntax.readsQuoted, "Whether max-age=\"60\" is 60 seconds."),
    Field("cutsFractions", \.syntax.cutsFractions, "Whether max-age=60.5 is 60 seconds."),
    Field(
      "largestNumber", \.syntax.largest, in: 0...(.max),
      "The largest number of seconds that can be read; null: no limit."),
    Field(
      "isCaseSensitive", \.syntax.isCaseSensitive,
      "Whether Max-Age is another word than max-age."),
    Field("invalidExpires", \.invalidExpires, "What an Expires that is no date says."),
    Field(
      "expiresByClock", \.expiresByClock,
      "Whether Expires is compared with the client's clock, and not with Date."),
    Field(
      "permanentStatuses", \.permanentStatuses,
      "The statuses that are fresh for ever without a lifetime."),
    Field(
      "permanentAnyway", \.permanentAnyway,
      "Whether these are fresh for ever even with a lifetime."),
    Field("heuristic", \.heuristic, "The lifetime of an answer that says none."),
    Field(
      "heuristicStatuses", \.heuristicStatuses,
      "The statuses that can have it, beside answers marked as public."),
    Field(
      "longestHeuristic", \.longestHeuristic, in: .zero...(.days(3_650)),
      "The longest lifetime by heuristic; null: no limit."),
    Field("age", \.age, "How the age is found."),
    Field(
      "alwaysRevalidates", \.alwaysRevalidates,
      "Whether must-revalidate has even fresh answers validated."),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate,
      "Whether stale-while-revalidate is known (RFC 5861 §3)."),
    Field("staleIfError", \.staleIfError, "What stale-if-error does (RFC 5861 §4)."),
  ]

  private static let validation: [Field<Self>] = [
    Field("validators", \.validators, "What an answer can be validated by."),
    Field(
      "validatedStatuses", \.validatedStatuses, "The statuses that are validated; null: all."),
    Field(
      "confirmationRenews", \.confirmationRenews,
      "Whether a 304 makes what is stored fresh again."),
  ]

  private static let requests: [Field<Self>] = [
    Field("requestNoCache", \.requestNoCache, "What no-cache in a request does."),
    Field("requestPragma", \.requestPragma, "What Pragma: no-cache in a request does."),
    Field(
      "requestPragmaAlways", \.requestPragmaAlways, "Whether that counts beside Cache-Control."),
    Field(
      "loadsReloads", \.loadsReloads,
      "Whether both in one request, Fetch's mark of a reload, load."),
    Field(
      "requestNoStoreLoads", \.requestNoStoreLoads,
      "Whether no-store in a request has it loaded, and not only its answer not stored."),
    Field("requestMaxAge", \.requestMaxAge, "Which max-age in a request counts."),
    Field(
      "requestMinFresh", \.requestMinFresh,
      "What min-fresh in a request does that an answer does not fulfil."),
    Field("obeysMaxStale", \.obeysMaxStale, "Whether max-stale in a request counts."),
    Field(
      "obeysOnlyIfCached", \.obeysOnlyIfCached, "Whether only-if-cached in a request counts."),
    Field("ranges", \.ranges, "What a request for a range gets."),
    Field(
      "completesParts", \.completesParts,
      "Whether a missing rest of an answer is asked for by range (RFC 9111 §3.3)."),
    Field(
      "endsLoads", \.endsLoads, "Whether a page that is left ends its loads, as browsers' do."),
  ]

  /// The switches that are not as RFC 9111 has them, and their positions.
  package var changes: [(field: Field<Self>, value: String)] {
    let usual = HTTPSwitches()
    return Self.list.compactMap { field in
      let value = Self.text(of: field, self)
      return value == Self.text(of: field, usual) ? nil : (field, value)
    }
  }

  /// A switch's position as listings and pages show it.
  package static func text(of field: Field<Self>, _ switches: HTTPSwitches) -> String {
    let value = field.value(in: switches)
    return value.string ?? value.compact
  }

  /// The clients that turn a switch, by its position: `loads: okhttp, chromium`.
  package static func clients(of field: Field<Self>) -> String {
    var positions: [(value: String, names: [String])] = []
    let usual = text(of: field, HTTPSwitches())
    for profile in HTTPProfile.all {
      let value = text(of: field, profile.switches)
      if value == usual { continue }
      if let place = positions.firstIndex(where: { $0.value == value }) {
        positions[place].names.append(profile.name)
      } else {
        positions.append((value, [profile.name]))
      }
    }
    return positions.map { "\($0.value): \($0.names.joined(separator: ", "))" }
      .joined(separator: "; ")
  }
}

extension StatusSet: SettingValue {
  /// Reads a list between commas, runs of neighbours as `200-206`.
  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> StatusSet? {
    if let text = json.string, let set = StatusSet(text) { return set }
    problems.note(
      at: json.offset, path: path,
      "expected statuses such as \"200, 203-206\", or \"none\", found \(json.found)")
    return nil
  }
  package var json: JSON { text.json }
  package static var schema: JSON { .object(["type": "string"]) }
  package static var unit: String { "statuses" }

  private init?(_ text: String) {
    guard text != "none" else {
      self = []
      return
    }
    var codes: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0.drop { $0 == " " }) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1],
        (100...999).contains(first), (first...999).contains(last)
      else { return nil }
      codes += first...last
    }
    self.init(codes)
  }
}
