extension Attack {
  /// Command lines that make no sense.
  static let commandLines: [Attack] = [
    flags("run", says: "Missing expected argument"),
    flags("run", "small.json", "--jobs", "0", says: "--jobs"),
    flags("run", "small.json", "--jobs", "-3", says: "jobs"),
    flags("run", "small.json", "--jobs", "99999999999999999999", says: "jobs"),
    flags("run", "small.json", "--jobs", "NaN", says: "jobs"),
    flags("run", "small.json", "--color", "red", says: "color"),
    flags("run", "small.json", "--networks", "", says: "--networks"),
    flags("run", "small.json", "--networks", "wifi,,lte-wpt", says: "--networks"),
    flags("run", "small.json", "--output", "", says: "--output"),
    flags("run", "small.json", "--output", "/", says: "--output"),
    flags("run", "small.json", "--output", "..", says: "--output"),
    flags("run", "small.json", "--output", "x/../..", says: "--output"),
    flags("run", "small.json", "small.json", says: "small.json"),
    flags("run", "small.json", "--colour", says: "--colour"),
    flags("run", "--", "--help", status: 66, says: "--help"),
    flags("walk", says: "walk"), flags("list", says: "topic"),
    flags("list", "metrix", says: "metrix"),
    flags("list", "metrics", "--format", "xml", says: "xml"),
    flags("describe", "", says: "nothing is called"),
    flags("describe", "on-demnd", says: "did you mean 'on-demand'"),
    flags("describe", String(repeating: "x", count: 100_000), says: "nothing is called"),
    flags("model", "fetch", "--network", "wify", says: "wify"),
    flags("model", "fetch", "--size", "-1 B", says: "size"),
    flags("model", "wheel", says: "wheel"),
    flags("run", "no.json", status: 66, says: "no.json"),
    flags("run", "twiter", status: 66, says: "did you mean 'twitter'"),
    flags("run", "../../no/passwd", status: 66, says: "passwd"),
  ]

  /// A world that does not help.
  static let surroundings: [Attack] = [
    Attack(
      name: "a scenario that is a folder", arguments: ["run", "here"], obstacle: .folder("here"),
      status: 66, says: ["here"]),
    Attack(
      name: "a scenario that is a pipe", arguments: ["run", "pipe.json"],
      obstacle: .pipe("pipe.json"), status: 74, says: ["pipe.json"]),
    Attack(
      name: "a scenario that leads to itself", arguments: ["run", "circle.json"],
      obstacle: .circle("circle.json"), status: 66, says: ["circle.json"]),
    Attack(
      name: "a scenario without end", arguments: ["run", "/dev/zero"], status: 74,
      says: ["/dev/zero", "larger than"]),
    Attack(
      name: "a scenario called ..", arguments: ["run", "./...json"],
      files: ["...json": Array(SmallScenario.text().utf8)], status: 65, says: ["...json", "'..'"]),
    Attack(
      name: "a scenario called .", arguments: ["run", "./..json"],
      files: ["..json": Array(SmallScenario.text().utf8)], status: 65, says: ["..json", "'.'"]),
    Attack(
      name: "a file in the report's place", arguments: ["run", "small.json", "--output", "mine"],
      files: ["small.json": Array(SmallScenario.text().utf8), "mine": [1]], status: 74,
      says: ["mine"]),
    Attack(
      name: "a report below a file", arguments: ["run", "small.json", "--output", "mine/report"],
      files: ["small.json": Array(SmallScenario.text().utf8), "mine": [1]], status: 74,
      says: ["mine"]),
    Attack(
      name: "a folder that nobody can write",
      arguments: ["run", "small.json", "--output", "/proc/report"],
      files: ["small.json": Array(SmallScenario.text().utf8)], status: 74, says: ["/proc"]),
    Attack(
      name: "a full disk", arguments: ["run", "small.json", "--no-charts"],
      files: ["small.json": Array(SmallScenario.text().utf8)], obstacle: .smallFiles, status: 74,
      says: ["cannot write"]),
  ]

  /// All of them.
  static let all =
    texts + values + traces + commandLines + surroundings + replays + brokenTraces + outputs
    + sweeps + leftovers + questions
}
