internal import Foundation

extension AccuracyTable {
  /// Numbers of published studies, which `Docs/reproduced.csv` has beside ours: the tests of the
  /// command compute that file, this one takes the errors from it.
  static let published: [AccuracyCheck] = rows.map { id, result, ours, theirs in
    AccuracyCheck("Published studies", "\(id): \(result)") {
      var errors = Deviation()
      if result.hasSuffix("theirs is a limit") {
        errors.add(ours, within: 0...theirs)
      } else if result.hasSuffix("theirs is a minimum") {
        errors.add(ours, within: theirs...(.infinity))
      } else {
        errors.add(ours, for: theirs)
      }
      return errors
    }
  }

  private static let rows: [(id: String, result: String, ours: Double, theirs: Double)] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Docs/reproduced.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 9, let ours = Double(cells[4]), let theirs = Double(cells[6]) else {
        return nil
      }
      return (cells[0], cells[1], ours, theirs)
    }
  }()
}
