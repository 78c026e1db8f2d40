package import SimCore

/// What a shipped app's reports can tell of, each with its unit.
package enum FieldQuantity: String, CaseIterable, Sendable {
  /// From a screen's beginning until its main content is painted, in seconds, one for each view.
  case firstContent
  /// The same from the tap, launch included, in seconds, one for each view.
  case openToContent
  /// From a process's start until the app's first screen may begin, in seconds, one for each start.
  case coldLaunch
  /// From coming back to the front until then, in seconds, one for each return.
  case warmLaunch
  /// A round trip to the origin, as the time of a TCP connection, in seconds, one for each.
  case roundTrip
  /// The rate of a transfer large enough for it, in bits a second, one for each transfer.
  case rateDown
  /// From a request's arrival at the server until its answer leaves, in seconds, one for each
  /// answer; of round trips nothing.
  case serverTime
  /// Sessions of a person on a day, one for each person and day; 0 is a day without.
  case sessionsPerDay
  /// From a session's first view or request to its last one, in seconds, one for each session.
  case sessionLength
  /// Views of a session, one for each session.
  case opensPerSession
  /// Requests that were sent in a session, one for each session.
  case requestsPerSession
  /// A response's body as it is stored, in bytes, one for each answer that had one.
  case responseBytes
  /// Bytes over the network in both directions, one for each person and day.
  case networkBytesPerDay
  /// `max-age` or what `Expires` says, in seconds, one for each answer that says it.
  case freshnessLifetime
  /// Share of requests that were answered with 304, of as many as its count.
  case notModifiedShare
  /// Share of starts (views) whose first content came from a cache, of as many as its count.
  case cachedShare
  /// Bytes that the app wrote to flash, one for each person and day.
  case flashBytesPerDay
  /// The part of `networkBytesPerDay` towards the device.
  case downBytesPerDay
  case upBytesPerDay
  /// Share of the resources that were needed which the client's own cache had without asking the
  /// origin, of as many as its count.
  case objectHitShare
  /// Share of answers that a cache between client and origin gave (`Cache-Status`, RFC 9211), of as
  /// many as its count.
  case sharedHitShare
  /// How long the main thread did not answer, in seconds, one for each hang.
  case hangTime
  /// Bars of the mobile network's signal, one for each time that the system looked.
  case signalBars
  /// Bytes written when the system objected to it, one for each objection: an upper tail, and no
  /// sample of days.
  case excessiveWrites

  /// As tables name it.
  package var words: String { facts.words }
  package var unit: String { facts.unit }

  private var facts: (words: String, unit: String) {
    switch self {
    case .firstContent: ("first content", "s")
    case .openToContent: ("open to content", "s")
    case .coldLaunch: ("cold launch", "s")
    case .warmLaunch: ("warm launch", "s")
    case .roundTrip: ("round trip", "s")
    case .rateDown: ("rate down", "bit/s")
    case .serverTime: ("server time", "s")
    case .sessionsPerDay: ("sessions a day", "")
    case .sessionLength: ("session length", "s")
    case .opensPerSession: ("opens a session", "")
    case .requestsPerSession: ("requests a session", "")
    case .responseBytes: ("bytes a response", "B")
    case .networkBytesPerDay: ("network bytes a day", "B")
    case .freshnessLifetime: ("freshness lifetime", "s")
    case .notModifiedShare: ("share of 304", "share")
    case .cachedShare: ("share from a cache", "share")
    case .flashBytesPerDay: ("flash writes a day", "B")
    case .downBytesPerDay: ("bytes down a day", "B")
    case .upBytesPerDay: ("bytes up a day", "B")
    case .objectHitShare: ("share of hits", "share")
    case .sharedHitShare: ("share from a shared cache", "share")
    case .hangTime: ("hangs", "s")
    case .signalBars: ("signal bars", "")
    case .excessiveWrites: ("excessive writes", "B")
    }
  }
}

/// What was observed of an app's use in the field: the same form, whatever file it was read from.
///
/// People are numbers that a reader gives, from 0 on; who they are is not in it.
package struct FieldData: Sendable {
  /// One value, or the mean of several.
  package struct Observation: Hashable, Sendable {
    package var quantity: FieldQuantity
    /// Not negative, in the quantity's unit.
    package var value: Double
    /// Of how many it is the mean; above 1 where a report has only that.
    package var count = 1
    package var person: UInt32
    /// Days since the data's first one; 0 where it is not known.
    package var day: Int32
    /// Of which resource it is; nil: not known, or of none.
    package var kind: ResourceKind?
    /// The name of its screen; nil: not known.
    package var screen: String?
    /// Over which kind of link; nil: not known.
    package var access: NetworkAccess?

    package init(
      _ quantity: FieldQuantity, _ value: Double, count: Int = 1, person: UInt32 = 0,
      day: Int32 = 0, kind: ResourceKind? = nil, screen: String? = nil,
      access: NetworkAccess? = nil
    ) {
      self.access = access
      self.quantity = quantity
      self.value = value
      self.count = count
      self.person = person
      self.day = day
      self.kind = kind
      self.screen = screen
    }
  }

  /// How many values lay within which limits, where a report has no more.
  package struct Histogram: Hashable, Sendable {
    package struct Bucket: Hashable, Sendable {
      package var low: Double
      /// Not below `low`.
      package var high: Double
      package var count: Int
    }

    package var quantity: FieldQuantity
    /// In order of their limits, apart from each other, in the quantity's unit.
    package var buckets: [Bucket]
    package var person: UInt32 = 0
    package var day: Int32 = 0
  }

  /// The smallest body whose transfer tells a rate: below, slow start does (assumed).
  package static let rateBytes: Int64 = 100_000

  package var observations: [Observation] = []
  package var histograms: [Histogram] = []
  /// How many people there are; every person's number is below it.
  package var people = 0
  /// The day from which days count, since 1970; nil: no time is known.
  package var firstDay: Int64?

  package init() {}

  /// Data of several files, whose people are different ones; days are of one calendar.
  /// - Complexity: O(n).
  package init(joining parts: [FieldData]) {
    guard parts.count > 1 else {
      self = parts.first ?? FieldData()
      return
    }
    firstDay = parts.compactMap(\.firstDay).min()
    for part in parts {
      let (person, day) = (UInt32(people), Int32(clamping: (part.firstDay ?? 0) - (firstDay ?? 0)))
      for var observation in part.observations {
        observation.person += person
        if part.firstDay != nil { observation.day += day }
        observations.append(observation)
      }
      for var histogram in part.histograms {
        histogram.person += person
        if part.firstDay != nil { histogram.day += day }
        histograms.append(histogram)
      }
      people += part.people
    }
  }

  /// How many values there are, of all quantities.
  package var count: Int {
    observations.reduce(0) { $0 + $1.count }
      + histograms.reduce(0) { $0 + $1.buckets.reduce(0) { $0 + $1.count } }
  }

  package mutating func add(_ observation: Observation) {
    observations.append(observation)
    people = max(people, Int(observation.person) + 1)
  }

  package mutating func add(_ histogram: Histogram) {
    histograms.append(histogram)
    people = max(people, Int(histogram.person) + 1)
  }
}
