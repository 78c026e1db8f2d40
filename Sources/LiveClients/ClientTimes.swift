package import CacheWorkloads
internal import SimCore

struct ClientMoment: Sendable {
  /// Since the scenario's start.
  var nanoseconds: Int64
  /// Since 1970-01-01T00:00:00Z.
  var seconds: Double
  /// The same in whole seconds, rounded down.
  var wholeSeconds: Int64

  /// A line that tells a client, or a driver, to do something now.
  func line(_ id: some BinaryInteger, _ verb: String, _ members: [(String, JSON)]) -> JSON {
    let what = [
      ("id", JSON(id)), ("do", JSON(verb)), ("at", JSON(seconds)),
      ("nanoseconds", JSON(nanoseconds)),
    ]
    return .object(what + members)
  }
}

/// Virtual time as a client under test has it on its clock.
struct ClientTimes: Hashable, Sendable {
  /// Of the scenario's start, in seconds since 1970.
  var secondsAtStart: Int64
  /// What is to be added to that.
  var fraction = TimeSpan.zero
  /// How many times faster virtual time passes; ages are divided by it.
  var speed: Int64 = 1

  func moment(at instant: Instant) -> ClientMoment {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return ClientMoment(
      nanoseconds: instant.nanoseconds,
      seconds: Double(secondsAtStart + whole) + Double(rest / 1_000_000) / 1_000,
      wholeSeconds: UnixClock(secondsAtStart: secondsAtStart).seconds(at: instant))
  }

  /// An instant as an HTTP date: its second; of scaled time the next one, so that no part of a
  /// second is taken for an age.
  func date(at instant: Instant) -> String {
    var scaled = Instant(nanoseconds: instant.nanoseconds / speed) + fraction
    if speed > 1 { scaled = scaled + TimeSpan(nanoseconds: 999_999_999) }
    let seconds = UnixClock(secondsAtStart: secondsAtStart).seconds(at: scaled)
    return HTTPDate.text(seconds) ?? "Thu, 01 Jan 1970 00:00:00 GMT"
  }

  /// A span in whole seconds, towards zero.
  func seconds(_ span: TimeSpan) -> Int64 { span.nanoseconds / 1_000_000_000 / speed }
}

/// The ages that answers of a scenario say, divided by a speed: HTTP says them in whole seconds, so
/// a speed has a smallest age that it can tell.
///
/// An age is a number of seconds in `max-age`, `s-maxage`, `stale-while-revalidate`,
/// `stale-if-error`, `Age`, or the distance of `Expires` from `Date`. Divided, it is rounded down.
package enum ScaledAges {
  package struct Age: Hashable, Sendable {
    /// In seconds of virtual time.
    package var seconds: Int64
    /// What says it, such as `max-age`.
    package var name: String
  }

  /// The ages that headers say, each once, the shortest first.
  package static func ages(in headers: [CacheHeaders]) -> [Age] {
    var ages: [Age] = []
    for header in headers {
      let spans =
        CacheHeaders.spans.map { ($0.name, header[keyPath: $0.property]) }
        + [("Age", header.age), ("Expires", header.expiresAfter)]
      for (name, span) in spans {
        if let span { ages.append(Age(seconds: span.nanoseconds / 1_000_000_000, name: name)) }
      }
      for field in header.recorded ?? [] {
        ages += numbers(in: field).map { Age(seconds: $0.seconds, name: $0.name) }
      }
    }
    return ages.uniqued.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
  }

  /// What is wrong with a speed; nil: each age that is more than nothing stays so, and two that
  /// differ still do.
  package static func mistake(at speed: Int64, in headers: [CacheHeaders]) -> String? {
    guard speed > 0 else { return "expected a speed of 1 or more, found \(speed)" }
    let ages = ages(in: headers).filter { $0.seconds > 0 }
    guard let shortest = ages.first else { return nil }
    let pairs = zip(ages, ages.dropFirst()).filter { $0.seconds != $1.seconds }
    let words: String
    if shortest.seconds < speed {
      words = "\(shortest.name) of \(shortest.seconds) s would become 0 s"
    } else if let (age, next) = pairs.first(where: { $0.seconds / speed == $1.seconds / speed }) {
      words =
        "\(age.name) of \(age.seconds) s and \(next.name) of \(next.seconds) s would both become "
        + "\(age.seconds / speed) s"
    } else {
      return nil
    }
    let safe = pairs.reduce(shortest.seconds) { min($0, $1.1.seconds - $1.0.seconds) }
    return
      "at \(speed) times the speed \(words), since HTTP says ages in whole seconds: expected a "
      + "speed of at most \(safe)"
  }

  static func scaled(_ field: RecordedField, by speed: Int64) -> String {
    var value = field.value
    // From the back, so that earlier places stay what they are.
    for number in numbers(in: field).reversed() {
      value.replaceSubrange(number.place, with: "\(number.seconds / speed)")
    }
    return value
  }

  /// The ages in a line: what says them, the seconds, and where the digits stand.
  private static func numbers(
    in field: RecordedField
  ) -> [(name: String, seconds: Int64, place: Range<String.Index>)] {
    let number = #/[ \t"]*([0-9]+)/#
    let directive =
      #/
      (?:^|,) [\x20\t]* (max-age|s-maxage|stale-while-revalidate|stale-if-error) [\x20\t]*
      = [\x20\t"]* ([0-9]+)
      /#.ignoresCase()
    let found: [(name: String, digits: Substring)] =
      switch field.name.lowercased() {
      case "age": field.value.prefixMatch(of: number).map { [("Age", $0.1)] } ?? []
      case "cache-control": field.value.matches(of: directive).map { ($0.1.lowercased(), $0.2) }
      default: []
      }
    return found.compactMap { name, digits in
      Int64(digits).map { (name, $0, digits.startIndex..<digits.endIndex) }
    }
  }
}
