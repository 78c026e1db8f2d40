internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// A column of a table of rules: a rule, and the settings, or groups of them, that say it.
struct RuleColumn {
  let name: String
  let settings: [String]

  private init(_ name: String, _ settings: String...) {
    self.name = name
    self.settings = settings
  }

  func covers(_ setting: String) -> Bool {
    settings.contains { setting == $0 || setting.hasPrefix("\($0).") }
  }
}

extension RuleColumn {
  /// The rules of HTTP clients, by their switches. No switch says what a restart does.
  static let ofClients = [
    RuleColumn(
      "required", "stores", "isShared", "noCache", "obeysMustRevalidate", "alwaysRevalidates",
      "age", "saysAge", "expiresByClock", "isFreshAtLifetime", "confirmationRenews", "validators",
      "validatedStatuses", "noStoreRemoves", "heads", "clearSiteData", "unfreshStatuses",
      "confirmationReplaces", "anyTagConfirms"),
    RuleColumn(
      "optional", "storesUnfresh", "needsTagOrLifetime", "obeysMustUnderstand",
      "staleWhileRevalidate", "unsaidStaleRevalidate", "forgetsStale", "collapsesValidations",
      "immutable", "storesExpired", "storesEmpty", "storesEmptyVary", "staleDespiteMust", "waits",
      "ownConditions", "endsLoads", "reloadedParts",
      "backTakesStale", "pageMemory"),
    RuleColumn(
      "heuristics", "heuristic", "heuristicStatuses", "longestHeuristic", "unsaidLifetime",
      "statusesWithoutLifetime", "queryNeedsLifetime", "mustRevalidateAges"),
    RuleColumn("vary", "variants", "varyStar", "normalizesVary", "otherVariant"),
    RuleColumn(
      "redirects", "redirects", "statuses", "permanentStatuses", "permanentAnyway",
      "permanentTargetsApart"),
    RuleColumn("errors", "staleIfError", "unsaidStaleIfError", "dropsReplaced", "unstoredMark"),
    RuleColumn(
      "directives", "pragma", "repeated", "unreadable", "negative", "readsQuoted",
      "cutsFractions", "largestNumber", "isCaseSensitive", "invalidExpires", "requestNoCache",
      "requestPragma", "requestPragmaAlways", "loadsReloads", "requestNoStoreLoads",
      "requestMaxAge", "requestMinFresh", "obeysMaxStale", "obeysOnlyIfCached",
      "storesMalformed", "firstLineOnly", "readsSpaced", "readsPlus", "readsPrefix",
      "splitsSemicolons", "readsExponents", "qualifiedNoStore", "endsAtSemicolon", "splitsBlanks",
      "endsAtEmpty",
      "unvalued", "countsSharedMaxAge", "dates", "repeatedExpires"),
    RuleColumn("ranges", "ranges", "completesParts"),
    RuleColumn(
      "invalidation", "invalidating", "failedInvalidates", "invalidatesLocations",
      "normalizesTargets"),
    RuleColumn("restart"),
  ]

  /// The rules of image libraries, by their presets' settings.
  static let ofImageLibraries = [
    RuleColumn(
      "memory limit", "memory.limit", "memory.countLimit", "memory.largestShare", "memory.shareOf",
      "encodedMemory", "httpCache.memoryCapacity"),
    RuleColumn("memory policy", "memory.policy", "memory.trimTo"),
    RuleColumn("disk limit", "disk.limit", "disk.countLimit"),
    RuleColumn("disk policy", "disk.policy", "disk.trimTo", "disk.enforcement"),
    RuleColumn(
      "sweeps", "memory.sweepInterval", "disk.firstSweep", "disk.sweepInterval",
      "disk.sweepsOncePerProcess", "disk.sweepsInBackground", "disk.sweepsAtTermination",
      "disk.spares"),
    RuleColumn(
      "expiry", "memory.expiresAfter", "disk.expiresAfter", "disk.expiresBy", "disk.servesExpired"),
    RuleColumn(
      "headers", "disk.store", "disk.validFor", "httpCache.preset",
      "httpCache.servesStaleWhenOffline"),
    RuleColumn("writes", "disk.engine", "disk.notesMemoryHits", "disk.stores", "disk.writeDelay"),
    RuleColumn("memory warning", "memory.leftByWarning", "memory.leftByCriticalWarning"),
    RuleColumn("background", "memory.leftInBackground"),
    RuleColumn("requests at once", "concurrency"),
    RuleColumn("coalescing", "requests.coalesces"),
    RuleColumn("prefetching", "prefetchDestination", "requests.lookahead"),
    RuleColumn("other requests", "requests.cancels", "requests.retries"),
  ]
}

extension Listing {
  /// What HTTP clients do, rule by rule, and how that is known.
  static var clientCaches: Listing {
    let columns = RuleColumn.ofClients
    return Listing(
      ["name", "client", "known", "runs"] + columns.map(\.name),
      HTTPProfile.all.map { profile in
        let runs = profile.runs.map { run in
          let told = run.rules.isEmpty ? "" : " (\(run.rules.joined(separator: ", ")))"
          return "\(run.date), \(run.capture ?? "not kept")\(told)"
        }
        let facts = [
          profile.name, profile.client, profile.confidence.rawValue,
          runs.isEmpty ? "none" : runs.joined(separator: "; "),
        ]
        return facts + columns.map { profile.cell(of: $0) }
      })
  }

  /// What image libraries do, rule by rule, by the evidence of their newest presets.
  static var imageLibraries: Listing {
    let columns = RuleColumn.ofImageLibraries
    let presets = AnyStrategy.catalog.entry(named: "image-loader")?.libraries ?? []
    return Listing(
      ["name", "library", "read"] + columns.map(\.name),
      presets.filter { !$0.preset.contains("@") }.map { name, library in
        let rules = Evidence.rules(of: name)
        let versions = rules.compactMap(\.version).map { "\($0.version), \($0.date)" }
        return [name, library.name, versions.uniqued.joined(separator: "; ")]
          + columns.map { column in
            EvidenceRule.cell(of: rules.map(\.rule).filter { column.covers($0.setting) })
          }
      })
  }
}

extension HTTPProfile {
  /// How it is known what the client does by a rule, and what that is.
  fileprivate func cell(of column: RuleColumn) -> String {
    let isMeasured = runs.contains {
      $0.rules.isEmpty ? !column.settings.isEmpty : $0.rules.contains(column.name)
    }
    let notMeasured = "not measured"
    guard !column.settings.isEmpty else {
      let left = switches.stores ? "what is stored stays" : "nothing is stored"
      return isMeasured ? "\(Confidence.measured.rawValue): \(left)" : notMeasured
    }
    // A run tells of the rules that it asked for, and of no other.
    let isOpen = confidence == .measured && !isMeasured
    let known = (isMeasured ? Confidence.measured : confidence).rawValue
    let changes = switches.changes.filter { column.covers($0.field.name) }
      .map { "\($0.field.name) \($0.value)" }
    return "\(isOpen ? notMeasured : known): "
      + (changes.isEmpty ? "as RFC 9111" : changes.joined(separator: "; "))
  }
}

extension EvidenceRule {
  /// The values of some rules, by how they are known.
  fileprivate static func cell(of rules: [EvidenceRule]) -> String {
    let kinds = Confidence.allCases.compactMap { kind -> String? in
      let values = rules.filter { $0.confidence == kind }.map { "\($0.setting) \($0.value.words)" }
      return values.isEmpty ? nil : "\(kind.rawValue): \(values.joined(separator: ", "))"
    }
    return kinds.isEmpty ? "–" : kinds.joined(separator: "; ")
  }
}
