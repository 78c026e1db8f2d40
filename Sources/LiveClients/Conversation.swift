internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// The conversation of one device's strategy with its client. What goes wrong ends it: from then on
/// nothing is asked and nothing answered.
final class Conversation {
  private let seat: LiveSeat?
  private let place: LiveSeat.Simulation
  private let times: ClientTimes
  private var client: (any ClientChannel)?
  private var recorder: SessionRecorder?
  private var abilities = ClientAbilities()
  var asked: Int64 = 0
  var hasReachedOrigin = false

  init(_ seat: LiveSeat?, in simulation: borrowing DeviceSimulation) {
    self.seat = seat
    place = LiveSeat.Simulation(seed: simulation.plan.seed, device: simulation.device)
    times = ClientTimes(secondsAtStart: simulation.plan.secondsAtStart)
    do {
      client = try Self.channel(seat, place, times)
      if let client, seat?.isRecorded ?? false {
        let recorder = SessionRecorder(
          client, secondsAtStart: times.secondsAtStart,
          isOfCapture: simulation.plan.headers.contains { $0.recorded != nil })
        self.recorder = recorder
        self.client = recorder
      }
    } catch {
      end(because: error.description, doing: "start", at: simulation.now)
    }
  }

  private static func channel(
    _ seat: LiveSeat?, _ place: LiveSeat.Simulation, _ times: ClientTimes
  ) throws(ToolError) -> (any ClientChannel)? {
    switch seat?.source {
    case nil: return nil
    case .command(let command):
      return try ClientSession(command, secondsAtStart: times.secondsAtStart)
    case .recordings(let recordings):
      guard let recording = recordings[place] else { throw ToolError("was not recorded") }
      return RecordedSession(recording)
    }
  }

  var answers: OriginAnswers {
    let own = client?.times ?? times
    return OriginAnswers(times: own, plainTimes: own == times ? nil : times)
  }

  var concurrency: Int { abilities.concurrency }

  var medium: Medium? { client == nil ? nil : abilities.medium }

  func launch(_ what: String, in simulation: borrowing DeviceSimulation) {
    let (user, headers) = (simulation.currentUser, simulation.plan.headers)
    let reply = perform(what, in: simulation) {
      channel, moment throws(ToolError) -> ClientAbilities? in
      guard !channel.isRunning else { return nil }
      let abilities = try ClientAbilities(channel.launch(at: moment, user: user).json)
      if abilities.hasOwnClock, let speed,
        let mistake = ScaledAges.mistake(at: speed, in: headers)
      {
        throw ToolError("its clock cannot be set, and \(mistake)")
      }
      return abilities
    }
    if case .some(.some(let said)) = reply { abilities = said }
  }

  private var speed: Int64? {
    if case .command(let command) = seat?.source { command.speed } else { nil }
  }

  /// Does something with the client.
  /// - Returns: nil when it cannot be asked any more.
  @discardableResult
  func perform<Result>(
    _ what: String, in simulation: borrowing DeviceSimulation,
    _ body: (any ClientChannel, ClientMoment) throws(ToolError) -> Result
  ) -> Result? {
    guard let client else { return nil }
    do {
      return try body(client, times.moment(at: simulation.now))
    } catch {
      end(because: error.description, doing: what, at: simulation.now)
      return nil
    }
  }

  func answer(
    _ request: HeldRequest, with answer: OriginAnswer, in simulation: borrowing DeviceSimulation
  ) { client?.answer(request, with: answer, at: times.moment(at: simulation.now)) }

  func drop(_ request: HeldRequest, in simulation: borrowing DeviceSimulation) {
    client?.drop(request, at: times.moment(at: simulation.now))
  }

  func takeWrites() -> FlashWrite? { client?.takeWrites() }

  func fail(_ message: String, in simulation: borrowing DeviceSimulation) {
    guard let client else { return }
    end(because: client.failure(message).description, doing: nil, at: simulation.now)
  }

  func kill() { client?.kill() }

  /// The conversation is over, and what was recorded is kept.
  /// - Parameter unasked: how many requests the client was not asked for in time.
  func end(unasked: Int64, in simulation: borrowing DeviceSimulation) {
    if asked > 0, !hasReachedOrigin {
      // Its folder was empty: what it shows it must have asked for.
      fail(
        "was asked for an address \(asked == 1 ? "once" : "\(asked) times") and never asked the "
          + "origin for one: expected it to, as its cache was empty at first (\"origin\" in 'open' "
          + "is the address)", in: simulation)
    }
    guard let client else { return }
    if unasked > 0 { seat?.note(unasked: unasked, of: asked + unasked, at: concurrency) }
    if let recorder { seat?.keep(recorder.recording, of: place) }
    client.kill()
    (self.client, recorder) = (nil, nil)
  }

  private func end(because message: String, doing what: String?, at now: Instant) {
    let instant = "seed \(place.seed), device \(place.device), \(now.clockText)"
    seat?.note("\(instant)\(what.map { ", at '\($0)'" } ?? ""): \(message)")
    client?.kill()
    (client, recorder) = (nil, nil)
  }
}

/// What a strategy speaks with: a client's process beside its origin, or a recording of them.
protocol ClientChannel: AnyObject {
  var isRunning: Bool { get }

  var times: ClientTimes { get }

  func launch(at moment: ClientMoment, user: UInt16) throws(ToolError) -> ClientReply
  func kill()
  func takeWrites() -> FlashWrite?

  func tell(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> ClientReply
  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> (line: Int, decision: ClientDecision)
  func decision(on line: Int, _ path: String) throws(ToolError) -> ClientDecision
  /// A failure, with what it said last beside its answers.
  func failure(_ message: String) -> ToolError
  func request(of path: String) throws(ToolError) -> HeldRequest

  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment)
  func drop(_ request: HeldRequest, at moment: ClientMoment)
}

struct ClientReply {
  let line: Int
  let json: JSON

  /// Reads a line that answers one of those that wait.
  /// - Returns: which one, among them.
  static func read(_ line: String, waiting: [Int]) throws(ToolError) -> (place: Int, json: JSON) {
    let said = "said '\(VisibleText.line(VisibleText.shortened(line, to: 120)))': expected "
    guard let json = try? JSON.parse(Array(line.utf8), limit: 10_000), json.members != nil else {
      throw ToolError(said + "an object of JSON on a line, with the \"id\" of what it answers")
    }
    guard let id = json["id"]?.integer, let place = waiting.firstIndex(where: { $0 == Int(id) })
    else {
      let ids = waiting.prefix(8).map { "\($0)" } + (waiting.count > 8 ? ["…"] : [])
      let known = ids.isEmpty ? "none" : ids.joined(separator: ", ")
      let found = json["id"]?.found ?? "none"
      throw ToolError(
        said + "the \"id\" of a line that waits for an answer (\(known)), found \(found)")
    }
    return (place, json)
  }

  /// Refuses an answer with a member of another type than the one that it means something with,
  /// which would count as one without it.
  static func check(_ json: JSON, to verb: String, line: Int) throws(ToolError) {
    func refuse(_ name: String, _ expected: String) -> ToolError {
      let found = json[name]?.found ?? "nothing"
      return ToolError(
        "answered line \(line), '\(verb)', with \"\(name)\": expected \(expected), found \(found)")
    }
    switch verb {
    case "get":
      let body = json.member("body")
      if let body, body.string == nil { throw refuse("body", "a text") }
      if let bytes = json.member("bytes") {
        guard let count = bytes.integer, count >= 0 else {
          throw refuse("bytes", "a whole number of 0 or more")
        }
        if count > 0, body == nil { throw refuse("body", "the first line of \(count) B") }
      }
      if let isBehind = json.member("background"), isBehind != true, isBehind != false {
        throw refuse("background", "true or false")
      }
    default:
      if let isEmptied = json.member("emptied"), isEmptied != true, isEmptied != false {
        throw refuse("emptied", "true or false")
      }
    }
  }
}

enum ClientDecision {
  case answered(JSON)
  /// It asked the origin, and waits.
  case requested(HeldRequest)
}
