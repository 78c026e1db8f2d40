public import SimCore

extension URLCache.Options {
  /// Caches as they are known to behave.
  public static let presets = [apple, corelibs]

  /// Apple's `URLCache`, fact by fact, each with its source and how sure it is:
  ///
  /// - 4 MiB in memory, 20 MiB on disk: NSURLCache.h; other values were found at run time (Just
  ///   Eat's blog 2021, "URLCache – Default size is not enough"). Medium.
  /// - No answer larger than 5 % of the disk, or of memory without a disk, uncompressed:
  ///   documentation of `urlSession(_:dataTask:willCacheResponse:completionHandler:)`, measured by
  ///   Just Eat. High. It names 200 to 299 too, which are all that a world's origin sends to store.
  /// - One answer a URL, whatever `Vary` says: the database's unique `request_key`; mzsanford.com
  ///   2013; openradar 12410553. Medium.
  /// - A full disk is emptied at once, at the time of storing: zhuk.fi, "Subclassing URLCache";
  ///   Apple's forums, thread 724332 (iOS 16). Medium.
  /// - A disk of less than 5 MB holds nothing: Apple's forums, thread 751827; airsource.co.uk 2014.
  ///   Medium.
  /// - Memory is lost with the process and on a memory warning, the disk stays: documentation of
  ///   `URLCache`; stackoverflow 46120309. High.
  /// - Rows of a database, large bodies in files beside it: qiita eab6d12b6ca1f228659b;
  ///   petersteinberger.com 2012. High; the limit of 16 KiB between them is an assumption.
  /// - Stale answers are asked about by a conditional GET, and a 304 is shown as 200: stackoverflow
  ///   72995149; Orange ods-ios 648; the documentation says HEAD. High.
  /// - The lifetime in a 304 does not reach what is stored: openradar 32270378; rover-ios 102.
  ///   Medium.
  /// - Without a lifetime a tenth of `Date` − `Last-Modified` is fresh: Safari's published results
  ///   of cache-tests; RevenueCat purchases-ios 2668. Medium.
  /// - Neither `stale-while-revalidate` nor `stale-if-error`: no evidence in URLSession; Safari's
  ///   results of cache-tests. Medium.
  ///
  /// Not modelled: writes to disk some time after the answer, and the 1 to 2 MB by which a usage
  /// may overshoot.
  private static let apple = Preset<Self>(
    "apple",
    "Apple's URLCache as far as it is known: 5 % rule, one answer a URL whatever Vary says, a full "
      + "disk is emptied at once, less than 5 MB of disk hold nothing, a 304 renews nothing, no "
      + "stale-while-revalidate and no stale-if-error."
  ) { options in
    options.memoryCapacity = .mebibytes(4)
    options.diskCapacity = .mebibytes(20)
    options.leastDiskCapacity = .megabytes(5)
    options.largestShare = 0.05
    options.whenFull = .empty
    options.vary = .ignored
    options.confirmationRenews = false
    options.staleWhileRevalidate = false
    options.staleIfError = false
    options.servesStaleWhenOffline = false
  }

  /// The `URLCache` of swift-corelibs-foundation, by its source: it never asks whether a stale
  /// answer still holds ("no concept of staleness … unwilling to serve stale"), refuses any `Vary`,
  /// and what was stored first leaves first. Confidence: high. Not modelled: its keys leave the
  /// query out, and a world's resources have none.
  private static let corelibs = Preset<Self>(
    "corelibs",
    "swift-corelibs-foundation's URLCache on Linux: never asks whether a stale answer still holds, "
      + "stores nothing that varies, and what was stored first leaves first."
  ) { options in
    options.policy = PolicyName("fifo")
    options.vary = .refused
    options.revalidates = false
    options.staleWhileRevalidate = false
    options.staleIfError = false
    options.servesStaleWhenOffline = false
  }
}
