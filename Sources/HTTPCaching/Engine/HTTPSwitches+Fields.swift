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
      "isShared", \.isShared,
      "Whether it is a proxy's cache, to which private and s-maxage apply (RFC 9111 §3.5)."),
    Field(
      "storesUnfresh", \.storesUnfresh,
      "Whether an answer is stored that would be validated at each use: no-cache, no lifetime."),
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
    Field("variants", \.variants, "What becomes of answers that name request fields in Vary."),
    Field("varyStar", \.varyStar, "What becomes of an answer with Vary: *."),
    Field(
      "normalizesVary", \.normalizesVary,
      "Whether fields that mean the same are the same to Vary (RFC 9111 §4.1), and an answer in "
        + "the one language that a request prefers is one for it."),
    Field("otherVariant", \.otherVariant, "What a request does that matches no stored variant."),
    Field(
      "dropsReplaced", \.dropsReplaced,
      "Whether a whole answer that is not stored removes the one that is, as after a 500."),
    Field(
      "unstoredMark", \.unstoredMark, in: .zero...(.days(3_650)),
      "How long an answer that is not stored has requests go to the origin, which then wait for no "
        + "other one and get nothing stale; null: not at all."),
    Field("redirects", \.redirects, "What becomes of a redirect whose target is stored too."),
    Field(
      "permanentTargetsApart", \.permanentTargetsApart,
      "Whether what a stored 301 or 308 leads to is stored apart from what is asked for itself."),
    Field(
      "queryNeedsLifetime", \.queryNeedsLifetime,
      "Whether an answer for a URL with a query needs a lifetime to be stored."),
    Field(
      "storesMalformed", \.storesMalformed,
      "Whether an answer is stored that has Age, Date or Expires twice or an odd Date, and an odd "
        + "Age says nothing, and not much."),
    Field(
      "storesExpired", \.storesExpired,
      "Whether an answer without Cache-Control is stored whose Expires is its Date or earlier."),
    Field("storesEmpty", \.storesEmpty, "Whether an answer without content is stored."),
    Field(
      "storesEmptyVary", \.storesEmptyVary,
      "Whether an answer is stored whose Vary names nothing."),
    Field(
      "normalizesTargets", \.normalizesTargets,
      "Whether /%32 is /2, and a query without members none (RFC 3986 §6.2)."),
    Field("invalidating", \.invalidating, "The methods that invalidate what is stored."),
    Field(
      "failedInvalidates", \.failedInvalidates,
      "Whether these do so if they fail too, as after a 500."),
    Field(
      "invalidatesLocations", \.invalidatesLocations,
      "Whether they invalidate what their Location and Content-Location name too."),
    Field(
      "clearSiteData", \.clearSiteData,
      "Whether Clear-Site-Data: \"cache\" or \"*\" removes all answers of the origin."),
  ]

  private static let freshness: [Field<Self>] = [
    Field("pragma", \.pragma, "When Pragma: no-cache in an answer is Cache-Control: no-cache."),
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
      "isCaseSensitive", \.syntax.isCaseSensitive, "Whether Max-Age is another word than max-age."),
    Field(
      "firstLineOnly", \.syntax.firstLineOnly,
      "Whether only the first line of Cache-Control counts."),
    Field("readsSpaced", \.syntax.readsSpaced, "Whether max-age = 60 is 60 seconds."),
    Field("readsPlus", \.syntax.readsPlus, "Whether max-age=+60 is 60 seconds."),
    Field("readsPrefix", \.syntax.readsPrefix, "Whether max-age=60a is 60 seconds."),
    Field(
      "splitsSemicolons", \.syntax.splitsSemicolons,
      "Whether a semicolon divides directives as a comma does."),
    Field("readsExponents", \.syntax.readsExponents, "Whether max-age=6e1 is 60 seconds."),
    Field(
      "qualifiedNoStore", \.syntax.qualifiedNoStore,
      "Whether no-store=\"…\" is no-store."),
    Field(
      "endsAtSemicolon", \.syntax.endsAtSemicolon,
      "Whether a number ends at a semicolon, as in max-age=60; public."),
    Field(
      "splitsBlanks", \.syntax.splitsBlanks,
      "Whether a blank divides directives as a comma does, but beside an =."),
    Field(
      "endsAtEmpty", \.syntax.endsAtEmpty,
      "Whether what stands behind an empty directive, or behind private=\"…\", is not read."),
    Field(
      "unvalued", \.syntax.unvalued,
      "What a max-age without = is; null: as one that is no number."),
    Field(
      "countsSharedMaxAge", \.countsSharedMaxAge,
      "Whether s-maxage counts in a private cache as well."),
    Field("dates", \.syntax.dates, "Which dates are read."),
    Field("repeatedExpires", \.syntax.repeatedExpires, "What two lines of Expires say."),
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
    Field(
      "mustRevalidateAges", \.mustRevalidateAges,
      "Whether an answer with must-revalidate can have a heuristic lifetime."),
    Field(
      "unsaidLifetime", \.unsaidLifetime, in: .zero...(.days(3_650)),
      "The lifetime of an answer that says none, in place of the heuristic one; null: none."
    ),
    Field(
      "unfreshStatuses", \.unfreshStatuses,
      "The statuses that are never fresh, and validated at each use."),
    Field(
      "isFreshAtLifetime", \.isFreshAtLifetime,
      "Whether an answer is fresh still at the age that is its lifetime."),
    Field("age", \.age, "How the age is found."),
    Field("saysAge", \.saysAge, "Whether a proxy passes Date on and says Age (RFC 9111 §5.1)."),
    Field(
      "alwaysRevalidates", \.alwaysRevalidates,
      "Whether must-revalidate has even fresh answers validated."),
    Field(
      "obeysMustRevalidate", \.obeysMustRevalidate,
      "Whether must-revalidate and proxy-revalidate are known."),
    Field("immutable", \.immutable, "What immutable does (RFC 8246)."),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate,
      "Whether stale-while-revalidate is known (RFC 5861 §3)."),
    Field(
      "staleDespiteMust", \.staleDespiteMust,
      "Whether stale-while-revalidate counts beside must-revalidate."),
    Field(
      "unsaidStaleRevalidate", \.unsaidStaleWhileRevalidate, in: .zero...(.days(3_650)),
      "How long a stale answer is used while it is validated, where that is not said."),
    Field("staleIfError", \.staleIfError, "What stale-if-error does (RFC 5861 §4)."),
    Field(
      "unsaidStaleIfError", \.unsaidStaleIfError, in: .zero...(.days(3_650)),
      "How long a stale answer is used in place of an error, where that is not said."),
  ]

  private static let validation: [Field<Self>] = [
    Field("validators", \.validators, "What an answer can be validated by."),
    Field(
      "validatedStatuses", \.validatedStatuses, "The statuses that are validated; null: all."),
    Field(
      "confirmationRenews", \.confirmationRenews,
      "Whether a 304 makes what is stored fresh again."),
    Field(
      "noStoreRemoves", \.noStoreRemoves,
      "Whether a 304 that says no-store removes what is stored."),
    Field(
      "confirmationReplaces", \.confirmationReplaces,
      "Whether a 304's fields alone say how long what is stored stays fresh, no-store or not."),
    Field(
      "anyTagConfirms", \.anyTagConfirms,
      "Whether a 304 with another ETag confirms what is stored."),
    Field(
      "forgetsStale", \.forgetsStale,
      "Whether a stale answer is loaded anew, and not validated, when it may not be used."),
    Field(
      "collapsesValidations", \.collapsesValidations,
      "Whether requests of a proxy wait for another one under way, where an answer is stored too."),
    Field(
      "waits", \.waits,
      "Whether a request waits for another one under way for the same, as a proxy's do."),
  ]

  private static let requests: [Field<Self>] = [
    Field("heads", \.heads, "How HEAD is answered."),
    Field(
      "ownConditions", \.ownConditions, "What a condition does that the app put into a request."),
    Field("requestNoCache", \.requestNoCache, "What no-cache in a request does."),
    Field("requestPragma", \.requestPragma, "What Pragma: no-cache in a request does."),
    Field(
      "requestPragmaAlways", \.requestPragmaAlways, "Whether that counts beside Cache-Control."),
    Field(
      "loadsReloads", \.loadsReloads,
      "Whether both in one request, Pragma first, load: Fetch's mark of a reload."),
    Field(
      "requestNoStoreLoads", \.requestNoStoreLoads,
      "Whether no-store in a request has it loaded, and not only its answer not stored."),
    Field("requestMaxAge", \.requestMaxAge, "Which max-age in a request counts."),
    Field(
      "requestMinFresh", \.requestMinFresh,
      "What min-fresh in a request does that an answer does not fulfil."),
    Field("obeysMaxStale", \.obeysMaxStale, "Whether max-stale in a request counts."),
    Field("obeysOnlyIfCached", \.obeysOnlyIfCached, "Whether only-if-cached in a request counts."),
    Field("ranges", \.ranges, "What a request for a range gets."),
    Field(
      "completesParts", \.completesParts,
      "Whether a missing rest of an answer is asked for by range (RFC 9111 §3.3)."),
    Field("endsLoads", \.endsLoads, "Whether a page that is left ends its loads, as browsers' do."),
    Field(
      "reloadedParts", \.reloadedParts,
      "What a reload of a page does to its pictures, styles and scripts."),
    Field(
      "backTakesStale", \.backTakesStale,
      "Whether going back to a page takes what is stored, whatever its age."),
    Field(
      "pageMemory", \.pageMemory,
      "Whether a page takes a picture, style or script again that it has, whatever its age."),
  ]
}
