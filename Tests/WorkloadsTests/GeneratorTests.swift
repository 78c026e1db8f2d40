internal import SimCore
internal import Testing

@testable internal import Workloads

/// Laws that every generator keeps, whatever it tells of.
@Suite struct GeneratorTests {
  static let names = AnyWorkload.catalog.names.filter { $0 != "trace" }

  private func story(
    _ name: String, devices: Int = 3, days: Int64 = 9, seed: UInt64 = 1
  ) throws -> [WorkloadEvent] {
    let workload = Chosen<AnyWorkload>.standard(name).product
    let story = try workload.open(devices, .days(days), seed)
    let weather = Chosen<AnyWeather>.standard("commuter").product
    let stream = weather.wrap(story.stream, seed)
    var events: [WorkloadEvent] = []
    var block = EventBlock()
    while try stream.fill(&block) {
      for event in block.events {
        if case .publish(_, let content) = event.action {
          #expect(content.parts.indices.upperBound <= block.parts.count)
          #expect(Int(content.headers) < story.headers.count)
        }
      }
      events += block.events
      block.removeAll()
    }
    return events
  }

  @Test(arguments: names)
  func eachDeviceLivesInOrder(name: String) throws {
    let events = try story(name)
    for device in 0..<UInt32(3) {
      let own = events.filter { $0.device == device }
      #expect(zip(own, own.dropFirst()).allSatisfy { $0.at <= $1.at })
      let ends = own.filter { if case .end = $0.action { true } else { false } }
      #expect(ends.count == 1)
      guard case .end? = own.last?.action else {
        Issue.record("the last event is no end")
        return
      }
      #expect(own.last?.at == .start + .days(9))
    }
  }

  @Test(arguments: names)
  func whatIsUsedIsPublishedBeforeAndVersionsCountUp(name: String) throws {
    var versions: [ResourceIndex: UInt32] = [:]
    for event in try story(name, devices: 1) {
      switch event.action {
      case .publish(let resource, let content):
        #expect(content.version == (versions[resource] ?? 0) + 1)
        #expect(content.publishedAt == event.at)
        #expect(content.size > .zero)
        versions[resource] = content.version
      case .open(let resource), .close(let resource): #expect(versions[resource] != nil)
      case .edit(let edit): #expect(versions[edit.record] != nil)
      default: break
      }
    }
    #expect(versions.count > 10)
  }

  @Test(arguments: names)
  func oneScreenIsOpenAtATimeAndOnlyInFront(name: String) throws {
    var open: ResourceIndex?
    var isInFront = false
    var opens = 0
    for event in try story(name, devices: 1) {
      switch event.action {
      case .launch, .foreground:
        #expect(!isInFront)
        isInFront = true
      case .open(let resource):
        #expect(open == nil && isInFront)
        open = resource
        opens += 1
      case .close(let resource):
        #expect(open == resource)
        open = nil
      case .edit: #expect(open != nil)
      case .background:
        #expect(open == nil && isInFront)
        isInFront = false
      case .crash, .terminate: isInFront = false
      default: break
      }
    }
    #expect(open == nil)
    #expect(opens > 5)
  }

  @Test(arguments: names)
  func theSameSeedTellsTheSameAndAnotherTellsAnother(name: String) throws {
    let first = try story(name).map { "\($0)" }
    #expect(try story(name).map { "\($0)" } == first)
    #expect(try story(name, seed: 2).map { "\($0)" } != first)
  }

  @Test(arguments: names)
  func anotherDeviceChangesNoEarlierOne(name: String) throws {
    // Parts are told as ranges of their block, which a neighbour shifts.
    func told(_ events: [WorkloadEvent]) -> [String] {
      events.filter { $0.device < 2 }.map { event in
        guard case .publish(let resource, var content) = event.action else { return "\(event)" }
        content.parts = .none
        return "\(event.at) \(resource) \(content)"
      }
    }
    #expect(try told(story(name, devices: 2)) == told(story(name, devices: 4)))
  }

  @Test func timelinesHaveThePostsAndSessionsThatTheirSettingsSay() throws {
    let devices = 30
    let days: Int64 = 3
    let events = try story("timelines", devices: devices, days: days)
    var posts = 0
    var sessions = 0
    for event in events where event.at > .start {
      switch event.action {
      case .publish(0, _): posts += 1
      case .launch, .foreground: sessions += 1
      default: break
      }
    }
    let deviceDays = Double(devices) * Double(days)
    // 480 posts a day: the standard error over 90 days is 0.5 %.
    #expect(abs(Double(posts) / deviceDays / 480 - 1) < 0.015)
    // 8 sessions a day over 30 people who differ by σ 0.5: the standard error is 10 %.
    #expect(abs(Double(sessions) / deviceDays / 8 - 1) < 0.3)
  }
}
