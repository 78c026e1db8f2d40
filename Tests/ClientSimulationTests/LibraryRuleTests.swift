internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Rules by which libraries differ from each other and from release to release, each in a day so
/// small that the rule alone decides what comes of it. Pictures have 10,000 B, 100,000 B when
/// decoded, and are looked at for 10 s.
@Suite struct LibraryRuleTests {
  // MARK: Nuke

  /// Room for 20,000 B, no bitmaps. The first process sweeps at 5 s, when there is nothing, and
  /// never again: three files overstep the limit from 51 s on. Picture 0 is read again at 1,000 s,
  /// and dated by Nuke 13, so that a sweep down to 14,000 B leaves it of the three; Nuke 12 leaves
  /// the one written last. A second process sweeps 5 s after its start, if it starts 1,800 s or
  /// more after the last sweep, with Nuke 12 3,600 s.
  @Test(
    arguments: [
      ("nuke-data-cache", 1_804, [0, 1, 2]), ("nuke-data-cache", 1_805, [0]),
      ("nuke-data-cache@13", 1_804, [0, 1, 2]), ("nuke-data-cache@13", 1_805, [0]),
      ("nuke-data-cache@12", 1_805, [0, 1, 2]), ("nuke-data-cache@12", 3_604, [0, 1, 2]),
      ("nuke-data-cache@12", 3_605, [2]),
    ] as [(String, Double, [ResourceIndex])])
  func nukeSweepsOnceAProcess(preset: String, launch: Double, left: [ResourceIndex]) throws {
    let settings = """
      {"preset": "\(preset)", "memory": {"limit": "0 B"}, "disk": {"limit": "20 kB"}}
      """
    let opens: [(ResourceIndex, Double)] = [(0, 10), (1, 30), (2, 50), (0, 1_000)]
    let again = (0..<3).map { (ResourceIndex($0), launch + 10 + 20 * Double($0)) }
    let diary = try AnyStrategy.pictureDiary(
      settings, .visiting(.image, opens + again, then: [(1_700, .crash), (launch, .launch)]))
    expect(diary.visits.prefix(4).map(\.firstSource), is: [.network, .network, .network, .flash])
    expect(
      diary.visits.suffix(3).map(\.firstSource),
      is: (0..<3).map { left.contains($0) ? .flash : .network })
    expect(diary.summaries[0].overshoot?.bytes, is: Bytes(10_000))
  }

  /// The date of the last sweep, at 5 s, lies among the files. Where the process ends at 100 s and
  /// the next begins at 200 s, it does not sweep; where the system took the files it does, at 205
  /// s, when three are there, and leaves the last one.
  @Test(arguments: [
    (Action.crash, [Source.flash, .flash, .flash]), (.spaceShortage, [.network, .network, .flash]),
  ])
  func theDateOfTheLastSweepGoesWithTheFiles(end: Action, sources: [Source]) throws {
    var story = HandmadeStory()
    for picture in 0..<3 as Range<ResourceIndex> {
      story.publish(picture, kind: .image)
      story.visit(picture, from: 200.5 + Double(picture), for: 0.5)
      story.visit(picture, from: 220 + 20 * Double(picture))
    }
    story.at(0, .launch)
    story.visit(0, from: 8)
    for (instant, action) in [(20, .background), (100, end), (200, .launch), (300, .end)]
      as [(Double, Action)]
    {
      story.at(instant, action)
    }
    let settings = """
      {"preset": "nuke-data-cache", "memory": {"limit": "0 B"}, "disk": {"limit": "20 kB"}}
      """
    try expect(
      AnyStrategy.pictureDiary(settings, story).visits.suffix(3).map(\.firstSource), is: sources)
  }

  /// A hit on disk sets a date, a block of 4,096 B; one in the second before the file is written
  /// sets none. Until Nuke 12.8 no hit did.
  @Test(arguments: [
    ("nuke-data-cache", [Int64(4_096)]), ("nuke-data-cache@13", [4_096]),
    ("nuke-data-cache@12", []),
  ])
  func nukeDatesWhatItReads(preset: String, metadata: [Int64]) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .image)
    story.at(0, .launch)
    for (opening, length) in [(1, 0.4), (1.6, 0.2), (10, 5)] {
      story.visit(0, from: opening, for: length)
    }
    story.at(100, .end)
    let diary = try AnyStrategy.pictureDiary(
      #"{"preset": "\#(preset)", "memory": {"limit": "0 B"}}"#, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .flash])
    expect(diary.writes.map { $0.bytesByCause[.metadata] }.filter { $0 > 0 }, is: metadata)
  }

  // MARK: PINCache and others

  /// A picture comes, and is found in memory 20 s later. PINCache writes attributes both times,
  /// a block of 4,096 B each; Kingfisher with the file alone, SDWebImage never.
  @Test(arguments: [
    ("pincache", [Int64(4_096), 4_096]), ("kingfisher", [4_096]), ("sdwebimage", []),
  ])
  func aHitInMemoryWritesWhereItIsAUseOfTheFile(preset: String, metadata: [Int64]) throws {
    let diary = try AnyStrategy.pictureDiary(
      #"{"preset": "\#(preset)"}"#, .visiting(.image, [(0, 1), (0, 21)]))
    expect(diary.visits.map(\.firstSource), is: [.network, .memory])
    expect(diary.writes.map { $0.bytesByCause[.metadata] }.filter { $0 > 0 }, is: metadata)
  }

  // MARK: Flutter

  /// Room for one file among those that were not used for a day: picture 1, last used at 21 s, is
  /// one from 86,421 s on, picture 0, used again at 3,600 s, from 90,000 s on; then 1 leaves. Where
  /// each file counts at once, 0 leaves when 1 has come, and 1 when 0 came again.
  @Test(arguments: [
    ("", [Source.network, .network, .flash, .network, .flash, .network]),
    (#", "spares": null"#, [.network, .network, .network, .network, .network, .network]),
  ])
  func flutterSparesWhatWasUsedWithinADay(more: String, sources: [Source]) throws {
    let story = HandmadeStory.visiting(
      .image,
      [(0, 1), (1, 21), (0, 3_600), (2, 100_000), (0, 100_030), (1, 100_060)], until: 100_100)
    let settings = """
      {"preset": "flutter-cache-manager", "disk": {"countLimit": 1\(more)}}
      """
    try expect(AnyStrategy.pictureDiary(settings, story).visits.map(\.firstSource), is: sources)
  }

  // MARK: Android

  /// Three bitmaps of 100 kB. Coil leaves all when the app leaves the front; 3.0 to 3.2 left half
  /// of what is held, which is one of them, and an app may ask for half of the limit, two. On
  /// Android 14 no warning reaches a running app: nobody's bitmaps, and nobody's files in memory.
  @Test(arguments: [
    ("coil", "", Action.background, [Source.memory, .memory, .memory]),
    (
      "coil", #", "leftInBackground": 0.5, "shareOf": "held""#, .background,
      [.network, .network, .memory]
    ),
    ("coil", #", "leftInBackground": 0.5"#, .background, [.network, .memory, .memory]),
    ("coil", "", .memoryWarning(.warning), [.memory, .memory, .memory]),
    (
      "coil", #", "leftByWarning": 0.5, "shareOf": "held""#, .memoryWarning(.warning),
      [.network, .network, .memory]
    ),
    ("glide", "", .memoryWarning(.critical), [.memory, .memory, .memory]),
    ("glide", "", .background, [.network, .memory, .memory]),
    ("picasso", "", .memoryWarning(.critical), [.memory, .memory, .memory]),
    ("fresco", "", .memoryWarning(.critical), [.memory, .memory, .memory]),
  ])
  func whatAndroidsEventsLeave(
    preset: String, more: String, event: Action, again: [Source]
  ) throws {
    let settings = """
      {"preset": "\(preset)", "disk": {"store": "none"}, "encodedMemory": "0 B",
       "memory": {"limit": "400 kB"\(more)}}
      """
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (1, 21), (2, 41), (0, 101), (1, 121), (2, 141)],
      then: [(60, event), (90, .foreground)])
    try expect(
      AnyStrategy.pictureDiary(settings, story).visits.suffix(3).map(\.firstSource), is: again)
  }

  /// Fresco's pictures as they came, 10,000 B each: no trimming is registered by default. Other
  /// settings leave of them what they leave of bitmaps.
  @Test(arguments: [
    ("", [Source.memory, .memory, .memory]),
    (#", "leftByWarning": 0"#, [.network, .network, .network]),
    (#", "leftByWarning": 0.5"#, [.network, .memory, .memory]),
  ])
  func encodedPicturesStayAsBitmapsDo(more: String, again: [Source]) throws {
    let settings = """
      {"preset": "fresco", "disk": {"store": "none"}, "encodedMemory": "40 kB",
       "memory": {"limit": "0 B"\(more)}}
      """
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (1, 21), (2, 41), (0, 101), (1, 121), (2, 141)],
      then: [(60, .memoryWarning(.warning))])
    try expect(
      AnyStrategy.pictureDiary(settings, story).visits.suffix(3).map(\.firstSource), is: again)
  }
}
