internal import SimCore

/// Radios of phones and networks in the USA, December 2020.
///
/// Times are of RRC-Probe, powers of a Monsoon monitor on whole phones with the screen on (SIGCOMM
/// 2021 artifact SIGCOMM21-5G/artifact@35aaf28). Of power the artifact has the line over the rate:
/// its slope is the energy of bits, its intercept less the phone's 2.3 W without traffic is the
/// active radio. It tells no power of a tail: that a tail takes what the active radio takes without
/// bits is an assumption, an upper bound. So are the promotion from idle and the paging of the idle
/// radio, which are LTE's as ARO has them.
enum Radios2020 {
  /// In the order in which a list shows them.
  static let all = [tMobile4G, verizon4G, nonStandalone, standalone, millimetreWave]

  /// T-Mobile's LTE: asleep 5 s after the last packet.
  static let tMobile4G = lte("lte-2020-tmobile", tail: .seconds(5), "T-Mobile 4G, tail 5 s")

  /// Verizon's LTE: asleep 10 to 10.5 s after the last packet.
  static let verizon4G = lte(
    "lte-2020-verizon", tail: .milliseconds(10_250), "Verizon 4G, tail 10 to 10.5 s")

  /// 5G in a low band beside LTE (T-Mobile, Verizon): asleep after 10 to 11 s.
  static let nonStandalone = radio(
    "5g-nsa", activeWatts: 0.76, up: 0.0322, down: 0.0115,
    tail: [RadioTail("tail", .milliseconds(10_500), RadioPower(watts: 0.76))],
    "5G non-standalone, low band, tail 10 to 11 s")

  /// 5G without LTE (T-Mobile): after 10.4 s an inactive state, which wakes in 312 to 427 ms
  /// (paging of the probe included, so an upper bound), idle after 14 s. The inactive state's power
  /// is an assumption: the idle radio's.
  static let standalone = radio(
    "5g-sa", activeWatts: 0.76, up: 0.0322, down: 0.0115,
    tail: [
      RadioTail("tail", .milliseconds(10_400), RadioPower(watts: 0.76)),
      RadioTail(
        "inactive", .milliseconds(3_600), RadioProfiles.ltePaging,
        promotion: RadioPromotion(.milliseconds(370), watts: 0.76)),
    ],
    "5G standalone, tail 10.4 s, inactive until 14 s; powers of non-standalone")

  /// 5G in millimetre waves (Verizon): asleep after 11 s.
  static let millimetreWave = radio(
    "5g-mmwave", activeWatts: 2.94, up: 0.00888, down: 0.00173,
    tail: [RadioTail("tail", .seconds(11), RadioPower(watts: 2.94))],
    "Verizon 5G, millimetre waves, tail 11 s")

  private static func lte(_ name: String, tail: TimeSpan, _ what: String) -> RadioProfile {
    radio(
      name, activeWatts: 0.54, up: 0.0767, down: 0.0115,
      tail: [RadioTail("tail", tail, RadioPower(watts: 0.54))], what)
  }

  /// - Parameters:
  ///   - activeWatts: without bits, in watts.
  ///   - up: joules for each million bits sent.
  ///   - down: joules for each million bits received.
  private static func radio(
    _ name: String, activeWatts: Double, up: Double, down: Double, tail: [RadioTail],
    _ what: String
  ) -> RadioProfile {
    RadioProfile(
      name, promotion: RadioPromotion(.milliseconds(260), watts: activeWatts),
      activeWatts: activeWatts, joulesPerMegabitUp: up, joulesPerMegabitDown: down, tail: tail,
      idle: RadioProfiles.ltePaging,
      source: "SIGCOMM21-5G/artifact@35aaf28: \(what); promotion and paging of ARO (assumed)",
      certainty: .medium)
  }
}
