extension ScenarioMistake {
  /// An expectation that cannot be evaluated.
  static let expectations: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""expect": {"on-demnd": {"object_hit_ratio": ">= 0.6"}}"#, isInSchema: false,
      #"2:12: expect.on-demnd: no strategy is called 'on-demnd' (did you mean 'on-demand'?)"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"object_hit_rato": ">= 0.6"}}"#,
      #"""
      2:26: expect.on-demand.object_hit_rato: unknown metric 'object_hit_rato' (did you mean \#
      'object_hit_ratio'?)
      """#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"joy": ">= 0.6"}}"#,
      #"""
      2:26: expect.on-demand.joy: unknown metric 'joy' ('cachesim list metrics' names them)
      """#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"object_hit_ratio": 0.6}}"#,
      #"2:46: expect.on-demand.object_hit_ratio: expected an object, found the number 0.6"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"object_hit_ratio": "0.6"}}"#,
      #"""
      2:46: expect.on-demand.object_hit_ratio: expected a comparison such as ">= 0.60", found \#
      the text "0.6"
      """#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"first_content_p95_ms": "<= 2 MB"}}"#,
      isInSchema: false,
      #"""
      2:50: expect.on-demand.first_content_p95_ms: expected a number of milliseconds, or a \#
      length of time such as "400 ms" after '<=', found '2 MB'
      """#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"memory_kills": {"is": "= none", "level": "wrn"}}}"#,
      #"2:68: expect.on-demand.memory_kills.level: unknown word 'wrn' (did you mean 'warn'?)"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"memory_kills": {"is": "= none"}}}"#, isInSchema: false,
      #"2:49: expect.on-demand.memory_kills.is: expected a number after '=', found 'none'"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"memory_kills": {"reason": "none"}}}"#,
      #"2:42: expect.on-demand.memory_kills: the setting 'is' is missing"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"opens": "> 1"}, "on-demand": {"opens": "> 2"}}"#,
      isInSchema: false,
      #"2:43: expect.on-demand: said twice"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"opens": {"is": "> 1", "where": ["wifi"]}}}"#,
      isInSchema: false,
      #"2:59: expect.on-demand.opens.where[0]: no varied value is 'wifi': nothing is varied"#),
    ScenarioMistake(
      line: #"""
        "networks": ["edge", "wifi"], "relations": [
        {"is": "on-demand.opens = on-demand.opens", "where": ["wify"]}]
        """#,
      isInSchema: false,
      #"3:55: relations[0].where[0]: no varied value is 'wify' (did you mean 'wifi'?)"#),
    ScenarioMistake(
      line: #""expect": {"on-demand": {"opens": {"is": "> 1", "where": []}}}"#,
      isInSchema: false,
      #"2:58: expect.on-demand.opens.where: expected at least one varied value"#),
  ]

  /// A relation that cannot be evaluated.
  static let relations: [ScenarioMistake] = [
    ScenarioMistake(
      line: #""relations": ["on-demand.opens is fine"]"#,
      #"""
      2:15: relations[0]: expected a relation such as "memory-tier.flash_write_ops < \#
      on-demand.flash_write_ops", found the text "on-demand.opens is fine"
      """#),
    ScenarioMistake(
      line: #""relations": ["on-demand.opens < 5"]"#,
      #"2:15: relations[0]: expected a strategy, a point and a metric, found '5'"#),
    ScenarioMistake(
      line: #""relations": [{"is": "on-demand.opens < on-demand.openss"}]"#, isInSchema: false,
      #"2:22: relations[0].is: unknown metric 'openss' (did you mean 'opens'?)"#),
    ScenarioMistake(
      line: #""relations": ["on-demand.opens < ondemand.opens"]"#, isInSchema: false,
      #"2:15: relations[0]: no strategy is called 'ondemand' (did you mean 'on-demand'?)"#),
    ScenarioMistake(
      line: #""relations": ["on-demand.opens < on-demand.blank_ratio"]"#, isInSchema: false,
      #"2:15: relations[0]: expected two metrics of one unit, found count and ratio"#),
    ScenarioMistake(
      line: #""relations": [{"is": "on-demand.opens = on-demand.opens", "agreement": 60}]"#,
      #"2:72: relations[0].agreement: expected 0 to 1, found 60"#),
    ScenarioMistake(
      line: #""vary": {"path": "expect.on-demand", "values": [1]}"#, isInSchema: false,
      #"2:18: vary.path: 'expect' is the same in all runs"#),
  ]
}
