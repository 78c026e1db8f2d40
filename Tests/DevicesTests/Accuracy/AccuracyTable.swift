/// Everything that the models are held to, in the order of the page.
enum AccuracyTable {
  static let checks = network + radio + sqlite + files + wear + rest
}
