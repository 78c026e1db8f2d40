/// The command lines of the parts of a sweep, for whatever starts them: make, GNU parallel, xargs.
enum ShardCommands {
  private static let flag = "--list-shards"

  /// A line for each part: what was typed, with the part in place of the question for all of them.
  static func lines(_ count: Int, of arguments: [String] = CommandLine.arguments) -> [String] {
    var words: [String] = []
    var isCount = false
    for argument in arguments {
      if isCount {
        isCount = false
      } else if argument == flag {
        isCount = true
      } else if !argument.hasPrefix("\(flag)=") && argument != "--fresh" {
        words.append(ShellWord.quoted(argument))
      }
    }
    let start = words.joined(separator: " ")
    return (1...count).map { "\(start) --shard \($0)/\(count)" }
  }
}
