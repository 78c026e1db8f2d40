extension Attack {
  /// Texts that are no JSON.
  static let texts: [Attack] = [
    scenario("an empty file", "", "expected a value, found the end"),
    scenario("blanks only", " \n\t ", "expected a value, found the end"),
    scenario("a byte order mark only", "\u{FEFF}", "found the end"),
    scenario("a file that ends early", "{\"question\": \"Who", "1:"),
    scenario("a list that ends early", "{\"seeds\": [1, 2", "1:"),
    scenario("a name without quotes", "{question: 1}", "expected a name in double quotes"),
    scenario("a comma too many", "{\"seeds\": [1,]}", "1:"),
    scenario("two values", "{} {}", "1:4"),
    scenario("a comment without end", "{ /* ", "1:"),
    scenario("NaN", "{\"devices\": NaN}", "1:13"),
    scenario("infinity", "{\"devices\": -Infinity}", "1:14"),
    scenario("a leading zero", "{\"devices\": 01}", "1:1"),
    scenario("a plus", "{\"devices\": +1}", "1:13"),
    scenario("hexadecimal", "{\"devices\": 0x10}", "1:1"),
    scenario("a line feed in a text", "{\"question\": \"a\nb\"}", "1:"),
    scenario("half a pair", "{\"question\": \"\\ud800\"}", "1:"),
    scenario("an escape that is none", "{\"question\": \"\\x\"}", "1:"),
    scenario("a hundred thousand lists", String(repeating: "[", count: 100_000), "nested deeper"),
    scenario(
      "a hundred thousand objects", String(repeating: "{\"a\":", count: 100_000), "nested deeper"),
    scenario("a list", "[]", "expected an object"),
    scenario("a text", "\"scenario\"", "expected an object"),
    scenario("null", "null", "expected an object"),
    scenario(
      "bytes that are no UTF-8", bytes: Array("{\"title\": \"".utf8) + [0xFF, 0xFE], ["1:"]),
    scenario("an overlong letter", bytes: Array("{\"a".utf8) + [0xC0, 0xAF, 0x22], ["1:"]),
    scenario("UTF-16", bytes: [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], ["1:"]),
    scenario("zeros", bytes: [UInt8](repeating: 0, count: 4_096), ["1:1"]),
    scenario("gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], ["1:1"]),
    scenario("a name twice", "{\"seeds\": [1], \"seeds\": [2]}", "seeds"),
  ]

  /// Values that no setting can have.
  static let values: [Attack] = [
    line(#""patience": "-5s""#, "patience"), line(#""patience": "5 parsecs""#, "patience"),
    line(#""patience": """#, "patience"), line(#""patience": "99999999999999d""#, "patience"),
    line(#""patience": 5"#, "patience"), line(#""interval": "0s""#, "interval"),
    line(#""interval": "NaN""#, "interval"), line(#""networks": []"#, "networks"),
    line(#""networks": ["wifi", "wifi"]"#, "networks", "twice"),
    line(#""networks": ["wfi"]"#, "networks", "did you mean 'wifi'"),
    line(#""networks": "wifi""#, "networks"),
    line(#""schemaVersion": 99"#, "schemaVersion", "expected 1"),
    line(#""schemaVersion": "1""#, "schemaVersion"),
    line(#""origin": {"failureRate": 1.5}"#, "origin.failureRate"),
    line(#""origin": {"failureRate": -0.1}"#, "origin.failureRate"),
    line(#""origin": {"failureRate": 1e999}"#, "1"),
    line(#""origin": {"thinkTime": "2h"}"#, "origin.thinkTime"),
    line(#""origin": {"editBytes": "-1 B"}"#, "origin.editBytes"),
    line(#""origin": {"editBytes": "1e300 TB"}"#, "origin.editBytes"),
    line(#""origin": {"conflicts": "war"}"#, "origin.conflicts"),
    line(#""device": {"framesPerSecond": 0}"#, "device.framesPerSecond"),
    line(#""device": {"framesPerSecond": 99999999999999999999}"#, "device.framesPerSecond"),
    line(#""device": {"processorScale": "fast"}"#, "device.processorScale"),
    line(#""device": null"#, "device"), line(#""network": {"verzion": "2"}"#, "network.verzion"),
    line(#""vary": {"path": "strategies[9].settings.staleAfter", "values": ["1m"]}"#, "vary"),
    line(#""vary": {"path": "", "values": [1]}"#, "vary"),
    line(#""vary": {"path": "interval", "values": []}"#, "vary"),
    line(#""vary": {"path": "interval", "values": ["1h", "1h"]}"#, "vary"),
    line(
      #""vary": {"path": "__proto__.polluted", "values": [1]}"#, "there is no such setting"),
    line(#""\u0000": 1"#, "unknown setting"),
    strategies("[]", "strategies"), strategies("{}", "strategies"),
    strategies(#"["on-demand"]"#, "strategies[0]"), strategies("[{}]", "strategies[0]"),
    strategies(#"[{"name": ""}]"#, "strategies[0].name"),
    strategies(#"[{"name": "on-demand"}, {"name": "on-demand"}]"#, "two strategies are called"),
    strategies(
      #"[{"name": "on-demand", "label": "a"}, {"name": "dictionary", "label": "a"}]"#,
      "two strategies are called 'a'"),
    strategies(
      #"[{"name": "on-demand", "settings": {"staleAfter": "-1m"}}]"#,
      "strategies[0].settings.staleAfter"),
    strategies(
      #"[{"name": "memory-tier", "settings": {"capacity": "-10 MB"}}]"#,
      "strategies[0].settings.capacity"),
    strategies(
      #"[{"name": "memory-tier", "settings": {"capacity": "9999999999999 TB"}}]"#,
      "strategies[0].settings.capacity"),
    strategies(
      #"[{"name": "memory-tier", "settings": {"policy": "lur"}}]"#,
      "strategies[0].settings.policy"),
    strategies(
      #"[{"name": "on-demand", "settings": {"preset": "as-print"}}]"#, "strategies[0].settings"),
    strategies(#"[{"name": "on-demand", "settings": []}]"#, "strategies[0].settings"),
    strategies(#"[{"name": "../../etc/passwd"}]"#, "unknown strategy '../../etc/passwd'"),
  ]
}
