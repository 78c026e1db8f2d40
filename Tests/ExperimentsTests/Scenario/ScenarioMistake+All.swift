extension ScenarioMistake {
  /// A value of another type.
  static let types: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""devices": "10""#,
      #"2:12: devices: expected a whole number, 1 to 1000000, found the text "10""#),
    ScenarioMistake(
      line: #""devices": 1.5"#,
      #"2:12: devices: expected a whole number, 1 to 1000000, found the number 1.5"#),
    ScenarioMistake(
      line: #""seeds": 3"#,
      #"2:10: seeds: expected a list of 1 to 10000, found the number 3"#),
    ScenarioMistake(
      line: #""seeds": [1, "2"]"#,
      #"2:14: seeds[1]: expected a whole number, 0 to 9223372036854775807, found the text "2""#),
    ScenarioMistake(
      line: #""networkSchedule": "commuter""#,
      #"2:20: networkSchedule: expected an object, found the text "commuter""#),
    ScenarioMistake(
      line: #""network": {"version": 2}"#,
      #"2:24: network.version: expected one of "1.1", "2", "3", found the number 2"#),
    ScenarioMistake(
      line: #""network": [ ]"#,
      #"2:12: network: expected an object, found a list of 0"#),
    ScenarioMistake(
      line: #""title": 5"#,
      #"2:10: title: expected a text, found the number 5"#),
    ScenarioMistake(
      line: #""device": {"flash": {"syncsFiles": "yes"}}"#,
      #"2:36: device.flash.syncsFiles: expected true or false, found the text "yes""#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": true}"#,
      #"2:29: networkSchedule.name: expected a text, found true"#),
  ]

  /// An unknown name.
  static let names: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""durration": "2d""#,
      #"2:1: durration: unknown setting 'durration' (did you mean 'duration'?)"#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": "comuter"}"#,
      #"""
      2:29: networkSchedule.name: unknown network schedule 'comuter' (did you mean \#
      'commuter'?)
      """#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": "sun"}"#,
      #"""
      2:29: networkSchedule.name: unknown network schedule 'sun' (known: always, \#
      commuter, aeroplane, story)
      """#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": "always", "settings": {"profil": "lte-wpt"}}"#,
      #"""
      2:52: networkSchedule.settings.profil: unknown setting 'profil' (did you mean \#
      'profile'?)
      """#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": "commuter", "setting": {}}"#,
      #"2:41: networkSchedule.setting: unknown setting 'setting' (did you mean 'settings'?)"#),
    ScenarioMistake(
      line: #""network": {"keepalive": "5m"}"#,
      #"2:13: network.keepalive: unknown setting 'keepalive' (did you mean 'keepAlive'?)"#),
    ScenarioMistake(
      line: #""device": {"flsh": {}}"#,
      #"2:12: device.flsh: unknown setting 'flsh' (did you mean 'flash'?)"#),
    ScenarioMistake(
      line: #""network": {"lossModel": "non"}"#,
      #"2:26: network.lossModel: unknown word 'non' (did you mean 'none'?)"#),
    ScenarioMistake(
      line: #""vary": {"path": "devices", "value": [1]}"#,
      #"2:9: vary: the setting 'values' is missing"#,
      #"2:29: vary.value: unknown setting 'value' (did you mean 'values'?)"#),
    ScenarioMistake(
      line: #""networkSchedule": {"name": "always", "settings": {"profile": "lte-wtp"}}"#,
      isInSchema: false,
      #"""
      2:63: networkSchedule.settings.profile: unknown network 'lte-wtp' (did you mean \#
      'lte-wpt'?)
      """#),
  ]

  /// A value out of its range.
  static let ranges: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""devices": 0"#,
      #"2:12: devices: expected 1 to 1000000, found 0"#),
    ScenarioMistake(
      line: #""devices": -3"#,
      #"2:12: devices: expected 1 to 1000000, found -3"#),
    ScenarioMistake(
      line: #""seeds": []"#,
      #"2:10: seeds: expected a list of 1 to 10000, found a list of 0"#),
    ScenarioMistake(
      line: #""seeds": [1, -1]"#,
      #"2:14: seeds[1]: expected 0 to 9223372036854775807, found -1"#),
    ScenarioMistake(
      line: #""seeds": [1, 2, 1]"#,
      isInSchema: false,
      #"2:10: seeds: a seed stands twice"#),
    ScenarioMistake(
      line: #""duration": "0s""#,
      isInSchema: false,
      #"2:13: duration: expected "1s" to "3650d", found "0s""#),
    ScenarioMistake(
      line: #""network": {"jitter": 1.5}"#,
      #"2:23: network.jitter: expected 0 to 0.99, found 1.5"#),
    ScenarioMistake(
      line: #""schemaVersion": 2"#,
      isInSchema: false,
      #"2:18: schemaVersion: expected 1, the version this program reads, found 2"#),
  ]

  /// A quantity that is none.
  static let units: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""duration": 7"#,
      #"""
      2:13: duration: expected a length of time such as "15m" or "150ms", "1s" to "3650d", \#
      found the number 7
      """#),
    ScenarioMistake(
      line: #""duration": "7 days""#,
      #"""
      2:13: duration: expected a length of time such as "15m" or "150ms", "1s" to "3650d", \#
      found the text "7 days"
      """#),
    ScenarioMistake(
      line: #""duration": "-7d""#,
      #"""
      2:13: duration: expected a length of time such as "15m" or "150ms", "1s" to "3650d", \#
      found the text "-7d"
      """#),
    ScenarioMistake(
      line: #""interval": "1 MB""#,
      #"""
      2:13: interval: expected a length of time such as "15m" or "150ms", "1s" to "365d", \#
      found the text "1 MB"
      """#),
    ScenarioMistake(
      line: #""network": {"segment": "1460"}"#,
      #"""
      2:24: network.segment: expected an amount of bytes such as "50 MB", "1 B" to "65535 B", \#
      found the text "1460"
      """#),
    ScenarioMistake(
      line: #""patience": "soon""#,
      #"""
      2:13: patience: expected a length of time such as "15m" or "150ms", "0s" to "365d" or \#
      null, found the text "soon"
      """#),
    ScenarioMistake(
      line: #""duration": "999999999999999d""#,
      isInSchema: false,
      #"""
      2:13: duration: expected a length of time, "1s" to "3650d", \#
      found the text "999999999999999d"
      """#),
  ]

  /// What is missing, said twice, or in another place.
  static let structure: [ScenarioMistake] = [
    ScenarioMistake(
      #"{}"#,
      #"1:1: the setting 'question' is missing"#,
      #"1:1: the setting 'workload' is missing"#,
      #"1:1: the setting 'strategies' is missing"#),
    ScenarioMistake(
      #"[]"#,
      #"1:1: expected an object, found a list of 0"#),
    ScenarioMistake(
      #"{"question": "", "workload": {"name": "menus"}, "strategies": []}"#,
      isInSchema: false,
      #"1:14: question: expected a question, found an empty text"#,
      #"1:63: strategies: expected at least one strategy"#),
    ScenarioMistake(
      #"{"question": "?", "workload": {}, "strategies": [{"name": "on-demand"}, 5]}"#,
      #"1:31: workload: the setting 'name' is missing"#,
      #"1:73: strategies[1]: expected an object, found the number 5"#),
    ScenarioMistake(
      #"""
      {"question": "?", "question": "??", "workload": {"name": "menus"}, "strategies": \#
      [{"name": "on-demand"}]}
      """#,
      isInSchema: false,
      #"1:19: question: said twice"#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}, \#
      {"name": "on-demand"}]}
      """#,
      isInSchema: false,
      #"1:64: strategies: two strategies are called 'on-demand': give one of them a "label""#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "on-demand", "label": "a"}, {"name": "url-cache", "label": \#
      "a"}]}
      """#,
      isInSchema: false,
      #"2:16: strategies: two strategies are called 'a': give one of them a "label""#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "on-demand", "settings": {"archiveStore": {"policy": "lrru"}}}]}
      """#,
      #"""
      2:79: strategies[0].settings.archiveStore.policy: unknown policy 'lrru' (did you mean 'lru'?)
      """#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "on-demand", "settings": {"archiveStore": {"policy": \#
      {"name": "clock", "settings": {"bitz": 2}}}}}]}
      """#,
      #"""
      2:110: strategies[0].settings.archiveStore.policy.settings.bitz: unknown setting 'bitz' \#
      (did you mean 'bits'?)
      """#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "on-demand", "settings": {"archiveStore": {"policy": \#
      {"name": "sive"}}}}]}
      """#,
      #"""
      2:88: strategies[0].settings.archiveStore.policy.name: unknown policy 'sive' (did you mean \#
      'sieve'?)
      """#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "on-demand", "settings": {"archiveStore": {"engine": "sqlit", \#
      "codec": "jsn"}}}]}
      """#,
      #"""
      2:79: strategies[0].settings.archiveStore.engine: unknown storage engine 'sqlit' (known: \#
      file-per-entry, archive, sqlite-wal, sqlite-rollback, rows-and-files, cfurl-cache, \#
      indexed-files, \#
      core-data, journaled-files, journaled-file-pairs, files-dated-by-hits, \#
      files-dated-by-stores-and-hits, files-and-database, mmkv)
      """#,
      #"""
      2:97: strategies[0].settings.archiveStore.codec: unknown codec 'jsn' (did you mean \#
      'json'?)
      """#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "timelines", "settings": {"use": \#
      {"sessionsPerDy": 3}}},
       "strategies": [{"name": "ondemand"}]}
      """#,
      #"""
      1:74: workload.settings.use.sessionsPerDy: unknown setting 'sessionsPerDy' (did you \#
      mean 'sessionsPerDay'?)
      """#,
      #"2:26: strategies[0].name: unknown strategy 'ondemand' (did you mean 'on-demand'?)"#),
    ScenarioMistake(
      #"""
      {"question": "?", "workload": {"name": "menus", "settings": null}, "strategies": \#
      {"name": "on-demand"}}
      """#,
      #"1:61: workload.settings: expected an object, found null"#,
      #"1:82: strategies: expected a list, found an object"#),
  ]

  /// A variation that leads nowhere.
  static let variations: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""vary": {"path": "strategies[7].settings.staleAfter", "values": ["1m"]}"#,
      isInSchema: false,
      #"2:18: vary.path: the path 'strategies[7].settings.staleAfter' leads to no setting"#),
    ScenarioMistake(
      line: #""vary": {"path": "workload..x", "values": ["1m"]}"#,
      isInSchema: false,
      #"2:18: vary.path: the path 'workload.settings..x' leads to no setting"#),
    ScenarioMistake(
      line: #""vary": {"path": "on-demnd.staleAfter", "values": ["1m"]}"#,
      isInSchema: false,
      #"""
      2:18: vary.path: there is no such setting (did you mean 'on-demand.staleAfter'?)
      """#),
    ScenarioMistake(
      line: #""vary": {"path": "devices", "values": []}"#,
      isInSchema: false,
      #"2:39: vary.values: expected at least one value"#),
    ScenarioMistake(
      line: #""vary": {"path": "devices"}"#,
      #"2:9: vary: the setting 'values' is missing"#),
    ScenarioMistake(
      line: #""vary": {"path": "devices", "values": [1, 0]}"#,
      isInSchema: false,
      #"2:43: devices: expected 1 to 1000000, found 0"#),
    ScenarioMistake(
      line: #""vary": {"path": "strategies[*].settings.staleAftr", "values": ["1m", "2m"]}"#,
      isInSchema: false,
      #"""
      2:65: strategies[0].settings.staleAftr: unknown setting 'staleAftr' (did you mean \#
      'staleAfter'?)
      """#,
      #"""
      2:71: strategies[0].settings.staleAftr: unknown setting 'staleAftr' (did you mean \#
      'staleAfter'?)
      """#),
    ScenarioMistake(
      line: #"""
        "networkSchedule": {"name": "always"}, \#
        "vary": {"path": "networkSchedule.settings.profile", "values": ["wifi", "wify"]}
        """#,
      isInSchema: false,
      #"2:112: networkSchedule.settings.profile: unknown network 'wify' (did you mean 'wifi'?)"#),
    ScenarioMistake(
      line: #""networks": ["wifi", "wify"]"#,
      isInSchema: false,
      #"2:13: networks: unknown network 'wify' (did you mean 'wifi'?)"#),
    ScenarioMistake(
      line: #""networks": ["wifi", "edge", "wifi"]"#,
      isInSchema: false,
      #"2:13: networks: a network stands twice"#),
    ScenarioMistake(
      line: #""networks": ["edge"], "vary": {"path": "devices", "values": [1, 2]}"#,
      isInSchema: false,
      #"2:13: networks: expected 'vary' or 'networks', found both: a run varies one setting"#),
    ScenarioMistake(
      line: #""vary": {"path": "devices", "values": [1, 2, 1]}"#,
      isInSchema: false,
      #"2:39: vary.values: the value 1 stands twice"#),
    ScenarioMistake(
      line: #""vary": {"path": "seeds[0]", "values": [1, 2]}"#,
      isInSchema: false,
      #"2:18: vary.path: 'seeds' is the same in all runs"#),
  ]
}
