internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

struct RevisitModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revisits",
    abstract: "Prints the share of revisits that a lifetime serves, and the bytes of the others.",
    discussion: """
      Ages of stored answers at revisits are Chrome's, as Lighthouse's audit
      uses-long-cache-ttl had them: half of the revisits come within 12 hours. A
      resource whose lifetime serves more than 92.5 % is not listed there. The
      workload 'revisits' draws its visits from the same law.

      EXAMPLES
        cachesim model revisits --max-age 1h --bytes 100kB
        cachesim model revisits --max-age 7d --bytes "1 MB" --format json
      """)

  @Option(help: "The lifetime, as Cache-Control: max-age says it.", transform: FlagValue.setting)
  var maxAge: TimeSpan

  @Option(help: "The resource's size.", transform: FlagValue.bytes)
  var bytes = Bytes.kilobytes(100)

  @OptionGroup var options: ModelOptions

  func validate() throws {
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    guard maxAge >= .zero else {
      throw ValidationError("--max-age: expected a time from 0s on, found \(maxAge.text)")
    }
  }

  func run() {
    let ages = RevisitAges()
    var result = ModelResult()
    result.add("hit_share", ages.hitShare(maxAge: maxAge), places: 6, "of revisits find it fresh")
    result.add(
      "wasted_bytes",
      exactly: Bytes(rounding: ages.wastedBytes(of: bytes, maxAge: maxAge)),
      "sent again at a revisit, in the mean")
    result.add(
      "listed", ages.isListed(maxAge: maxAge) ? "yes" : "no",
      "whether Lighthouse's audit named it: not above 0.925")
    result.write(options.format)
  }
}
