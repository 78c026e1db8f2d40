internal import Measurement
internal import SimCore

/// `report.html`: the whole report as one file without references to others.
///
/// The template `report.mustache` is its layout, and this is its content. Pictures are embedded, so
/// that the file can be sent and stored by itself; the values of all metrics are too, for the
/// script that sorts, chooses and explains. Without scripts the page says the same.
enum WebPage {
  static let name = WebSections.name

  static func text(of result: RunResult, charts: [ReportChart]) -> String {
    WebFrame.text(
      title: result.title, version: result.programVersion,
      body: WebFrame.render(Content(of: result, charts), "report"),
      data: PageData.json(of: result))
  }

  /// What the template shows; its names are those of the template.
  private struct Content {
    var title: String
    var question: String
    var simulated: [String]
    var hasSimulated: Bool
    var limits: [String]
    var sections: [Section]
    var overview: String?
    var answers: [Answer]
    var warnings: [String]
    var expectations: [String]
    var expectationsLead: String
    var numbers: [ResultTable]
    var legend: String
    var bounds: [String]
    var hasBounds: Bool
    var definitions: [Definition]
    var charts: [Figure]
    var flash: [ResultTable]
    var flashLegend = ReportPage.flashLegend
    var settings: [WebSettings]
    var changed: [ChangedSetting]
    var hasChanged: Bool
    var unchanged: String?
    var added: [AddedSection]
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
      simulated = result.simulated
      hasSimulated = !simulated.isEmpty
      limits = result.inputLimits.map(InlineMarkdown.escaped)
      overview = ReportAnswer.overview(of: result).map(InlineMarkdown.html)
      answers = result.groups.map { group in
        Answer(
          ReportAnswer(on: group.rows, varied: group.varied, of: result),
          heading: heading(group.varied, of: result))
      }
      warnings = ResultCaveats.sentences(on: result).map(InlineMarkdown.html)
      expectations = AssertionTable.sentences(of: result).map(InlineMarkdown.html)
      expectationsLead = AssertionTable.lead(of: result)
      numbers = result.tableGroups.enumerated().map { place, group in
        var table = ResultTable(of: [group.rows])
        table.heading = heading(group.varied, of: result)
        table.index = "\(place)"
        table.name = ["numbers", group.varied].compactMap(\.self).joined(separator: ", ")
        return table
      }
      legend = ReportPage.legend(of: numbers)
      bounds = ReportPage.boundSentences(on: result).map(InlineMarkdown.html)
      hasBounds = !bounds.isEmpty
      definitions = Definition.all
      self.charts = charts.compactMap(Figure.init)
      flash = result.tableGroups.compactMap { group in
        var table = ResultTable(flashWearOf: group.rows)
        table?.heading = heading(group.varied, of: result)
        table?.name = ["flash wear", group.varied].compactMap(\.self).joined(separator: ", ")
        return table
      }
      settings = result.tableGroups.flatMap(\.rows).map(WebSettings.init)
      changed = ChangedSetting.all(of: result.rows)
      hasChanged = !changed.isEmpty
      unchanged = ChangedSetting.sentence(onUnchanged: result.rows)
      added = result.sections.map(AddedSection.init)
      command = result.command
      seeds = NumberText.listed(result.seeds, "seed")
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
      sections.append(Section(id: "settings", name: "Settings"))
      sections += added.map { Section(id: $0.id, name: $0.title) }
      sections.append(Section(id: "definitions", name: "Definitions"))
      sections.append(Section(id: "reproduce", name: "How to reproduce"))
    }
  }

  private struct Section {
    var id: String
    var name: String
  }

  /// A section that the run adds: the assumptions in force.
  private struct AddedSection {
    var id: String
    var title: String
    var html: String

    init(_ section: ReportSection) {
      id = section.id
      title = section.title
      html = section.html
    }
  }

  /// What the numbers of one group of strategies say: three sentences, and all that is left.
  private struct Answer {
    var heading: String?
    var leading: [String]
    var further: [String]
    var hasFurther: Bool

    init(_ answer: ReportAnswer, heading: String?) {
      self.heading = heading
      leading = answer.leading.map(InlineMarkdown.html)
      further = answer.further.map(InlineMarkdown.html)
      hasFurther = !further.isEmpty
    }
  }

  private struct Definition {
    var title: String
    var name: String
    var definition: String

    static let all = (Headline.standard + Headline.flashWear)
      .reduce(into: [Definition]()) { list, headline in
        if !list.contains(where: { $0.name == headline.metric.name }) {
          list.append(Definition(headline))
        }
      }

    init(_ headline: Headline) {
      title = headline.title
      name = headline.metric.name
      definition = InlineMarkdown.html(headline.metric.definition)
    }
  }

  private struct Figure {
    var id: String
    var title: String
    var picture: String
    var caption: String

    init?(_ chart: ReportChart) {
      guard let svg = chart.picture else { return nil }
      id = String(chart.file.prefix { $0 != "." })
      caption = chart.caption
      title = id.split(separator: "-").joined(separator: " ")
      picture = InlinePicture.html(of: svg, id: id, caption: chart.caption)
    }
  }

  private static func heading(_ varied: String?, of result: RunResult) -> String? {
    guard let varied else { return nil }
    let setting = result.variedSetting.map { MarkdownTable.code($0) + " = " } ?? ""
    return InlineMarkdown.html(setting + MarkdownTable.code(varied))
  }
}
