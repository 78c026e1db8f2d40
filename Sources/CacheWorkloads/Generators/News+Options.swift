internal import SimCore

extension News {
  struct Options: Settings {
    var use = AppUseSettings(sessionsPerDay: 4, sessionLength: .minutes(3), edits: false)
    var storiesPerDay = 150.0
    var dayCurve = 0.6
    var peakHour = 15.0
    var listed = 40
    var importanceSigma = 1.0
    var noveltyHalfLife = TimeSpan.minutes(69)
    var rankExponent = 0.8
    var breakingShare = 0.03
    var breakingUpdates = 6.0
    var breakingImportance = 20.0
    var updateGap = TimeSpan.minutes(30)
    var correctionsPerStory = 0.2
    var followed = 0.5
    var listBytesPerArticle = Bytes(600)
    var thumbnailBytes = Bytes.kilobytes(15)
    var documentBytes = Bytes.kilobytes(18)
    var documentSigma = TextSizes.articleSigma
    var updateBytes = Bytes.kilobytes(2)
    var pictures = 3
    var readingTime = TimeSpan.seconds(50)
    var favourite = 0.05
    var pushesBreaking = false

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "storiesPerDay", \.storiesPerDay, in: 0...10_000,
        "Stories published in a day, on average; 150, The New York Times on weekdays (Meyer, \"How "
          + "Many Stories Do Newspapers Publish Per Day?\", The Atlantic, May 2016)."),
      .share("dayCurve", \.dayCurve, "How much publishing swings through the day.").assumed(),
      Field("peakHour", \.peakHour, in: 0...24, "The hour of most stories.").assumed(),
      Field("listed", \.listed, in: 1...500, "Stories on the front page.").assumed(),
      Field(
        "importanceSigma", \.importanceSigma, in: 0...3,
        "How much stories differ in importance: the log-normal sigma. Votes for stories are spread "
          + "log-normally (Wu, Huberman, PNAS 2007); the value is assumed."
      ).assumed(),
      Field(
        "noveltyHalfLife", \.noveltyHalfLife, in: .minutes(1)...(.days(30)),
        "The time in which a story's rank and the interest in it halve; 69 min, of stories on "
          + "digg.com (Wu, Huberman, \"Novelty and Collective Attention\", PNAS 2007)."),
      Field(
        "rankExponent", \.rankExponent, in: 0...3,
        "The rank law: the k-th story of the page is read with a weight of k to the power of minus "
          + "this, times its novelty."
      ).assumed(),
      .share("breakingShare", \.breakingShare, "Share of stories that are breaking news.")
        .assumed(),
      Field(
        "breakingUpdates", \.breakingUpdates, in: 0...100,
        "New versions of a breaking story, on average; each takes it to the top again."
      ).assumed(),
      Field(
        "breakingImportance", \.breakingImportance, in: 1...1_000_000,
        "How many times as important as the median story breaking news are."
      ).assumed(),
      Field(
        "updateGap", \.updateGap, in: .seconds(10)...(.days(7)),
        "The mean time between two versions of a story."
      ).assumed(),
      Field(
        "correctionsPerStory", \.correctionsPerStory, in: 0...100,
        "Corrections of any other story, on average; they move no rank."
      ).assumed(),
      .share(
        "followed", \.followed,
        "The weight of a story that was read and has another version since; 1: as a new one."
      ).assumed(),
      Field(
        "listBytesPerArticle", \.listBytesPerArticle, in: Bytes(1)...(.megabytes(1)),
        "A story's headline and teaser on the front page, as JSON."
      ).assumed(),
      .bytes("thumbnailBytes", \.thumbnailBytes, "A thumbnail of the front page.").assumed(),
      .documentBytes(\.documentBytes),
      .sigma(\.documentSigma, named: "documentSigma", of: "articles", TextSizes.articleSource),
      .bytes(
        "updateBytes", \.updateBytes, upTo: .megabytes(1),
        "What a new version of a breaking story adds to its text."
      ).assumed(),
      .pictures(\.pictures).assumed(),
      Field(
        "readingTime", \.readingTime, in: .seconds(1)...(.hours(5)),
        "The mean time with an article, beyond its first five seconds."
      ).assumed(),
      .share(
        "favourite", \.favourite,
        "Share of reads that end as favourites, where there are edits (use.edits)."
      ).assumed(),
      Field(
        "pushesBreaking", \.pushesBreaking,
        "Whether the origin pushes breaking stories and their new versions, silently."),
    ]
  }
}
