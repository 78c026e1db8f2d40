/// Names in a sentence.
package enum NameList {
  /// `a`, `a and b`, `a, b and c`; of more than `most` the first, and how many others there are.
  package static func text(
    _ names: [String], _ conjunction: String = "and", most: Int = .max
  ) -> String {
    guard names.count <= most else {
      return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more"
    }
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(names[names.count - 1])"
  }
}
