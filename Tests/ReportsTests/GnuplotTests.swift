internal import Foundation
internal import Reports
internal import Testing

/// Whether gnuplot can be asked at all.
let hasGnuplot: Bool = {
  guard Gnuplot.isBuiltIn, let folder = try? ChartFolder() else { return false }
  return (try? Gnuplot(program: "gnuplot").run("x = 1\n", in: folder.path)) != nil
}()

@Suite(.enabled(if: Gnuplot.isBuiltIn, "built without charts")) struct GnuplotTests {
  /// More than a pipe holds, so that somebody has to read it.
  private static let large = String(repeating: "# nothing but words\n", count: 50_000)

  @Test func aMissingProgramIsToldWithTheSystemsWords() throws {
    let folder = try ChartFolder()
    let error = #expect(throws: ChartError.self) {
      try Gnuplot(program: "/nonexistent/gnuplot").run("x = 1\n", in: folder.path)
    }
    #expect(
      error == .cannotStart(program: "/nonexistent/gnuplot", why: "No such file or directory"))
    #expect(error?.message.contains("apt-get install gnuplot-nox") == true)
  }

  @Test func aMissingFolderIsToldAsWell() throws {
    let folder = try ChartFolder()
    #expect(throws: ChartError.self) {
      try Gnuplot(program: "/bin/true").run("x = 1\n", in: folder.path + "/nowhere")
    }
  }

  @Test func aProgramThatEndsBeforeItHasReadIsAnErrorAndKillsNobody() throws {
    let folder = try ChartFolder()
    #expect(throws: ChartError.failed(program: "/bin/true", why: "it ended with status 0")) {
      try Gnuplot(program: "/bin/true").run(Self.large, in: folder.path)
    }
  }

  @Test(arguments: ["x = 1\n", large]) func aProgramThatFailsIsAnError(script: String) throws {
    let folder = try ChartFolder()
    #expect(throws: ChartError.failed(program: "/bin/false", why: "it ended with status 1")) {
      try Gnuplot(program: "/bin/false").run(script, in: folder.path)
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not there"))
  func aCommandThatGnuplotDoesNotKnowIsToldInItsWords() throws {
    let folder = try ChartFolder()
    let error = #expect(throws: ChartError.self) {
      try Gnuplot(program: "gnuplot").run("x = 1\nset nonsense\n", in: folder.path)
    }
    #expect(error?.message.contains("set nonsense") == true)
    #expect(error?.message.contains("nrecognized option") == true)
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not there"))
  func aSignalThatEndsItIsAnError() throws {
    let folder = try ChartFolder()
    let error = #expect(throws: ChartError.self) {
      try Gnuplot(program: "gnuplot").run("system 'kill -9 $PPID'\n", in: folder.path)
    }
    #expect(error?.message == "gnuplot failed: it ended with status 137")
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not there"))
  func itWorksInTheFolderAndReturnsItsWarnings() throws {
    let folder = try ChartFolder()
    let words = try Gnuplot(program: "gnuplot").run(
      "set print 'here.txt'\nprint 6*7\nset print '-'\nprint 'lost'\nset print\nprint 'a word'\n",
      in: folder.path)
    #expect(words == "a word")
    #expect(try folder.text("here.txt") == "42\n")
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not there"))
  func longWordsAreCutAndStayText() throws {
    let folder = try ChartFolder()
    let words = try Gnuplot(program: "gnuplot").run(
      "do for [i=1:1000] { print 'ääääääääää' }\n", in: folder.path)
    #expect(words.hasPrefix("ääääääääää\n"))
    #expect(words.utf8.count < 5_000)
    #expect(!words.contains("\u{FFFD}"))
  }
}
