/// How a request wants the cache to be used; 0 to 5 are those of `NSURLRequest`.
public enum CachePolicy: Int, Hashable, Sendable, CaseIterable {
  /// By the protocol (Fetch: `default`).
  case useProtocol = 0
  /// To the origin; the answer is stored (Fetch: `reload`, which also tells caches on the way).
  case reloadIgnoringLocal = 1
  /// What is stored, of any age, else the origin (Fetch: `force-cache`).
  case storedElseLoad = 2
  /// What is stored, of any age, else an error (Fetch: `only-if-cached`).
  case storedOnly = 3
  /// To the origin and past all caches on the way: sends `Cache-Control: no-cache`.
  case reloadIgnoringLocalAndRemote = 4
  /// Confirmed by the origin, even if fresh (Fetch: `no-cache`); sends `Cache-Control: max-age=0`.
  case reloadRevalidating = 5
  /// To the origin and past all caches; the answer is not stored (Fetch: `no-store`).
  case noStore = 6
}
