internal import Reports
public import SimCore

extension StoredRun {
  /// Reads a `run.json`.
  /// - Parameter file: how error lines name it.
  /// - Throws: when the text is no such file, or one of another schema version.
  /// - Complexity: O(bytes).
  public init(bytes: [UInt8], file: String) throws(StoredRunError) {
    let root: JSON
    do {
      root = try JSON.parse(bytes)
    } catch {
      let (line, column) = Problems.place(of: error.offset, in: bytes)
      throw StoredRunError(message: "\(file):\(line):\(column): \(error.message)")
    }
    try self.init(root, file: file)
  }

  /// Whether a text that was read is a run's, and not a scenario's.
  public static func isRun(_ root: JSON) -> Bool { root[versionMember] != nil }

  private static let versionMember = "resultSchemaVersion"

  private init(_ root: JSON, file: String) throws(StoredRunError) {
    guard let version = root[Self.versionMember]?.integer else {
      throw StoredRunError(
        message: "\(file): expected a run.json, found no '\(Self.versionMember)' in it")
    }
    guard version == ResultSchema.version else {
      throw StoredRunError(
        message: "\(file): expected result schema \(ResultSchema.version), which this program "
          + "reads, found \(version): save the baseline anew")
    }
    let reader = Reader(file: file)
    let metrics = try reader.list(root, "metrics").map(reader.definition)
    self.init(
      file: file, scenario: try reader.text(try reader.member(root, "scenario"), "name"),
      hash: try reader.text(try reader.member(root, "scenario"), "hash"),
      programVersion: try reader.text(try reader.member(root, "program"), "version"),
      metricCatalogVersion: try reader.integer(root, "metricCatalogVersion"), metrics: metrics,
      rows: try reader.list(root, "rows").map(reader.row))
  }
}

/// Reads the parts of a run's file, and names what is missing.
private struct Reader {
  let file: String

  func member(_ json: JSON, _ name: String) throws(StoredRunError) -> JSON {
    guard let member = json[name] else {
      throw StoredRunError(message: "\(file): expected a run.json, found no '\(name)' in it")
    }
    return member
  }

  func text(_ json: JSON, _ name: String) throws(StoredRunError) -> String {
    let member = try member(json, name)
    guard let text = member.string else { throw unexpected(member, name, "a text") }
    return text
  }

  func integer(_ json: JSON, _ name: String) throws(StoredRunError) -> Int {
    let member = try member(json, name)
    guard let number = member.integer else { throw unexpected(member, name, "a whole number") }
    return Int(number)
  }

  func list(_ json: JSON, _ name: String) throws(StoredRunError) -> [JSON] {
    let member = try member(json, name)
    guard let elements = member.elements else { throw unexpected(member, name, "a list") }
    return elements
  }

  func definition(_ json: JSON) throws(StoredRunError) -> StoredRun.Definition {
    let name = try text(json, "name")
    guard let unit = Unit(rawValue: try text(json, "unit")),
      let better = Better(rawValue: try text(json, "better"))
    else {
      throw StoredRunError(
        message: "\(file): the metric '\(name)' has a unit or a direction that this program does "
          + "not know")
    }
    return StoredRun.Definition(name: name, unit: unit, better: better)
  }

  func row(_ json: JSON) throws(StoredRunError) -> StoredRun.Row {
    let seeds = try list(json, "seeds").map { run throws(StoredRunError) in
      let seed = try member(run, "seed")
      return (seed: seed.string ?? seed.compact, values: try values(run))
    }
    return StoredRun.Row(
      strategy: try text(json, "strategy"), varied: json["varied"]?.string,
      isBound: json["isBound"] == true, pooled: try values(json), seeds: seeds)
  }

  private func values(_ json: JSON) throws(StoredRunError) -> [String: Double] {
    let metrics = try member(json, "metrics")
    var values: [String: Double] = [:]
    for metric in metrics.members ?? [] {
      switch metric.value.value {
      case .null: continue
      case .string("inf"): values[metric.name] = .infinity
      default:
        guard let number = metric.value.real else {
          throw unexpected(metric.value, metric.name, "a number, null or \"inf\"")
        }
        values[metric.name] = number
      }
    }
    return values
  }

  private func unexpected(_ json: JSON, _ name: String, _ form: String) -> StoredRunError {
    StoredRunError(message: "\(file): \(name): expected \(form), found \(json.found)")
  }
}
