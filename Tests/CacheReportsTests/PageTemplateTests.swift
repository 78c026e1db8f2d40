internal import Testing

@testable internal import CacheReports

/// What templates of pages make of their content.
@Suite struct PageTemplateTests {
  private struct Row {
    var label: String
    var mark: String?
    var isBound = false
    var cells: [String] = []
  }
  private struct Content {
    var title = "a < b & 'c' \"d\""
    var count = 3
    var note: String?
    var isEmpty = false
    var rows = [
      Row(label: "one", mark: "best", cells: ["1", "2"]), Row(label: "two", isBound: true),
    ]
    var none: [Row] = []
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("", ""),
    ("{{title}}", "a &lt; b &amp; &#39;c&#39; &quot;d&quot;"),
    ("{{{title}}}|{{& title }}", "a < b & 'c' \"d\"|a < b & 'c' \"d\""),
    ("{{ count }}{{unknown}}{{note}}.", "3."),
    ("{{! nothing }}x", "x"),
    ("{{#rows}}<{{label}}>{{/rows}}", "<one><two>"),
    ("{{#rows}}{{label}}:{{#cells}}{{.}},{{/cells}} {{/rows}}", "one:1,2, two: "),
    // An element's name hides that of what it stands in; what it has not is looked up outside.
    ("{{#rows}}{{label}}{{count}}{{/rows}}", "one3two3"),
    ("{{#rows}}{{#mark}}[{{mark}}|{{.}}]{{/mark}}{{^mark}}-{{/mark}}{{/rows}}", "[best|best]-"),
    ("{{#rows}}{{#isBound}}{{label}}{{/isBound}}{{/rows}}", "two"),
    ("{{#none}}x{{/none}}{{^none}}none{{/none}}{{^rows}}x{{/rows}}", "none"),
    ("{{#isEmpty}}x{{/isEmpty}}{{^isEmpty}}full{{/isEmpty}}", "full"),
    ("{{#rows}}{{>row}}{{/rows}}{{>missing}}", "(one)(two)"),
    ("a { b } {{count}} }}", "a { b } 3 }}"),
  ])
  func content(in template: String, becomes text: String) throws {
    let templates = ["row": try PageTemplate("({{label}})")]
    #expect(try PageTemplate(template).text(with: Content(), templates: templates) == text)
  }

  @Test(arguments: [
    ("{{title", "'{{title' is not closed by '}}'"),
    ("{{{title}}", "'{{title}}' is not closed by '}}}'"),
    ("{{#rows}}", "'{{#rows}}' is not closed"),
    ("{{/rows}}", "'{{/rows}}' closes 'nothing'"),
    ("{{#rows}}{{#cells}}{{/rows}}", "'{{/rows}}' closes 'cells'"),
  ])
  func mistakes(in template: String, areSaid message: String) {
    #expect(throws: PageTemplate.Mistake(description: message)) {
      try PageTemplate(template)
    }
  }
}
