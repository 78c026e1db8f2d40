package import ClientSimulation
package import SimCore

/// What a scenario can set of a download manager.
package struct DownloadOptions: Settings {
  package var expiry = TimeSpan.minutes(15)
  package var mediaExpiry = TimeSpan.days(7)
  package var sliding = false
  package var isGoodAtExpiry = false
  package var coalesces = true
  package var atOnce = 4
  package var indexLine = Bytes(200)
  package var writesFileFirst = true
  package var savesChanges = true
  package var removesExpiredFiles = true
  package var ignoresCase = true
  package var otherSpellings = 0.0
  package var maintenance = StorageMaintenance()

  package init() {}
  package static let fields: [Field<DownloadOptions>] = [
    Field(
      "expiry", \.expiry, in: .zero...(.days(3_650)),
      "How long a screen's main resource is good for, from the end of its download; 15 min as "
        + "the other strategies' staleAfter, so that they can be compared."),
    Field(
      "mediaExpiry", \.mediaExpiry, in: .zero...(.days(3_650)),
      "How long a picture is good for; 7 days as in MKCache."),
    Field(
      "sliding", \.sliding,
      "Whether each use makes a download good for its whole time again."),
    Field(
      "goodAtExpiry", \.isGoodAtExpiry,
      "Whether a download is still good at the very instant of its expiry."),
    Field(
      "coalesces", \.coalesces,
      "Whether a request is coalesced with a download of the same key in flight; otherwise the "
        + "same is fetched twice."
    ),
    .concurrency(
      \.atOnce,
      "How many downloads may be in flight; 4, which URLSession's earlier documentation gave as "
        + "its connections to a host on iOS."),
    Field(
      "indexLine", \.indexLine, in: .zero...(.megabytes(1)),
      "Bytes of the index for each download: address, path, expiry and state."
    ).assumed(),
    Field(
      "writesFileFirst", \.writesFileFirst,
      "Whether a download's file is written before the index that says that it is there."),
    Field(
      "savesIndexOnChange", \.savesChanges,
      "Whether the index is saved after an extension and after a failure too, not only at a "
        + "download's start and end."
    ),
    Field(
      "removesExpiredFiles", \.removesExpiredFiles,
      "Whether an expired download that is asked for again is removed at once, file and line; "
        + "otherwise its line alone is, the index is saved without it, and the file stays until "
        + "the next download takes its place."),
    Field(
      "ignoresCase", \.ignoresCase,
      "Whether spellings of a key that differ in case only are one key, as servers take them."),
    Field(
      "otherSpellings", \.otherSpellings, in: 0...1,
      "The share of requests that spell their key in another case; matters only where case is not "
        + "ignored."),
    .maintenance(
      \.maintenance,
      "What becomes of downloads and index after an upgrade, a logout, a shortage of space; only "
        + "the index has a schema."),
  ]
  package static let presets = [
    Preset<DownloadOptions>(
      "as-printed",
      "A textbook's code as it stands there: 20 s, extended by each use, and expired when more "
        + "than that is over; the index is saved at a download's start and end, before the file is "
        + "written, and when an expired one is dropped from it, whose file stays; keys are made "
        + "lower-case; the files lie in Documents."
    ) { options in
      options.expiry = .seconds(20)
      options.mediaExpiry = .seconds(20)
      options.sliding = true
      options.isGoodAtExpiry = true
      options.writesFileFirst = false
      options.savesChanges = false
      options.removesExpiredFiles = false
      options.ignoresCase = true
      options.maintenance.directory = .documents
    }
  ]
}
