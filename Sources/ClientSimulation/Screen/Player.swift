internal import CacheMetrics
package import CacheWorkloads
internal import SimCore

/// Plays the media of the open screen: a segment after the other, as they come.
struct Player {
  /// A segment that is there to be played.
  private struct Buffered {
    var version: UInt32
    var size: Bytes
    /// What it weighs in the highest rate.
    var full: Bytes
  }

  /// The number of the screen whose media are played; 0: none were.
  private var screen: UInt32 = 0
  private var segments: [(resource: ResourceIndex, duration: TimeSpan)] = []
  private var buffer: [Buffered] = []
  /// How many segments were asked for.
  private var askedCount = 0
  /// How much is there to be played, from the beginning on.
  private var end = TimeSpan.zero
  private var position = TimeSpan.zero
  /// Since when it has been played from that position; nil: it is not.
  private var playingSince: Instant?
  /// Since when nothing more was there to be played, though there is more; nil: there is.
  private var stalledSince: Instant?
  private var playback = Playback()
  /// The rate of the last segment that was asked for, from 0.
  private(set) var lastRung = 0
  /// What the last segments came at, in bits per second, whatever screen they were for.
  private var rates: [Double] = []

  private static let rateCount = 5
}

// MARK: - Playing

extension Player {
  mutating func begin(
    on screen: UInt32, _ segments: [(resource: ResourceIndex, duration: TimeSpan)]
  ) {
    let rates = rates
    self = Player()
    (self.screen, self.segments, self.rates) = (screen, segments, rates)
    askedCount = 1
  }

  func plays(on screen: UInt32) -> Bool { screen != 0 && self.screen == screen }

  /// Whether it is a segment behind the first of what is played on a screen.
  func plays(_ resource: ResourceIndex, on screen: UInt32) -> Bool {
    plays(on: screen) && segments.dropFirst().contains { $0.resource == resource }
  }

  /// Takes in the next segment, and plays it if nothing else is there.
  /// - Returns: false when it is not the next one.
  mutating func append(
    _ resource: ResourceIndex, _ copy: ResourceCopy, full: Bytes, at now: Instant
  ) -> Bool {
    guard buffer.count < askedCount, segments[buffer.count].resource == resource else {
      return false
    }
    settle(at: now)
    endStall(at: now)
    end += segments[buffer.count].duration
    buffer.append(Buffered(version: copy.version, size: copy.size, full: full))
    playingSince = playingSince ?? now
    return true
  }

  /// Says what was played until now.
  private mutating func settle(at now: Instant) {
    guard let since = playingSince else { return }
    let left = end - position
    if now - since < left {
      position += now - since
      playingSince = now
    } else {
      position = end
      playingSince = nil
      if buffer.count < segments.count { stalledSince = since + left }
    }
  }

  private mutating func endStall(at now: Instant) {
    if let since = stalledSince, now > since {
      playback.stalls += 1
      playback.stallTime += now - since
    }
    stalledSince = nil
  }

  /// How much lies ahead of what is played.
  mutating func level(at now: Instant) -> TimeSpan {
    settle(at: now)
    return end - position
  }

  /// How long the next segment need not be asked for; nil: there is none, or one is under way.
  mutating func wait(at now: Instant, ahead: TimeSpan) -> TimeSpan? {
    guard !isAsking, askedCount < segments.count else { return nil }
    return max(.zero, level(at: now) - ahead)
  }

  /// Whether a segment was asked for that is not there.
  var isAsking: Bool { askedCount > buffer.count }

  mutating func next() -> ResourceIndex {
    askedCount += 1
    return segments[askedCount - 1].resource
  }

  /// The screen closes.
  /// - Returns: what was played on it, and the segments behind the first that were reached; nil:
  ///   there was nothing to be played.
  mutating func finish(
    on screen: UInt32, at now: Instant
  ) -> (playback: Playback, reached: [(resource: ResourceIndex, version: UInt32)])? {
    guard plays(on: screen) else { return nil }
    settle(at: now)
    endStall(at: now)
    self.screen = 0
    playback.time = position
    var start = TimeSpan.zero
    var reached: [(resource: ResourceIndex, version: UInt32)] = []
    for (segment, copy) in zip(segments, buffer) where start == .zero || start < position {
      playback.bytes += copy.size
      playback.fullBytes += copy.full
      if start > .zero { reached.append((segment.resource, copy.version)) }
      start += segment.duration
    }
    return (playback, reached)
  }
}

// MARK: - Rates

extension Player {
  mutating func note(rung: Int) { lastRung = rung }

  /// A segment came over the network.
  mutating func note(_ bytes: Bytes, over span: TimeSpan) {
    guard span > .zero, bytes > .zero else { return }
    if rates.count == Self.rateCount { rates.removeFirst() }
    rates.append(Double(bytes.count) * 8 / span.seconds)
  }

  /// The harmonic mean of what the last segments came at, in bits per second; nil: none came.
  var throughput: Double? {
    rates.isEmpty ? nil : Double(rates.count) / rates.reduce(0) { $0 + 1 / $1 }
  }
}

extension DeviceSimulation {
  /// A resource of the open screen was painted: of media, that a segment is there to be played.
  mutating func play(_ resource: ResourceIndex, _ copy: ResourceCopy) {
    if !player.plays(on: screens.serial) {
      guard resource == screens.main, let duration = playingTime(of: resource) else { return }
      var segments = [(resource: resource, duration: duration)]
      for part in copy.parts {
        if let duration = playingTime(of: part) { segments.append((part, duration)) }
      }
      player.begin(on: screens.serial, segments)
    }
    let full = origin.content(of: resource)?.size ?? copy.size
    if player.append(resource, copy, full: full, at: now) { askForMedia() }
  }

  /// The player asks for its next segment, now or when there is room for it.
  mutating func askForMedia() {
    guard player.plays(on: screens.serial) else { return }
    let wait = player.wait(at: now, ahead: plan.media.bufferAhead)
    if wait == .zero { return agenda.append(.need([player.next()])) }
    if let wait { agenda.schedule(.play(screen: screens.serial), at: now + wait) }
    tell(.advanced)
  }

  /// Of a segment of media: how long it plays; nil: it is none.
  func playingTime(of resource: ResourceIndex) -> TimeSpan? {
    guard let content = origin.content(of: resource), content.playingTime > 0 else { return nil }
    return .milliseconds(Int64(content.playingTime))
  }

  /// The rate in which a segment of media is requested, from 0; nil: it is none, or has one rate.
  mutating func mediaRung(of resource: ResourceIndex) -> Int? {
    guard plan.media.bitRates.count > 1, playingTime(of: resource) != nil else { return nil }
    let isPlayed = player.plays(resource, on: screens.serial)
    let rung = plan.media.rung(
      level: isPlayed ? player.level(at: now) : .zero, last: isPlayed ? player.lastRung : 0,
      throughput: player.throughput)
    if isPlayed { player.note(rung: rung) }
    return rung
  }

  /// Whether the media of the open screen lack nothing: all that there is room for is there.
  package var isFed: Bool { player.plays(on: screens.serial) && !player.isAsking }

  /// The segments of media that a client has been told of, the first ones first: at most so many.
  package func segments(of medium: ResourceIndex, count: Int) -> [ResourceIndex] {
    var segments = [medium]
    for part in origin.parts(of: medium) {
      if segments.count >= count { break }
      if playingTime(of: part) != nil { segments.append(part) }
    }
    return segments
  }
}
