internal import CacheReports
internal import SimCore

/// What a scenario expects of its strategies, by label and metric:
/// `{"on-demand": {"object_hit_ratio": ">= 0.60"}}`.
struct Thresholds: SettingValue {
  var all: [Threshold] = []
  /// Where each strategy's name stands, in order.
  var labels: [(name: String, offset: Int, path: String)] = []
  /// As the scenario writes it.
  var json = JSON(.object([]))

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Thresholds? {
    guard let members = members(of: json, "an object of strategies", path: path, &problems) else {
      return nil
    }
    var thresholds = Thresholds()
    var isRight = true
    thresholds.json = json
    for member in members {
      let labelPath = "\(path).\(member.name)"
      thresholds.labels.append((member.name, member.nameOffset, labelPath))
      let metrics = self.members(
        of: member.value, "an object of metrics", path: labelPath, &problems)
      isRight = isRight && metrics != nil
      for each in metrics ?? [] {
        let metricPath = "\(labelPath).\(each.name)"
        guard let metric = MetricCatalog.metric(named: each.name) else {
          problems.note(at: each.nameOffset, path: metricPath, MetricName.unknown(each.name))
          isRight = false
          continue
        }
        if let threshold = Threshold.read(
          each.value, label: member.name, metric: metric, path: metricPath, &problems)
        {
          thresholds.all.append(threshold)
        } else {
          isRight = false
        }
      }
    }
    return isRight ? thresholds : nil
  }

  /// The members of an object in which no name stands twice.
  private static func members(
    of json: JSON, _ form: String, path: String, _ problems: inout Problems
  ) -> [JSON.Member]? {
    guard let members = json.members else {
      problems.note(at: json.offset, path: path, "expected \(form), found \(json.found)")
      return nil
    }
    var names: Set<String> = []
    var isRight = true
    for member in members where !names.insert(member.name).inserted {
      problems.note(at: member.nameOffset, path: "\(path).\(member.name)", "said twice")
      isRight = false
    }
    return isRight ? members : nil
  }

  static var schema: JSON {
    let text = JSON.object([("type", "string"), ("pattern", JSON(.string(Bound.pattern)))])
    let threshold = JSON.object([("anyOf", [text, ExpectationTerms.schema])])
    let metrics = JSON.object([
      ("type", "object"), ("propertyNames", MetricName.schema),
      ("additionalProperties", threshold),
    ])
    return .object([("type", "object"), ("additionalProperties", metrics)])
  }
}
