internal import SimCore

/// The radio under a network: it takes the network's packets in order, and adds up the energy of
/// all radios that the device has used. Where none is modelled it does nothing.
struct NetworkRadio: ~Copyable {
  private let isModelled: Bool
  private var radio: Radio
  private var past = RadioEnergy()
  /// What earlier radios did; nil: that is not noted.
  private var pastStretches: [RadioStretch]?
  /// Until when all packets have been passed to the radio.
  private var passed: Int64
  /// When packets of lookups and handshakes will go.
  private var packets = Heap<Int64>()

  /// Makes the idle radio of a network; nil: none is modelled.
  init(_ profile: RadioProfile?) {
    isModelled = profile != nil
    radio = Radio(profile ?? RadioProfiles.none)
    passed = 0
  }

  mutating func keepJournal() {
    guard isModelled else { return }
    pastStretches = []
    radio.keepJournal()
  }

  /// The states of all radios until an instant.
  func stretches(until now: Int64) -> [RadioStretch] {
    (pastStretches ?? []) + radio.stretches(until: Instant(nanoseconds: now))
  }

  /// Passes what went until an instant to the radio.
  /// - Parameter isCarrying: whether a link has been busy since the last time.
  /// - Complexity: O(log n) for each packet.
  mutating func advance(until now: Int64, isCarrying: Bool) {
    guard isModelled else { return }
    if isCarrying, now > passed {
      radio.carry(from: Instant(nanoseconds: passed), to: Instant(nanoseconds: now))
    }
    while let packet = packets.first, packet <= now {
      _ = packets.removeFirst()
      if isCarrying { continue }
      radio.carry(from: Instant(nanoseconds: packet), to: Instant(nanoseconds: packet))
    }
    passed = now
  }

  mutating func wake(at now: Int64) -> Int64 {
    isModelled ? radio.wake(at: Instant(nanoseconds: now)).nanoseconds : now
  }

  /// Notes the packets of so many round trips, from an instant on that is not past: one each way.
  mutating func send(_ rounds: Int64, from start: Int64, every roundTrip: Int64) {
    guard isModelled else { return }
    for round in 0...rounds { packets.insert(start + round * roundTrip) }
  }

  mutating func count(up: Bytes = .zero, down: Bytes = .zero) {
    if isModelled { radio.count(up: up, down: down) }
  }

  /// Goes over to another radio, which is idle; packets in flight are lost.
  mutating func change(to profile: RadioProfile, at now: Int64) {
    guard isModelled else { return }
    pastStretches? += radio.stretches(until: Instant(nanoseconds: now))
    past += radio.end(at: Instant(nanoseconds: now))
    radio = Radio(profile, at: Instant(nanoseconds: now))
    if pastStretches != nil { radio.keepJournal() }
    packets.removeAll()
  }

  func energy(until now: Int64) -> RadioEnergy {
    past + radio.energy(until: Instant(nanoseconds: now))
  }
}
