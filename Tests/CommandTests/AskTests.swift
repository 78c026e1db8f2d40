internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// Questions as people put them, and the command that each finds.
@Suite struct AskTests {
  /// A question, and the names of those that answer it.
  static let asked: [(text: String, names: [String])] = [
    ("how big should my image cache be", ["memory-cache-size", "disk-cache-size"]),
    ("how large should the disk cache be", ["disk-cache-size"]),
    ("URLCache or Nuke's DataCache", ["http-or-library-cache"]),
    ("should I use NSURLCache or my library's own disk cache", ["http-or-library-cache"]),
    ("what is a good LruCache size for bitmaps", ["memory-cache-size"]),
    ("how much RAM for decoded images", ["memory-cache-size"]),
    ("cache folder exceeds sizeLimit", ["limits-overshot"]),
    ("Kingfisher disk cache grows bigger than the limit", ["limits-overshot"]),
    ("how long to keep images on disk", ["keep-how-long"]),
    ("stalePeriod and number of days", ["keep-how-long"]),
    ("TTL of pictures", ["keep-how-long"]),
    ("avatar does not update although it changed", ["changed-picture-same-address"]),
    ("same URL but new image", ["changed-picture-same-address"]),
    ("memory-disk cachePolicy or disk only", ["memory-or-disk"]),
    ("store thumbnails or full size images", ["original-or-resized"]),
    ("should I cache the downsampled bitmap", ["original-or-resized"]),
    ("preload on wifi only", ["prefetch-how-much"]),
    ("how many articles to prefetch", ["prefetch-how-much"]),
    ("prefetchItemsAt rows ahead", ["scroll-lookahead"]),
    ("RecyclerView preloader how many items", ["scroll-lookahead"]),
    ("staleTime vs gcTime", ["stale-time"]),
    ("what staleTime should I set in React Query", ["stale-time"]),
    ("disable refetchOnWindowFocus?", ["refetch-on-focus"]),
    ("SWR sends too many requests on focus", ["refetch-on-focus"]),
    ("cache-and-network or cache-first", ["cache-first-or-network-first"]),
    ("fetchPolicy", ["cache-first-or-network-first"]),
    ("stale-while-revalidate service worker strategy", ["cache-first-or-network-first"]),
    ("make okhttp work offline with max-stale", ["offline-by-http"]),
    ("serve from HTTP cache without network", ["offline-by-http"]),
    ("why is my response not cached", ["why-a-request"]),
    ("image is downloaded again although it is in the cache", ["why-a-request"]),
    ("ETag or max-age", ["entity-tag-or-max-age"]),
    ("If-None-Match worth it?", ["entity-tag-or-max-age"]),
    ("what Cache-Control should my API send", ["entity-tag-or-max-age"]),
    ("iOS kills my app for disk writes", ["killed-for-disk-writes"]),
    ("MXDiskWriteExceptionDiagnostic", ["killed-for-disk-writes"]),
    ("SQLite WAL or rollback journal", ["storage-engine"]),
    ("MMKV or SQLite", ["storage-engine"]),
    ("AsyncStorage is it a good database", ["storage-engine"]),
    ("Firestore gets slow with many documents", ["store-that-grows"]),
    ("queries slow as the local database grows", ["store-that-grows"]),
    ("sync everything or fetch on demand", ["sync-all-or-on-demand"]),
    ("best page size for pagination", ["sync-all-or-on-demand"]),
    ("do I lose offline edits", ["offline-edits"]),
    ("outbox pattern conflicts", ["offline-edits"]),
    ("read on phone, still unread on iPad", ["several-devices"]),
    ("how often should my app poll", ["refresh-interval"]),
    ("push notifications or polling for refresh", ["refresh-interval"]),
    ("LRU vs LFU", ["eviction-policy"]),
    ("best eviction algorithm", ["eviction-policy"]),
    ("NSCache vs Dictionary", ["nscache-or-dictionary"]),
    ("clear cache on sign out", ["log-out"]),
    ("user switch shows data of another account", ["log-out"]),
    ("second visit performance", ["second-visit"]),
    ("repeat view with a warm cache lighthouse", ["second-visit"]),
    ("ExoPlayer preload video", ["video-preload"]),
    ("cache HLS segments for short videos", ["video-preload"]),
    ("onTrimMemory what to clear", ["memory-warning"]),
    ("didReceiveMemoryWarning", ["memory-warning"]),
    ("thundering herd after push notification", ["origin-after-push"]),
    ("all clients request at once after breaking news", ["origin-after-push"]),
    ("s-maxage on CDN", ["content-delivery-network"]),
    ("purge cloudflare or short TTL", ["content-delivery-network"]),
    ("normalized cache Apollo or document cache urql", ["normalised-cache"]),
    ("test caching in CI", ["tests-in-ci"]),
    ("mock server unit test for cache", ["tests-in-ci"]),
    ("app update changes model, cached data fails to decode", ["cache-upgrade"]),
    ("migrate or purge cache after schema change", ["cache-upgrade"]),
    ("HTTP cache or the library's own disk cache", ["http-or-library-cache"]),
    ("size of the disk cache", ["disk-cache-size"]),
    ("size of the memory cache", ["memory-cache-size"]),
    ("soft limits overshoot", ["limits-overshot"]),
    ("keep how long", ["keep-how-long"]),
    ("same URL, changed image", ["changed-picture-same-address"]),
    ("memory, disk or both", ["memory-or-disk"]),
    ("original or resized on disk", ["original-or-resized"]),
    ("prefetch how much, Wi-Fi only", ["prefetch-how-much"]),
    ("staleTime, gcTime", ["stale-time"]),
    ("refetch on focus, dedupe", ["refetch-on-focus"]),
    (
      "cache-first, cache-and-network, network-first with timeout", ["cache-first-or-network-first"]
    ),
    ("offline by HTTP (max-stale, stale-if-error)", ["offline-by-http"]),
    ("why a request although cached", ["why-a-request"]),
    ("iOS kills for disk writes", ["killed-for-disk-writes"]),
    ("WAL, rollback, SQLite, files, MMKV", ["storage-engine"]),
    ("cache slows as it grows", ["store-that-grows"]),
    ("sync all or on demand, page size", ["sync-all-or-on-demand"]),
    ("are my offline edits safe", ["offline-edits"]),
    ("refresh interval, push or poll", ["refresh-interval"]),
    ("eviction policy", ["eviction-policy"]),
    ("NSCache or dictionary", ["nscache-or-dictionary"]),
    ("log-out, user switch", ["log-out"]),
    ("warm load, second visit", ["second-visit"]),
    ("video pre-cache", ["video-preload"]),
    ("memory warning: RAM or all", ["memory-warning"]),
    ("tests of caching in CI", ["tests-in-ci"]),
    ("is it safe to edit without a connection", ["offline-edits"]),
    (
      "what happens when the app is killed before data is written",
      ["memory-warning", "offline-edits", "killed-for-disk-writes"]
    ),
    ("how do I choose a TTL", ["keep-how-long", "entity-tag-or-max-age", "stale-time"]),
    ("does an LRU need to be replaced by TinyLFU", ["eviction-policy"]),
    ("my Core Data store is slow", ["store-that-grows", "storage-engine"]),
    ("flash wear of SQLite", ["storage-engine", "killed-for-disk-writes"]),
    ("battery cost of background refresh", ["refresh-interval"]),
    ("GraphQL entities twice in lists and details", ["normalised-cache"]),
    ("video buffering at start", ["video-preload"]),
    ("server overloaded by notification", ["origin-after-push"]),
    ("Varnish TTL", ["content-delivery-network"]),
    ("images reload on every scroll", ["scroll-lookahead", "why-a-request"]),
    ("returning visitors", ["second-visit"]),
    ("Glide or Coil or Picasso", ["which-image-library"]),
    ("how fast is Kingfisher compared to SDWebImage", ["which-image-library"]),
    ("which image loader is the best", ["which-image-library"]),
  ]

  @Test(arguments: asked)
  func aQuestionFindsItsCommand(text: String, names: [String]) {
    let found = QuestionCatalog.bundled.matches(text).first?.name ?? "nothing"
    expect(names.contains(found), "\(text): \(found)")
  }

  @Test(arguments: QuestionCatalog.bundled.questions.map(\.question))
  func eachQuestionFindsItself(question: String) {
    expect(QuestionCatalog.bundled.matches(question).first?.question, is: question)
  }

  @Test func mistypedWordsAreFound() {
    let names = QuestionCatalog.bundled.matches("staletme or dictionery").map(\.name)
    expect(names.contains("nscache-or-dictionary"))
  }

  /// Under one seed: that each says what it is there to say, and not how much.
  @Test(arguments: Cases.some(QuestionCatalog.bundled.questions.map(\.name), oneIn: 9))
  func eachCommandRuns(name: String) async throws {
    let question = try #require(QuestionCatalog.bundled.questions.first { $0.name == name })
    try await run(question.command, in: try Folder())
  }

  @Test(
    arguments: Cases.some(
      QuestionCatalog.bundled.questions.filter { $0.ownCommand != nil }.map(\.name), oneIn: 6))
  func eachCommandRunsOnAnAppOfOnesOwn(name: String) async throws {
    let question = try #require(QuestionCatalog.bundled.questions.first { $0.name == name })
    let folder = try Folder()
    let sample = Checkout.root.appending(path: "Sources/CacheWorkloads/Samples/shop.har").path
    let made = try await Program(
      arguments: ["init", "--har", sample, "--output", "app.json"], folder: folder
    ).run()
    expect(made.status, is: 0, "\(made.notes)")
    let command = try #require(question.ownCommand)
    try FileManager.default.copyItem(at: URL(filePath: sample), to: folder.url("app.har"))
    let isRecorded = command.contains("--trace")
    try await run(command + (isRecorded ? "" : " --duration 2d"), in: folder)
  }

  private func run(_ command: String, in folder: Folder) async throws {
    var arguments = ShellWord.all(in: command).dropFirst().map { word in
      String(word).replacing("'", with: "")
    }
    if !["explain", "revisit"].contains(arguments[0]) { arguments += ["--seeds", "1"] }
    if ["run", "sweep", "tune"].contains(arguments[0]) { arguments += ["--no-charts"] }
    let ended = try await Program(arguments: arguments, folder: folder).run()
    expect(ended.status, is: 0, "\(command): \(ended.notes)")
    expect(!ended.output.isEmpty)
  }

  /// What may stand in a scenario of one's own is there: settings, scenarios and strategies.
  @Test func theAdviceNamesWhatThereIs() {
    for question in QuestionCatalog.bundled.questions {
      let names = question.advice.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      for name in names { expect(!DescribedThings.named(name).isEmpty, "\(name)") }
      expect((question.ownCommand == nil) != question.advice.isEmpty, "\(question.name)")
    }
  }

  @Test func unrelatedWordsFindNothing() {
    expect(QuestionCatalog.bundled.matches("too many redirects of users").isEmpty)
  }

  @Test func anAnswerHasTheCommandForAnAppOfOnesOwn() async throws {
    let ended = try await Program(
      arguments: ["ask", "NSCache", "or", "a", "dictionary?"], folder: try Folder()
    ).run()
    expect(ended.output.contains("cachesim compare memory-pressure ns-cache dictionary"))
    expect(ended.output.contains("cachesim compare app.json ns-cache dictionary"))
  }

  @Test func whatHasNoWordOfAQuestionIsRefused() async throws {
    let ended = try await Program(arguments: ["ask", "xyzzy"], folder: try Folder()).run()
    expect(ended.status, is: 64)
    expect(ended.output.isEmpty)
  }
}
