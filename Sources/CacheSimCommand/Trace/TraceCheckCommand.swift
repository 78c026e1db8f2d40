internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Reads a whole trace and tells what is wrong with it.
struct TraceCheckCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads a whole trace and tells what is wrong with it.",
    discussion: """
      Malformed items are an error (exit code 65), and so is a trace without requests; all else \
      is told and is none.

      EXAMPLES
        cachesim trace check requests.csv
        cachesim trace check access.log.gz --format json
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup var talk: TalkArguments

  @OptionGroup var writing: FormatArguments

  func run() throws {
    // Every item is looked at, whatever is wrong with those before.
    var lenient = input
    lenient.reading.skipMalformed = true
    var reader = try lenient.open(talk, columns: input.trace == "-" ? .told : .all)
    var check = TraceProblems()
    var block = RequestBlock()
    do throws(WorkloadError) {
      while try reader.fill(&block) { check.look(at: block) }
    } catch {
      throw error.refused()
    }
    check.end(reader)
    Terminal.write(check.listing.written(writing.format, text: check.text, json: check.json))
    if check.isEmpty { Terminal.note("error: \(input.trace): \(TraceNotes.noRequests)") }
    if check.malformed > 0 || check.isEmpty { throw ExitStatus.badInput.error }
  }
}
