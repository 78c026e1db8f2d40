extension Attack {
  private static func stored(_ name: String, _ text: String, _ says: String...) -> Attack {
    Attack(
      name: "baseline: \(name)", arguments: ["baseline", "compare", "old.json", "small.json"],
      files: ["old.json": Array(text.utf8), "small.json": Array(SmallScenario.text().utf8)],
      status: 65, says: ["old.json"] + says)
  }

  private static func sweep(_ arguments: String..., says: String...) -> Attack {
    Attack(
      name: "sweep \(arguments.joined(separator: " "))",
      arguments: ["sweep", "small.json", "--no-charts"] + arguments,
      files: ["small.json": Array(SmallScenario.text().utf8)], status: 64, says: says)
  }

  /// Grids and parts that make no sense.
  static let sweeps: [Attack] = [
    sweep("--vary", "devices", says: "--vary"), sweep("--vary", "", says: "--vary"),
    sweep("--vary", "=1,2", says: "--vary"), sweep("--vary", "devices=", says: "--vary"),
    sweep("--vary", "devices=1..", says: "--vary"),
    sweep("--vary", "devices=5..1", says: "--vary"),
    sweep("--vary", "devices=1..4*1", says: "--vary"),
    sweep("--vary", "devices=1..4+0", says: "--vary"),
    sweep("--vary", "devices=NaN..4", says: "--vary"),
    sweep("--vary", "devices=0,1", says: "devices"),
    sweep("--vary", "devices=1,1", says: "devices"),
    sweep("--vary", "devices=-1", says: "devices"),
    sweep("--vary", "devices=1..99999999999", says: "devices"),
    sweep("--vary", "devices=1,2", "--vary", "devices=3,4", says: "devices"),
    sweep("--vary", "nobody.friends=1,2", says: "nobody"),
    sweep("--vary", "workload.freinds=1,2", says: "freinds"),
    sweep("--vary", "strategies[9].capacity=1MB", says: "strategies[9]"),
    sweep("--vary", "__proto__.x=1", says: "__proto__"),
    sweep("--seeds", "-1..3", says: "--seeds"), sweep("--seeds", "a,b", says: "seeds"),
    sweep("--seeds", "", says: "seeds"),
    sweep("--shard", "0/4", says: "--shard"), sweep("--shard", "5/4", says: "--shard"),
    sweep("--shard", "1/0", says: "--shard"), sweep("--shard", "-1/4", says: "shard"),
    sweep("--shard", "x", says: "--shard"),
    sweep("--shard", "1/99999999999999999999", says: "--shard"),
    sweep("--list-shards", "0", says: "--list-shards"),
    sweep("--shard", "1/2", "--list-shards", "2", says: "--shard"),
    sweep("--output", ".", says: "--output"), sweep("--output", "/", says: "--output"),
  ]

  /// Folders that are no parts, and stored runs that are none.
  static let leftovers: [Attack] = [
    Attack(
      name: "a merge of nothing", arguments: ["merge", "nowhere"], status: 66, says: ["nowhere"]),
    Attack(
      name: "a merge of a folder", arguments: ["merge", "here"], obstacle: .folder("here"),
      status: 66, says: ["here"]),
    Attack(
      name: "a merge of a torn outline", arguments: ["merge", "part"],
      files: ["part/.cells/outline.json": Array("{\"scenario\": ".utf8)], status: 65,
      says: ["part/.cells/outline.json"]),
    Attack(
      name: "a merge of another version", arguments: ["merge", "part"],
      files: ["part/.cells/outline.json": Array("{\"version\": 99}".utf8)], status: 65,
      says: ["part/.cells/outline.json"]),
    Attack(
      name: "a merge of NaN", arguments: ["merge", "part"],
      files: ["part/.cells/outline.json": Array("{\"seeds\": [NaN]}".utf8)], status: 65,
      says: ["part/.cells/outline.json"]),
    Attack(
      name: "a merge of two without a place", arguments: ["merge", "a", "b"], status: 64,
      says: ["--output"]),
    stored("empty", ""), stored("cut off", "{\"schemaVersion\": 1, \"scen"),
    stored("a list", "[]"), stored("another form", "{\"schemaVersion\": 99}"),
    stored("no rows", "{\"schemaVersion\": 1}"),
    stored("NaN", "{\"schemaVersion\": NaN}"), stored("no UTF-8 text", "\u{0}\u{1}\u{2}"),
    Attack(
      name: "a baseline that is a pipe", arguments: ["baseline", "compare", "pipe", "small.json"],
      files: ["small.json": Array(SmallScenario.text().utf8)], obstacle: .pipe("pipe"), status: 66,
      says: ["pipe"]),
    Attack(
      name: "vectors that are a pipe", arguments: ["http-check", "vectors", "pipe"],
      obstacle: .pipe("pipe"),
      status: 74, says: ["pipe"]),
  ]

  /// Questions about opens and strategies that there are not, and expectations that are none.
  static let questions: [Attack] = [
    flags("explain", "small.json", "--strategy", "on-demnd", says: "did you mean 'on-demand'"),
    flags("explain", "small.json", "--worst", "speed", says: "--worst"),
    flags("explain", "small.json", "--worst", "latency", "0", says: "--worst"),
    flags("explain", "small.json", "--worst", "latency", "NaN", says: "--worst"),
    flags("explain", "small.json", "--at", "25:99", says: "--at"),
    flags("explain", "small.json", "--at", "soon", says: "--at"),
    flags("explain", "small.json", "--at", "99d 09:00", status: 65, says: "no screen is open"),
    flags("explain", "small.json", "--view", "-1", says: "view"),
    flags("explain", "small.json", "--view", "4000000000", status: 65, says: "4000000000"),
    flags("explain", "small.json", "--view", "99999999999", says: "--view"),
    flags("explain", "small.json", "--device", "-1", says: "device"),
    flags("explain", "small.json", "--seed", "-1", says: "seed"),
    flags("explain", "small.json", "--varied", "x", says: "--varied"),
    flags("explain", "small.json", "--count", "3", says: "--count"),
    flags("compare", "small.json", "on-demand", says: "second"),
    flags("compare", "small.json", "on-demand", "on-demand", says: "twice"),
    flags("compare", "small.json", "on-demand", "nobody", says: "nobody"),
    flags("advise", "small.json", "--format", "xml", says: "xml"),
    flags("run", "small.json", "-q", "-v", says: "--quiet"),
    flags("run", "small.json", "--baseline", "no.json", status: 66, says: "no.json"),
    flags("run", "small.json", "--baseline", "small.json", status: 65, says: "small.json"),
    flags("run", "small.json", "--tolerance", "-1%", says: "tolerance"),
    flags("run", "small.json", "--tolerance", "opens=NaN", says: "tolerance"),
    flags("run", "small.json", "--tolerance", "opns=1%", says: "opns"),
    flags("http-check", "vectors", "small.json", status: 65, says: "small.json"),
    flags("model", "radio", "--active", "1s", says: "start"),
    flags("model", "flash", "--op", "NaN", says: "--op"),
    flags("model", "sqlite", "--rows", "99999999999", says: "rows"),
    line(#""expect": {"on-demand": {"opens": "many"}}"#, "expect"),
    line(#""expect": {"nobody": {"opens": {"min": 1}}}"#, "expect", "nobody"),
    line(#""expect": {"on-demand": {"opns": {"min": 1}}}"#, "expect", "opns"),
    line(#""expect": []"#, "expect"), line(#""relations": {"a": 1}"#, "relations"),
    line(#""relations": ["on-demand.opens <"]"#, "relations"),
  ]
}
