/// A value that is written by settings within it without being a group of settings itself, such as
/// a policy with its settings: it says what it is without their defaults.
package protocol WrittenBySettings {
  /// The value as the shortest scenario would write it.
  var withoutDefaults: JSON { get }
}

extension JSON {
  /// A value as the shortest scenario would write it: what is the default anyway is left out.
  ///
  /// That is what a scenario is told apart by, so that a setting that did not exist before, whose
  /// default changes nothing, makes no other scenario of those that do not say it.
  /// - Parameter base: what stands where the scenario says nothing.
  /// - Returns: nil when the value is that.
  package static func withoutDefaults(
    _ value: any SettingValue, over base: any SettingValue
  ) -> JSON? {
    value.json == base.json ? nil : withoutDefaults(value, base)
  }

  private static func withoutDefaults(
    _ value: any SettingValue, _ base: (any SettingValue)?
  ) -> JSON {
    if let group = value as? any Settings { return group.withoutDefaults(over: base) }
    if let written = value as? any WrittenBySettings { return written.withoutDefaults }
    // Elements of a list are read over their own defaults, whatever the list has elsewhere.
    if let list = value as? [any SettingValue] {
      return JSON(.array(list.map { withoutDefaults($0, nil) }))
    }
    return value.json
  }
}

extension Settings {
  /// The group as the shortest scenario would write it over another one; nil: over the defaults.
  package func withoutDefaults(over base: (any SettingValue)? = nil) -> JSON {
    let base = base as? Self ?? Self()
    return .object(
      Self.fields.compactMap { field in
        field.withoutDefaults(self, base).map { (field.name, $0) }
      })
  }
}

extension Chosen: WrittenBySettings where Product: Choosable {
  package var withoutDefaults: JSON {
    let entry = Product.catalog.entry(named: name)
    return .object([
      "name": JSON(name), "label": JSON(label),
      "settings": entry?.withoutDefaults(settings) ?? settings,
    ])
  }
}
