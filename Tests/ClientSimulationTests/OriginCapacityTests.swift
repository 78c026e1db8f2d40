internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// An origin that can be busy, against closed forms of queueing theory.
@Suite struct OriginCapacityTests {
  private static func capacity(_ change: (inout OriginCapacity) -> Void) -> OriginCapacity {
    var capacity = OriginCapacity()
    change(&capacity)
    return capacity
  }

  private static func wait(_ admission: OriginQueue.Admission) -> TimeSpan? {
    if case .admitted(let wait, _) = admission { wait } else { nil }
  }

  /// The mean wait, in mean times of service, of requests that come by a Poisson process.
  private static func meanWait(
    workers: Int, load: Double, isConstant: Bool
  ) -> Double {
    // Waits hang together for a long time: several runs tell more than a long one of a bad seed.
    let (seeds, requests) = (6 as UInt64, 100_000)
    var sum = 0.0
    for seed in 1...seeds {
      var queue = OriginQueue(capacity { $0.workers = workers })
      var random = SeededGenerator(seed: seed, purpose: .server, entity: 1, attempt: 0)
      var now = Instant.start
      for _ in 0..<requests {
        now = now + TimeSpan(rounding: random.exponential(mean: 0.1 / (load * Double(workers))))
        let service = isConstant ? 0.1 : random.exponential(mean: 0.1)
        let admission = queue.admit(from: 0, for: TimeSpan(rounding: service), at: now)
        sum += wait(admission)?.seconds ?? 0
      }
    }
    return sum / Double(requests * Int(seeds)) / 0.1
  }

  /// Erlang's C over c − a, in mean times of service: the mean wait of M/M/c.
  private static func erlangWait(workers: Int, load: Double) -> Double {
    let offered = load * Double(workers)
    var blocking = 1.0
    for count in 1...workers {
      blocking = offered * blocking / (Double(count) + offered * blocking)
    }
    let waiting = blocking / (1 - load * (1 - blocking))
    return waiting / (Double(workers) - offered)
  }

  /// The mean wait of M/D/c, in times of service (Crommelin, "Delay Probability Formulae When the
  /// Holding Times Are Constant", 1932): the sum over i of P(X ≥ ic) − c/a P(X > ic), X Poisson
  /// with mean ia.
  private static func crommelinWait(workers: Int, load: Double) -> Double {
    let offered = load * Double(workers)
    var sum = 0.0
    // Beyond, exp(-mean) is no number any more, and all terms are nothing.
    for index in 1...Int(700 / offered) {
      let mean = Double(index) * offered
      var term = DeterministicMath.exp(-mean)
      var below = 0.0
      for count in 0..<index * workers {
        below += term
        term *= mean / Double(count + 1)
      }
      // Far out the terms are lost in rounding, and are nothing.
      let (reached, passed) = (max(0, 1 - below), max(0, 1 - below - term))
      sum += max(0, reached - passed / load)
    }
    return sum
  }

  @Test(arguments: [(1, 0.5), (1, 0.8), (2, 0.8), (4, 0.7), (8, 0.8)])
  func exponentialServiceWaitsAsErlangSays(_ workers: Int, _ load: Double) {
    let expected = Self.erlangWait(workers: workers, load: load)
    let found = Self.meanWait(workers: workers, load: load, isConstant: false)
    expect(abs(found - expected) < 0.04 * expected)
  }

  @Test(arguments: [(1, 0.5), (1, 0.8), (2, 0.8), (4, 0.7)])
  func constantServiceWaitsAsCrommelinSays(_ workers: Int, _ load: Double) {
    let expected = Self.crommelinWait(workers: workers, load: load)
    // One worker: Pollaczek and Khinchine's formula says the same.
    if workers == 1 { expect(abs(expected - load / (2 * (1 - load))) < 1e-6) }
    let found = Self.meanWait(workers: workers, load: load, isConstant: true)
    expect(abs(found - expected) < 0.04 * expected)
  }

  /// Two workers, 100 ms each; requests at 0, 10, 20 and 30 ms: the third waits until 100 ms, the
  /// fourth until 110 ms. One may wait: the fourth is refused, and one at 100 ms waits until 110.
  @Test func aHandWorkedQueue() {
    func waits(_ change: (inout OriginCapacity) -> Void) -> [Int64?] {
      var queue = OriginQueue(Self.capacity(change))
      return ([0, 10, 20, 30, 100] as [Int64]).map { milliseconds in
        let at = Instant.start + .milliseconds(milliseconds)
        let admission = queue.admit(from: 0, for: .milliseconds(100), at: at)
        return Self.wait(admission).map { $0.nanoseconds / 1_000_000 }
      }
    }
    expect(waits { $0.workers = 2 }, is: [0, 0, 80, 80, 100])
    expect(
      waits {
        $0.workers = 2
        $0.queue = 1
      }, is: [0, 0, 80, nil, 10])
    expect(
      waits {
        $0.workers = 2
        $0.queue = 0
      }, is: [0, 0, nil, nil, 0])
  }

  /// Three a minute: a bucket of three tokens, which gets one every 20 s.
  @Test func aDeviceHasTokens() {
    var queue = OriginQueue(
      Self.capacity {
        $0.workers = 100
        $0.requestsPerMinute = 3
      })
    let answers = ([0, 1, 2, 3, 21, 22, 41] as [Int64]).map { second in
      queue.admit(from: 7, for: .zero, at: .start + .seconds(second))
    }
    let refused = OriginQueue.Admission.refused(status: 429)
    let taken = OriginQueue.Admission.admitted(wait: .zero, service: .zero)
    expect(answers, is: [taken, taken, taken, refused, taken, refused, taken])
    expect(queue.admit(from: 8, for: .zero, at: .start + .seconds(41)), is: taken)
  }

  @Test func workersAreColdAfterADeploy() {
    let queue = OriginQueue(
      Self.capacity {
        $0.deploys = [.minutes(10)]
        $0.coldTime = .seconds(30)
        $0.coldFactor = 4
      })
    let times = ([599, 600, 629, 630] as [Int64]).map { second in
      queue.serviceTime(.milliseconds(50), at: .start + .seconds(second))
    }
    expect(times, is: ([50, 200, 200, 50] as [Int64]).map { .milliseconds($0) })
  }
}
