internal import SimCore

/// Links whose rates follow a recording, or vary as such.
///
/// While exchanges are on a link, each change of its rate is an event; the rate of an idle link is
/// looked up when it is needed again, so that a day without requests costs nothing.
extension Network {
  /// When the rate changes of a link that is in use; `Int64.max`: it does not.
  var nextRateChange: Int64 {
    min(
      uplink.isBusy ? replay.upHolds : .max,
      downlink.isBusy ? replay.downHolds : .max)
  }

  /// The round trip that was recorded for now, in nanoseconds; nil: none was.
  var recordedRoundTrip: Int64? {
    profile.recording?.roundTrip?.value(at: recordedTime(now)).nanoseconds
  }

  /// How the profile's rates vary without a recording; nil: they are constant.
  private var varyingRates: RateVariance? {
    guard profile.recording == nil, jitter.variance == .measured else { return nil }
    return profile.variance?.rates
  }

  /// Begins to follow the recording of the profile, or what its rates are drawn of, if it has one.
  mutating func beginReplay() {
    replay.upHolds = .max
    replay.downHolds = .max
    replay.offset =
      profile.recording?.offset(seed: replay.seed, device: replay.device, name: profile.name) ?? 0
    guard profile.recording != nil || varyingRates != nil else { return }
    replayUplink()
    replayDownlink()
  }

  /// Gives idle links the rates of now.
  mutating func replayIdleLinks() {
    if replay.upHolds <= now, !uplink.isBusy { replayUplink() }
    if replay.downHolds <= now, !downlink.isBusy { replayDownlink() }
  }

  /// Gives links in use the rates that begin now.
  mutating func replayBusyLinks() {
    if replay.upHolds <= now {
      let wasStopped = uplink.isStopped
      replayUplink()
      if uplink.isStopped != wasStopped { timeAll(.uploading, whileStopped: uplink.isStopped) }
    }
    if replay.downHolds <= now {
      let wasStopped = downlink.isStopped
      replayDownlink()
      if downlink.isStopped != wasStopped {
        timeAll(.downloading, whileStopped: downlink.isStopped)
      }
    }
  }

  /// When packets pass again both ways, at an instant or after it: connections begin then. Where
  /// that is never, the instant itself: the request will wait for its link.
  func firstPassage(from instant: Int64) -> Int64 {
    guard let recording = profile.recording,
      let time = recording.firstPassage(from: recordedTime(instant))
    else { return instant }
    return time - replay.offset
  }

  private func recordedTime(_ instant: Int64) -> Int64 { instant + replay.offset }

  private mutating func replayUplink() {
    let (rate, holds) =
      varyingRate(of: profile.up, isUp: true)
      ?? recordedRate(profile.recording?.up, else: profile.up)
    uplink.change(to: rate, at: now)
    replay.upHolds = holds
  }

  private mutating func replayDownlink() {
    let (rate, holds) =
      varyingRate(of: profile.down, isUp: false)
      ?? recordedRate(profile.recording?.down, else: profile.down)
    downlink.change(to: rate, at: now)
    replay.downHolds = holds
  }

  /// The rate of a direction now where it varies without a recording, and until when it holds.
  private func varyingRate(of mean: BitRate, isUp: Bool) -> (rate: LinkRate, holds: Int64)? {
    guard let varyingRates, mean != .unlimited else { return nil }
    let levels = isUp && !varyingRates.isHalfDuplex ? replay.upLevels : replay.downLevels
    let limit = settings.connectionLimit(on: profile)
    let (factor, end) = varyingRates.factor(at: now, levels)
    return (LinkRate(bitsPerSecond: Double(mean.bitsPerSecond) * factor, limit: limit), end)
  }

  /// The rate of a direction now, and until when it holds.
  private func recordedRate(
    _ series: StepSeries<Double>?, else constant: BitRate
  ) -> (rate: LinkRate, holds: Int64) {
    let time = recordedTime(now)
    let recording = profile.recording
    let loss = recording?.loss?.value(at: time) ?? profile.loss
    let roundTrip = recording?.roundTrip?.value(at: time) ?? profile.roundTrip
    let limit =
      loss >= 1
      ? 0 : settings.lossModel.limit(loss: loss, roundTrip: roundTrip, segment: settings.segment)
    var end = series?.end(at: time) ?? .max
    end = min(end, recording?.loss?.end(at: time) ?? .max)
    // The round trip acts on the rate through loss alone.
    if loss > 0 { end = min(end, recording?.roundTrip?.end(at: time) ?? .max) }
    let rate =
      series.map { LinkRate(bitsPerSecond: $0.value(at: time), limit: limit) }
      ?? LinkRate(constant, limit: limit)
    return (rate, end == .max ? .max : end - replay.offset)
  }

  /// Has the request timeout run for all exchanges of a phase while their link lets no byte pass.
  private mutating func timeAll(_ phase: ExchangePhase, whileStopped isStopped: Bool) {
    for index in exchanges.indices where exchanges[index].phase == phase {
      time(index, whileStopped: isStopped)
    }
  }
}
