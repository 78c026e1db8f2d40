internal import Foundation

/// A page of the documentation.
struct Page {
  /// All its lines.
  var text: String

  /// Reads a page by its path in the checkout.
  init(_ path: String) throws {
    text = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }

  /// The texts of its blocks of a kind, such as `json`, in order.
  func blocks(_ kind: String) -> [String] {
    text.components(separatedBy: "\n```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0] + "\n"
    }
  }
}
