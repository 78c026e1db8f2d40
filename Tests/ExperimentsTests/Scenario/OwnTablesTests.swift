internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Foundation
internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// Tables of one's own, and those of the program, which have the same form.
struct OwnTablesTests {
  /// The program's own tables, with a slash at its end.
  private static let data =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Data").path + "/"

  private static func file(
    _ members: String, strategy: String = #"{"name": "network-only"}"#, at path: String = "it.json"
  ) throws -> ScenarioFile {
    let text = """
      {"question": "mine.json#name?", "strategies": [\(strategy)],
       "workload": {"name": "timelines"}\(members)}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: path, name: "it")
  }

  // MARK: Every entry is the same whether it is named or taken from its file

  @Test(arguments: NetworkProfiles.all) func aNetworkIsTakenFromAFile(network: NetworkProfile)
    throws
  {
    let name = #""\#(Self.data)networks.json#\#(network.name)""#
    let taken = try Self.file(
      #", "networkSchedule": {"name": "always", "settings": {"profile": \#(name)}}"#
    ).scenario.profiles()[0]
    var named = network
    (named.aliases, named.source, named.certainty) = ([], taken.source, .assumption)
    expect(taken, is: named)
  }

  @Test(arguments: RadioProfiles.all) func aRadioIsTakenFromAFile(radio: RadioProfile) throws {
    let name = #""\#(Self.data)radios.json#\#(radio.name)""#
    let taken = try Self.file(#", "device": {"radio": {"lte": \#(name)}}"#)
      .scenario.device.radio.lte.profile
    var named = radio
    (named.aliases, named.source, named.certainty) = ([], taken.source, .assumption)
    expect(taken, is: named)
  }

  @Test(arguments: StorageProfiles.all.map(\.name)) func storageIsTakenFromAFile(name: String)
    throws
  {
    let taken = try Self.file(
      #", "device": {"flash": {"timing": "\#(Self.data)storage.json#\#(name)"}}"#)
    expect(taken.scenario.device.flash.timing, is: StorageProfiles.named(name)?.timing)
  }

  @Test(arguments: DeviceProfiles.all.map(\.name)) func aPhoneIsTakenFromAFile(name: String) throws
  {
    let taken = try Self.file(#", "device": "\#(Self.data)phones.json#\#(name)""#)
    let named = try Self.file(#", "device": "\#(name)""#)
    expect(taken.scenario.json == named.scenario.json && taken.hash == named.hash)
  }

  @Test(arguments: HTTPProfile.all.map(\.name)) func aProfileIsTakenFromAFile(name: String) throws {
    let profile = "\(Self.data)http-profiles.json#\(name)"
    let taken = try Self.file(
      "", strategy: #"{"name": "url-cache", "settings": {"profile": "\#(profile)"}}"#)
    let settings = taken.scenario.strategies[0].settings
    expect(HTTPProfile.said(in: settings)?.switches, is: HTTPProfile.named(name)?.switches)
  }

  /// Files of libraries and what they say: strategy, file, preset.
  private static let presets: [(strategy: String, path: String, preset: String)] = {
    let folder = "\(data)Libraries/"
    let names = (try? FolderTree.names(in: folder)) ?? []
    return names.sorted().flatMap { name in
      let root = FileManager.default.contents(atPath: folder + name).flatMap {
        try? JSON.parse(Array($0))
      }
      return (root?["presets"]?.elements ?? []).map {
        (root?["strategy"]?.string ?? "", folder + name, $0["name"]?.string ?? "")
      }
    }
  }()

  @Test func everyLibraryIsTakenFromItsFile() throws {
    expect(Self.presets.count >= 30)
    for (strategy, path, preset) in Self.presets {
      let named = try Self.file(
        "", strategy: #"{"name": "\#(strategy)", "settings": {"preset": "\#(preset)"}}"#)
      for form in [
        #"{"name": "\#(path)#\#(preset)"}"#,
        #"{"name": "\#(strategy)", "settings": {"preset": "\#(path)#\#(preset)"}}"#,
      ] {
        let taken = try Self.file("", strategy: form).scenario.strategies[0]
        expect(taken.settings, is: named.scenario.strategies[0].settings, "\(preset)")
        expect(taken.name == strategy && [strategy, preset].contains(taken.label))
      }
    }
  }

  // MARK: Files of people

  private final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/tables-\(UUID().uuidString)/"

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: path + name)) }
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test func anEntryIsFoundBesideTheScenarioAndChanged() throws {
    let folder = try Folder([
      "mine.json": """
      {"phones": [
        {"name": "old", "settings": {"preset": "iphone-7", "processorScale": 5}, "source": "us"},
        {"name": "older", "note": ["a", "b"],
         "settings": {"preset": "old", "flash": {"timing": "discs.json#disc"}}}]}
      """,
      "discs.json": """
      {"storage": [{"name": "disc", "settings": {"preset": "nvme", "flush": "9ms"}}]}
      """,
    ])
    let device = try Self.file(
      #", "device": {"preset": "mine.json#older", "memory": {"baseline": "1 MB"}}"#,
      at: folder.path + "it.json"
    ).scenario.device
    expect(device.processorScale == 5 && device.memory.memory == .mebibytes(2_048))
    expect(device.memory.baseline, is: .megabytes(1))
    expect(device.flash.timing.flush, is: .milliseconds(9))
    expect(device.flash.timing.readRate, is: .megabytes(1_450))
  }

  @Test func resultsCarryWhatAFileSaid() throws {
    let folder = try Folder([
      "nets.json": """
      {"networks": [{"name": "office",
       "settings": {"access": "wifi", "roundTrip": "9ms", "down": "5 Mbps", "up": "1 Mbps"}}]}
      """
    ])
    let file = try Self.file(
      #", "networks": ["wifi", "nets.json#office"]"#, at: folder.path + "it.json")
    let again = try ScenarioFile(
      bytes: Array(file.scenario.json.text.utf8), file: "elsewhere.json", name: "it")
    expect(again.hash, is: file.hash)
    expect(file.variants.map(\.value), is: ["wifi", "office"])
    let profiles = try again.variants[1].scenario.profiles()
    expect(profiles.contains { $0.name == "office" && $0.roundTrip == .milliseconds(9) })
  }

  @Test(arguments: [
    ("no.json#a", "no.json' that can be read"),
    ("mine.json#od", "has no 'od' (did you mean 'odd'?)"),
    ("mine.json#odd", "device.processorScale: expected 0 to 1000, found -1"),
    ("wrong.json#a", "wrong.json:1:13: phones[0]: the setting 'settings' is missing"),
    ("broken.json#a", "broken.json:1:2:"),
    ("other.json#a", "expected an object with a list of networks, radios"),
    ("circle.json#a", "circle.json#a takes from itself"),
    ("many.json#a", "many.json#a takes from itself"),
    ("mine.json#odd", "mine.json#odd)"),
  ])
  func aMistakeInAFileIsTold(name: String, words: String) throws {
    let folder = try Folder([
      "mine.json": #"{"phones": [{"name": "odd", "settings": {"processorScale": -1}}]}"#,
      "wrong.json": #"{"phones": [{"name": "a"}]}"#, "broken.json": "{",
      "other.json": #"{"tables": []}"#,
      "circle.json": #"{"phones": [{"name": "a", "settings": {"preset": "circle.json#a"}}]}"#,
      "many.json": """
      {"phones": [{"name": "a", "settings": {"flash":
        [\((0..<12).map { _ in #""many.json#a""# }.joined(separator: ","))]}}]}
      """,
    ])
    let error = #expect(throws: InputError.self) {
      try Self.file(#", "device": "\#(name)""#, at: folder.path + "it.json")
    }
    let lines = error?.lines.joined(separator: "\n") ?? ""
    expect(lines.contains(words) && lines.contains("it.json:2:"), "\(lines)")
    let all = error?.lines ?? []
    expect(Set(all).count == all.count || name.hasPrefix("many"), "twice: \(lines)")
  }

  private static let nets = """
    {"networks": [
      {"name": "office", "aliases": ["desk"], "settings": {"preset": "wifi", "roundTrip": "40ms"}},
      {"name": "home", "settings": {"preset": "office", "roundTrip": "20ms"}}]}
    """

  /// A network keeps its entry's name whatever it starts from, and is found by its other names.
  @Test(arguments: [("office", "office", 40), ("desk", "office", 40), ("home", "home", 20)])
  func aNetworkKeepsItsName(entry: String, name: String, roundTrip: Int64) throws {
    let folder = try Folder(["nets.json": Self.nets])
    let network = try Self.file(
      #", "networkSchedule": {"name": "always", "settings": {"profile": "nets.json#\#(entry)"}}"#,
      at: folder.path + "it.json"
    ).scenario.profiles()[0]
    expect(network.name == name && network.roundTrip == .milliseconds(roundTrip))
  }

  /// Options that change a scenario name entries as the scenario does.
  @Test func optionsNameEntriesToo() throws {
    let folder = try Folder([
      "nets.json": Self.nets,
      "clients.json": """
      {"http-profiles": [{"name": "ours", "settings": {"preset": "okhttp", "stores": false}}]}
      """,
      "phones.json": #"{"phones": [{"name": "slow", "settings": {"processorScale": 9}}]}"#,
    ])
    let file = try Self.file("", at: folder.path + "it.json")
    func changed(_ name: String, _ value: String) throws -> Scenario {
      try file.changed(by: [ScenarioChange(flag: "--set", name: name, value: JSON(value))]).scenario
    }
    try expect(changed("device", "phones.json#slow").device.processorScale, is: 9)
    #expect(throws: InputError.self) { try changed("device", "phones.json#fast") }
    let chosen = try file.choosing(strategies: "url-cache:clients.json#ours").scenario
    let profile = HTTPProfile.said(in: chosen.strategies[0].settings)
    expect(profile?.switches.stores, is: false)
    let axis = try SweepAxis("device=phones.json#slow,iphone-11")
    let plan = try SweepPlan(file, axes: [axis], keepsOwn: true, command: "")
    expect(plan.outline.rows.count, is: 2)
  }

  @Test func textsAreNoNames() throws {
    let text = "see notes.json#12"
    let file = try Self.file(
      #", "title": "\#(text)", "expect": {}"#,
      strategy: #"{"name": "network-only", "label": "\#(text)"}"#)
    expect(file.scenario.title == text && file.scenario.strategies[0].label == text)
    expect(OwnTables.texts.isSuperset(of: ["question", "title", "label", "reason", "file"]))
  }

  /// Files of one folder may name one another, wherever the scenario is.
  @Test func aFileIsLookedForBesideTheOneThatNamesIt() throws {
    let folder = try Folder([:])
    try FileManager.default.createDirectory(
      atPath: folder.path + "lab", withIntermediateDirectories: true)
    let files = [
      "phones": #"{"phones": [{"name": "p", "settings": {"radio": {"lte": "radios.json#r"}}}]}"#,
      "radios": #"{"radios": [{"name": "r", "settings": {"preset": "lte-aro", "tail": "3s"}}]}"#,
    ]
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: URL(filePath: folder.path + "lab/\(name).json"))
    }
    let radio = try Self.file(#", "device": "lab/phones.json#p""#, at: folder.path + "it.json")
      .scenario.device.radio.lte.profile
    expect(radio.name == "r" && radio.tail.map(\.duration) == [.seconds(3)])
  }
}

/// The tables that travel inside the program.
struct DataFileTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let files = ["Data", "Data/Libraries"].flatMap { folder in
    ((try? FolderTree.names(in: root.appending(path: folder).path)) ?? []).sorted()
      .filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
  }

  /// That they are read by the fields that scenarios are read by is tested with every entry of them
  /// in `OwnTablesTests`; here is what no reader asks for.
  @Test(arguments: files) func aTableIsCompactAndSaysItsSources(path: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    expect(EmbeddedFile.bytes(of: path), is: Array(text.utf8))
    for line in text.split(separator: "\n") where line.unicodeScalars.count > 140 {
      expect(line.split(separator: " ").count, is: 1, "\(path): more than 140 columns: \(line)")
    }
    let root = try JSON.parse(Array(text.utf8))
    let entries = root.members?.compactMap(\.value.elements).first ?? []
    expect(!entries.isEmpty)
    for entry in entries {
      // Words that mean the same have none.
      guard entry.string == nil else { continue }
      let name = entry["name"]?.string ?? ""
      let library = entry["library"]?["sources"] ?? root["library"]?["sources"]
      let sources = entry["source"] ?? library ?? entry["note"]
      expect(sources.map { $0.compact.count > 2 }, is: true, "\(path) says no source of \(name)")
    }
  }
}
