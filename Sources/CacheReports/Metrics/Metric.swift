/// One number that a book yields, with its unit, its direction and its one definition.
///
/// Ratios and percentiles pool the opens of all devices and seeds of the book. Costs are averages
/// per device over the whole run, and for each device and day where the name says so. Peaks are
/// maxima and 95th percentiles over devices. A device of each seed counts as a device.
package struct Metric: Sendable {
  /// The name in files: snake case, the unit last, such as `first_content_p95_ms`.
  package let name: String
  /// What the number counts.
  package let unit: Unit
  /// In which direction it is good.
  package let better: Better
  /// What it is, in a sentence or two.
  package let definition: String
  /// The number; nil when it is not defined in the run, infinity when its rank falls on an open
  /// that never got there.
  package let value: @Sendable (Book) -> Double?

  /// Makes a metric.
  package init(
    _ name: String, _ unit: Unit, _ better: Better, _ definition: String,
    value: @escaping @Sendable (Book) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.better = better
    self.definition = definition
    self.value = value
  }

  /// The number as files write it; empty when it is not defined.
  package func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: unit.places) } ?? ""
  }
}

// MARK: - Forms that many metrics share

extension Metric {
  /// A part of a whole; not defined when the whole is nothing.
  static func ratio(
    _ name: String, _ better: Better, _ definition: String,
    of part: @escaping @Sendable (Book) -> Int64, in whole: @escaping @Sendable (Book) -> Int64
  ) -> Metric {
    Metric(name, .ratio, better, definition) { book in
      let whole = whole(book)
      return whole == 0 ? nil : Double(part(book)) / Double(whole)
    }
  }

  /// A sum over all devices and seeds.
  static func sum(
    _ name: String, _ better: Better, _ what: String,
    _ total: @escaping @Sendable (Book) -> Int64
  ) -> Metric {
    Metric(name, .count, better, "\(what); sum over all devices and seeds.") { Double(total($0)) }
  }

  /// What a run costs: the average per device, and the same for each day of virtual time.
  static func cost(
    _ name: String, _ unit: Unit, _ what: String, better: Better = .lower,
    _ total: @escaping @Sendable (Book) -> Double
  ) -> [Metric] {
    guard let perDay = unit.perDay else {
      preconditionFailure("a cost is counted in time, bytes or pieces")
    }
    return [
      Metric(name, unit, better, "\(what); average per device over the whole run.") { book in
        book.devices.count == 0 ? nil : total(book) / Double(book.devices.count)
      },
      Metric(
        name + "_per_device_day", perDay, better,
        "\(what); divided by the days of virtual time of all devices."
      ) { book in
        book.devices.days == 0 ? nil : total(book) / book.devices.days
      },
    ]
  }

  /// A peak of each device: the highest of all, and the 95th percentile over devices.
  static func peaks(
    _ name: String, _ what: String, _ samples: @escaping @Sendable (Book) -> Samples
  ) -> [Metric] {
    [
      Metric("\(name)_bytes", .bytes, .lower, "\(what); the highest over devices.") { book in
        let samples = samples(book)
        return samples.count == 0 ? nil : Double(samples.maximum)
      },
      Metric(
        "\(name)_p95_bytes", .bytes, .lower,
        "\(what); the 95th percentile over devices by nearest rank."
      ) { samples($0).value(at: .p95) },
    ]
  }
}
