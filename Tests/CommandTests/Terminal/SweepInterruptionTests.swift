internal import Foundation
internal import Testing

@Suite struct SweepInterruptionTests {
  /// A sweep that would take long is interrupted when its first cell is on disk.
  @Test func whatIsFinishedIsKeptAndSaid() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "30d"), to: "small.json")
    try folder.write(
      """
      #!/bin/sh
      "$1" sweep small.json --vary devices=1..400 --jobs 1 --output out 2>notes.txt &
      while [ "$(ls out/.cells 2>/dev/null | grep -c '^[0-9a-f]*[.]json$')" -lt 2 ]
      do sleep 0.05; done
      kill -INT $!
      wait $!
      """, to: "interrupt.sh")
    // A shell without job control lets its children ignore Ctrl-C; the sweep listens all the same.
    let script = Program(
      arguments: ["sh", "interrupt.sh", Program.file.path], folder: folder,
      executable: URL(filePath: "/usr/bin/env"))
    let ended = try await script.run()
    #expect(ended.status == 130)
    let notes = try folder.text("notes.txt")
    #expect(notes.hasPrefix("interrupted: "))
    #expect(notes.contains(" of 800 cells are finished and kept; the same command continues"))
    #expect(try folder.names(in: "out") == [".cells"])
  }
}
