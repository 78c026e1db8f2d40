internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// Libraries as they ship, through the program.
@Suite struct LibraryTests {
  @Test func aLibraryHasAPage() async throws {
    let folder = try Folder()
    let ended = try await Program.run("describe", "kingfisher", in: folder)
    expect(ended.status == 0 && ended.notes == [])
    let commit = "410984bf301f4fa224fe56277b3f8672cc465c79"
    for line in [
      "kingfisher (library)",
      "https://github.com/onevcat/Kingfisher/blob/\(commit)/Sources/Cache/",
      "DiskStorage.swift#L467-L504", "(lines 467-504,525,530)",
      "Confidence: read", "DiskStorage.Config.sizeLimit", "NOT MODELLED", "time-out of 15 s",
      "memory.expiresAfter", "\"5m\"",
    ] {
      expect(ended.output.contains(line), "\(line)")
    }
  }

  /// The page in other formats.
  @Test func aLibraryIsDescribedInEachFormat() async throws {
    let folder = try Folder()
    let name = "flutter-cache-manager"
    let text = try await Program.run("describe", name, "--format", "json", in: folder).output
    let json = try JSON.parse(Array(text.utf8))
    expect(json["kind"]?.string == "library" && json["name"]?.string == name)
    expect(json["page"]?.string?.hasPrefix("# \(name)\n"), is: true)
    expect(json["differs"]?.elements?.isEmpty == false && json["confidence"] != nil)
    let page = try await Program.run("describe", name, "--format", "markdown", in: folder).output
    expect(page.contains("## Not modelled") && page.contains("## What differs"))
  }

  /// A library as it ships beside itself with another setting, by the command line alone.
  @Test func aLibraryIsComparedWithItselfUnderOtherSettings() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    let changed = "kingfisher:disk.limit=10kB"
    let ended = try await Program.run(
      "compare", "s.json", "kingfisher", changed, "--format", "json", in: folder)
    expect(ended.status, is: 0)
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["first"]?.string == "kingfisher" && json["second"]?.string == changed)
    let wrong = try await Program.run(
      "compare", "s.json", "kingfisher", "kingfisher:disk.limt=10kB", in: folder)
    expect(wrong.status == 64 && wrong.notes.first?.contains("did you mean 'limit'") == true)
  }

  /// A release of a library has a page, and is a name like any other wherever names are taken.
  @Test func aReleaseIsNamedWithItsLibrary() async throws {
    let folder = try Folder()
    let name = "nuke-data-cache@12"
    let page = try await Program.run("describe", name, in: folder)
    expect(page.status == 0 && page.output.contains("0ead44350d2737db384908569c012fe67c421e4d"))
    try folder.write(SmallScenario.text(), to: "s.json")
    let ended = try await Program.run(
      "compare", "s.json", name, "nuke-data-cache@13:disk.limit=1MB", "--format", "json", in: folder
    )
    expect(ended.status, is: 0)
    try expect(JSON.parse(Array(ended.output.utf8))["first"]?.string, is: name)
    let run = try await Program.run(
      "run", "s.json", "--strategies", "nuke-data-cache,\(name)", "--no-charts", "--output", "out",
      in: folder)
    expect(run.status == 0 && run.output.contains(name))
    let schema = try await Program.run("schema", in: folder)
    expect(schema.output.contains("\"\(name)\""))
    let wrong = try await Program.run("describe", "nuke-data-cache@14", in: folder)
    expect(wrong.status == 64 && wrong.notes.first?.contains("nuke-data-cache@1") == true)
  }

  @Test func exploringTriesWhatUsersOfALibraryCanChange() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    let ended = try await Program.run(
      "run", "s.json", "--library", "flutter-image-cache", "--format", "json", "--no-charts",
      in: folder)
    expect(ended.status, is: 0)
    let json = try JSON.parse(Array(ended.output.utf8))
    let library = json["explored"]?.elements?.first?["libraries"]?.elements?.first
    expect(library?["library"]?.string, is: "flutter-image-cache")
    let changes = library?["changes"]?.elements ?? []
    expect(
      changes.map { $0["setting"]?.string },
      is: [
        "memory.limit", "memory.limit", "memory.limit", "memory.countLimit", "memory.countLimit",
      ])
    let wrong = try await Program.run("advise", "s.json", "--library", "kingfischer", in: folder)
    expect(wrong.status == 64 && wrong.notes.first?.contains("'kingfisher'") == true)
  }
}

/// Other libraries' terms in the documentation are those that are understood.
@Suite struct LibraryTermTests {
  @Test func theTableHasEverySpelling() async throws {
    let ended = try await Program.run(
      "list", "library-terms", "--format", "markdown", in: try Folder())
    for spelling in ReadStrategy.spellings {
      expect(ended.output.contains("| \(spelling.library) | \(spelling.text) |"))
    }
    for spelling in HitRule.spellings {
      let line = ended.output.split(separator: "\n").first {
        $0.hasPrefix("| \(spelling.library) | \(spelling.text) |")
      }
      expect(line?.contains(" \(spelling.word.rawValue) |"), is: true)
    }
  }
}
