internal import Mustache
internal import SimCore

/// `report.html`: the whole report as one file that needs nothing beside it, not even scripts.
///
/// What it looks like stands in `report.mustache`, and this is what it says. Pictures are part of
/// the file, so that it can be sent and kept by itself.
enum WebPage {
  static let name = "report.html"

  static func text(of result: RunResult, charts: [ReportChart]) -> String {
    library.render(Content(of: result, charts), withTemplate: "report") ?? ""
  }

  private static let library: MustacheLibrary = {
    var library = MustacheLibrary()
    let templates = [
      ("report", PackageResources.report_mustache), ("table", PackageResources.table_mustache),
    ]
    for (name, bytes) in templates {
      do {
        try library.register(String(decoding: bytes, as: UTF8.self), named: name)
      } catch {
        preconditionFailure("the template \(name) is wrong: \(error)")
      }
    }
    return library
  }()

  /// What the template shows; its names are those of the template.
  private struct Content {
    var title: String
    var question: String
    var sections: [Section]
    var answers: [Answer]
    var warnings: [String]
    var expectations: [String]
    var expectationsLead: String
    var numbers: [WebTable]
    var legend = ReportPage.legend
    var bounds: [String]
    var hasBounds: Bool
    var definitions: [Definition]
    var charts: [Figure]
    var flash: [WebTable]
    var flashLegend = FlashChain.legend
    var settings: [WebSettings]
    var command: String
    var seeds: String
    var version: String
    var scenario: String
    var hash: String
    var hasWarnings: Bool
    var hasExpectations: Bool
    var hasCharts: Bool
    var hasFlash: Bool

    init(of result: RunResult, _ charts: [ReportChart]) {
      title = result.title
      question = result.question
      answers = result.groups.map { Answer(on: $0.rows, heading: heading($0.varied, of: result)) }
      warnings = Verdict.warnings(on: result).map(InlineMarkdown.html)
      expectations = JudgementTable.sentences(of: result).map(InlineMarkdown.html)
      expectationsLead = JudgementTable.lead(of: result)
      numbers = result.groups.map { group in
        WebTable(numbersOf: group.rows, heading: heading(group.varied, of: result))
      }
      bounds = ReportPage.boundSentences(on: result).map(InlineMarkdown.html)
      hasBounds = !bounds.isEmpty
      definitions = Headline.standard.map(Definition.init)
      self.charts = charts.compactMap(Figure.init)
      flash = result.groups.compactMap { group in
        WebTable(flashOf: group.rows, heading: heading(group.varied, of: result))
      }
      settings = result.groups.flatMap(\.rows).map(WebSettings.init)
      command = result.command
      let numbers = result.seeds.map { "\($0)" }.joined(separator: ", ")
      seeds = "\(result.seeds.count == 1 ? "seed" : "seeds") \(numbers)"
      version = result.programVersion
      scenario = result.scenario
      hash = result.hash
      hasWarnings = !warnings.isEmpty
      hasExpectations = !expectations.isEmpty
      hasCharts = !self.charts.isEmpty
      hasFlash = !flash.isEmpty
      sections = [Section(id: "answer", name: "Answer")]
      if hasExpectations { sections.append(Section(id: "expectations", name: "Expectations")) }
      sections.append(Section(id: "numbers", name: "Numbers"))
      if hasCharts { sections.append(Section(id: "charts", name: "Charts")) }
      if hasFlash { sections.append(Section(id: "flash", name: "Flash")) }
      sections += [
        Section(id: "settings", name: "Settings"),
        Section(id: "reproduce", name: "How to reproduce"),
      ]
    }
  }

  private struct Section {
    var id: String
    var name: String
  }

  /// What the numbers of one group of strategies say: three sentences, and all that is left.
  private struct Answer {
    var heading: String?
    var leading: [String]
    var further: [String]
    var hasFurther: Bool

    init(on rows: [StrategyResult], heading: String?) {
      self.heading = heading
      leading = Verdict.sentences(on: rows, about: Contest.leading).map(InlineMarkdown.html)
      further = Verdict.sentences(on: rows, about: Contest.further).map(InlineMarkdown.html)
      hasFurther = !further.isEmpty
    }
  }

  private struct Definition {
    var title: String
    var name: String
    var definition: String

    init(_ headline: Headline) {
      title = headline.title
      name = headline.metric.name
      definition = InlineMarkdown.html(headline.metric.definition)
    }
  }

  private struct Figure {
    var id: String
    var picture: String
    var caption: String

    init?(_ chart: ReportChart) {
      guard let svg = chart.picture else { return nil }
      id = String(chart.file.prefix { $0 != "." })
      caption = chart.caption
      picture = InlinePicture.html(of: svg, id: id, caption: chart.caption)
    }
  }

  private static func heading(_ varied: String?, of result: RunResult) -> String? {
    guard let varied else { return nil }
    let setting = result.variedSetting.map { MarkdownTable.code($0) + " = " } ?? ""
    return InlineMarkdown.html(setting + MarkdownTable.code(varied))
  }
}
