internal import CacheWorkloads
internal import SimCore

/// What traces of requests look like.
extension Listing {
  static var formats: Listing {
    Listing(
      ["name", "aliases", "endings", "columns", "detection", "summary"],
      TraceFormat.catalog.entries.map { entry in
        let format = TraceFormat.named(entry.name)
        return [
          entry.name, entry.aliases.joined(separator: " "),
          (format?.endings ?? []).map { "." + $0 }.joined(separator: " "), format?.columns ?? "",
          format?.detection ?? "", entry.summary,
        ]
      })
  }
}
