internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
package import Results
internal import SimCore

/// What can be said and tried beyond a scenario, under one varied value: rules of thumb that need
/// no measurement, strategies that the scenario does not list, and other settings of the libraries
/// that it lists.
package struct Exploration: Sendable {
  package let varied: String?
  package let rules: RuleOfThumb
  /// The scenario's own rows, which the others are compared with.
  let own: [StrategyResult]
  /// Strategies of the catalogue that the scenario does not list, with their defaults.
  package let tried: [StrategyResult]
  package let libraries: [LibraryTrials]

  /// Explores beyond a run of the scenario, from whose warm-up on everything is measured.
  /// - Throws: `InputError` when a trace cannot be read.
  package static func run(
    _ file: ScenarioFile, beyond result: RunResult, jobs: Int, store: CellStore? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> [Exploration] {
    let starts = result.warmUp?.spans
    let trials = file.libraryTrials
    let plans = [file.additions] + trials.map { [$0.shipped] + $0.trials.map(\.strategy) }
    let cells = file.variants.reduce(0) { $0 + $1.scenario.seeds.count }
    let all = cells * plans.reduce(0) { $0 + $1.count }
    var before = 0
    var groups: [[[StrategyResult]]] = []
    for strategies in plans {
      guard !strategies.isEmpty else {
        groups.append(file.variants.map { _ in [] })
        continue
      }
      let done = before
      let outcome = try await Runner.run(
        file.asking(strategies, measuredFrom: starts), jobs: jobs, store: store, command: ""
      ) { count, _ in progress(done + count, all) }
      before += cells * strategies.count
      groups.append(outcome.result.groups.map(\.rows))
    }
    return try zip(file.variants, result.groups).enumerated().map { index, pair in
      let statistics = try WorkloadStatistics(of: pair.0.scenario)
      let own = pair.1.rows.filter { !$0.isObserved }
      let days = own.first.map { $0.pooled.devices.days } ?? 0
      return Exploration(
        varied: pair.1.varied, rules: RuleOfThumb(statistics, deviceDays: days), own: own,
        tried: groups[0][index],
        libraries: zip(trials, groups.dropFirst()).map { trial, rows in
          LibraryTrials(trial.shipped.label, trial.trials, among: rows[index])
        })
    }
  }
}

extension RunResult {
  /// Adds what was explored as sections of the report and as the member `explored` of `run.json`.
  package mutating func add(_ explorations: [Exploration]) {
    let all = explorations.map { ($0, answer(to: $0)) }
    sections += [
      Document.Section(
        "Rules of thumb",
        all.flatMap { heading(of: $0.varied) + $0.rules.blocks + [$0.agreement(with: $1)] }),
      Document.Section(
        "Tried beyond the scenario", all.flatMap { heading(of: $0.varied) + $0.blocks(with: $1) }),
    ]
    for index in explorations.first?.libraries.indices ?? 0..<0 {
      sections.append(
        Document.Section(
          "\(explorations[0].libraries[index].library) with other settings",
          explorations.flatMap { heading(of: $0.varied) + $0.libraries[index].blocks }))
    }
    sections.removeAll(where: \.blocks.isEmpty)
    explored = all.map { $0.json(with: $1) }
  }

  /// The answer to the run's question among its own strategies and those that were tried.
  private func answer(to exploration: Exploration) -> GoalAnswer? {
    let own = GoalAnswer(
      goal, among: exploration.own, scenario: commandWords, varied: exploration.varied)
    // What is tried in addition is in no list of what the decision is between.
    var goal = own?.ranking.goal ?? goal
    goal?.labels = []
    return GoalAnswer(
      goal, among: exploration.own + exploration.tried,
      scenario: commandWords, varied: exploration.varied)
  }
}

extension Exploration {
  /// Whether what the rules of thumb lead to is what was measured to be the answer.
  fileprivate func agreement(with answer: GoalAnswer?) -> Block {
    let meant = (own + tried).filter { rules.leadsTo.contains($0.name) }.map(\.label)
    let choices = answer?.choices ?? []
    guard !choices.isEmpty, !meant.isEmpty else { return .paragraph("") }
    return .paragraph(
      choices.contains(where: meant.contains)
        ? "The measured answer agrees." : "The measured answer is another one: trust the numbers.")
  }

  fileprivate func blocks(with answer: GoalAnswer?) -> [Block] {
    let rows = own + tried
    guard tried.contains(where: { !$0.isBound }) else {
      return [.paragraph("The scenario lists all strategies that there are.")]
    }
    let names = tried.filter { !$0.isBound }.map { MarkdownTable.code($0.label) }
    var blocks: [Block] = [
      .sentence(
        "With their defaults, as the scenario does not list them: \(NameList.text(names)). "
          + "The answer to the scenario's question with these among the others:"),
      .sentences(answer?.sentences ?? []),
      .table(ResultTable(of: [rows], name: named("the scenario's strategies and others"))),
    ]
    if let answer,
      var table = ResultTable(
        bestWithin: answer.ranking.goal, rows.filter(\.isCompared).map { Alternative($0) },
        bounds: rows.filter(\.isBound))
    {
      table.name = named(table.name + ", with others")
      blocks.append(.table(table))
    }
    return blocks
  }

  private func named(_ name: String) -> String { varied.map { "\(name), \($0)" } ?? name }

  fileprivate func json(with answer: GoalAnswer?) -> JSON {
    .object([
      "varied": JSON(varied), "rulesOfThumb": rules.json,
      "tried": JSON(tried.filter { !$0.isBound }.map(\.label)),
      "answer": answer?.json ?? JSON(.null), "libraries": JSON(libraries.map(\.json)),
    ])
  }
}
