internal import SimCore

/// One direction of a link, shared by the connections that send on it.
///
/// The link is divided among connections, and a connection's service equally among its streams.
/// A connection sends in rounds of its congestion window; while it waits for acknowledgements the
/// others have its share. Alone, a transfer takes `SlowStart`'s closed form.
///
/// All that send get bytes at the same pace, and nothing but a stream's end or a round that has to
/// wait is an event. Its clock is a fraction of nanoseconds since the link was idle, so that events
/// are exact and only what is returned is rounded, once.
struct SharedLink: ~Copyable {
  /// When the next event is due, in nanoseconds; `Int64.max` when it is idle.
  private(set) var nextEvent = Int64.max

  private var rate: LinkRate
  private let segment: Double
  /// The sender of each connection's place.
  private var senders: [Sender] = []
  /// The places whose senders are not idle.
  private var active: [Int] = []
  private var sending = 0
  /// Of each stream: its sender's `service` when it will have been served.
  private var finishes: [Double] = []
  /// The streams of each place in order of `finishes`.
  private var streams = IndexLists(count: 0)
  /// The instant at which the clock was zero.
  private var origin: Int64 = 0
  private var clock = 0.0
  /// The next event, by the clock.
  private var due = Double.infinity
  private var duePlace = 0
  private var dueIsFinish = false
  /// What its sender sends until then.
  private var dueBytes = 0.0

  /// Makes an idle link.
  /// - Parameters:
  ///   - rate: of the link and of a connection.
  ///   - segment: a full segment's payload in bytes.
  init(rate: LinkRate, segment: Int64) {
    self.rate = rate
    self.segment = Double(segment)
  }

  /// Whether streams are on the link that have bytes to send and a window for them: bytes go over
  /// it, or would if its rate were not zero.
  var isSending: Bool { sending > 0 }
  /// Whether streams are on the link, be it that they wait for acknowledgements.
  var isBusy: Bool { !active.isEmpty }
  var isStopped: Bool { rate.isZero }

  /// The congestion window of a place's connection, in segments.
  func window(of place: Int) -> Int64 { senders[place].window }

  /// Begins a connection; nothing may be under way on its place.
  mutating func open(_ place: Int, window: Int64) {
    while senders.count <= place {
      senders.append(Sender())
      streams.addList()
    }
    precondition(senders[place].streams == 0, "the place is in use")
    senders[place] = Sender(window: window, segment: segment)
  }

  /// Changes the rate, also under streams: what was served until now took the former one.
  ///
  /// Under a rate of zero no byte is served. Acknowledgements still come back, and bytes go on
  /// where they were when the rate is positive again. The same rate changes nothing.
  /// - Precondition: what was due until now has been done.
  /// - Complexity: O(connections that send).
  mutating func change(to rate: LinkRate, at now: Int64) {
    guard rate != self.rate else { return }
    precondition(now < nextEvent, "the link has events before that")
    if !active.isEmpty { advance(to: now) }
    self.rate = rate
    plan()
  }

  /// Puts a stream on a connection.
  /// - Parameters:
  ///   - id: a number that no stream on the link has.
  ///   - place: its connection's.
  ///   - bytes: to be sent, more than none.
  ///   - roundTrip: until an acknowledgement is back, in nanoseconds.
  ///   - now: the instant.
  /// - Complexity: O(connections that send + streams that will be served later).
  mutating func join(
    _ id: ExchangeID, over place: Int, bytes: Int64, roundTrip: Int64, at now: Int64
  ) {
    if active.isEmpty {
      origin = now
      clock = 0
    } else {
      advance(to: now)
    }
    senders[place].roundTrip = Double(roundTrip)
    if senders[place].streams == 0 { start(place, at: now) }
    senders[place].streams += 1
    let finish = senders[place].service + Double(bytes)
    let index = Int(id)
    while finishes.count <= index { finishes.append(0) }
    finishes[index] = finish
    var before = streams.last(of: place)
    while before != noIndex, finishes[Int(before)] > finish { before = streams.before(before) }
    streams.insert(id, to: place, after: before)
    plan()
  }

  /// Does what is due at `nextEvent`.
  /// - Returns: the stream that has been served, if that was it.
  /// - Complexity: O(connections that send).
  mutating func next() -> ExchangeID? {
    let place = duePlace
    if senders[place].state == .sending, due == clock {
      // On an unlimited link bytes take no time.
      senders[place].carry(dueBytes, clock: clock, perByte: rate.perByte(senders: sending))
    }
    advance(by: due)
    var served: ExchangeID?
    if dueIsFinish {
      let first = streams.first(of: place)
      if first != noIndex {
        served = first
        senders[place].service = finishes[Int(first)]
        leave(first, place)
      }
    } else if senders[place].state == .waiting {
      senders[place].open()
      sending += 1
    } else {
      senders[place].endRound(clock: clock)
      if senders[place].state == .waiting { sending -= 1 }
    }
    plan()
    return served
  }

  /// The bytes of a stream that are still to be sent.
  /// - Complexity: O(connections that send).
  mutating func left(of id: ExchangeID, on place: Int, at now: Int64) -> Double {
    advance(to: now)
    plan()
    return max(0, finishes[Int(id)] - senders[place].service)
  }

  /// Takes out a stream before it has been served.
  /// - Returns: the bytes that were not sent.
  /// - Complexity: O(connections that send).
  mutating func remove(_ id: ExchangeID, from place: Int, at now: Int64) -> Double {
    advance(to: now)
    let left = max(0, finishes[Int(id)] - senders[place].service)
    leave(id, place)
    plan()
    return left
  }

  /// Has an idle sender begin: in a new round, or in what is left of the window of its last one.
  private mutating func start(_ place: Int, at now: Int64) {
    active.append(place)
    senders[place].service = 0
    if now < senders[place].opens {
      senders[place].acknowledged = Double(senders[place].opens - origin)
      let isUsedUp = senders[place].sent >= senders[place].windowBytes - Sender.leastBytes
      senders[place].state = isUsedUp ? .waiting : .sending
    } else {
      senders[place].beginRound()
    }
    if senders[place].state == .sending { sending += 1 }
  }

  private mutating func leave(_ id: ExchangeID, _ place: Int) {
    streams.remove(id)
    senders[place].streams -= 1
    guard senders[place].streams == 0 else { return }
    if senders[place].state == .sending { sending -= 1 }
    // A segment that is not full is acknowledged too.
    let acknowledged = min(senders[place].acknowledged, clock + senders[place].roundTrip)
    senders[place].opens = instant(acknowledged)
    senders[place].state = .idle
    if let index = active.firstIndex(of: place) { active.remove(at: index) }
  }

  /// Lets the clock run to an instant, but not past what is due: that was rounded.
  private mutating func advance(to now: Int64) {
    advance(by: max(clock, min(due, Double(now - origin))))
  }

  private mutating func advance(by time: Double) {
    let span = time - clock
    clock = time
    guard span > 0, sending > 0, !rate.isZero else { return }
    let perByte = rate.perByte(senders: sending)
    for place in active where senders[place].state == .sending {
      senders[place].carry(span / perByte, clock: time, perByte: perByte)
    }
  }

  private mutating func plan() {
    due = .infinity
    let perByte = rate.perByte(senders: sending)
    for place in active {
      var time = senders[place].acknowledged
      var isFinish = false
      var bytes = 0.0
      let first = streams.first(of: place)
      if senders[place].state == .sending, rate.isZero {
        // Whatever it has left to send waits for the next rate.
        continue
      } else if senders[place].state == .sending, first != noIndex {
        let next = senders[place].distance(
          firstFinish: finishes[Int(first)], clock: clock, perByte: perByte)
        bytes = next.bytes
        time = clock + bytes * perByte
        isFinish = next.isFinish
      }
      if time < due {
        due = max(clock, time)
        duePlace = place
        dueIsFinish = isFinish
        dueBytes = bytes
      }
    }
    nextEvent = due == .infinity ? .max : instant(due)
  }

  /// The one place where the clock becomes an instant: the nearest nanosecond.
  private func instant(_ time: Double) -> Int64 {
    let span = time.rounded(.toNearestOrAwayFromZero)
    return span < 9.2e18 - Double(origin) ? origin + Int64(span) : .max
  }
}
