/// How a page was come to; browsers use their cache for what belongs to it accordingly.
package enum PageNavigation: String, Sendable, CaseIterable {
  case link
  case reload
  case back
}

extension HTTPSwitches {
  /// How the cache is used for a request of a page.
  ///
  /// The document of a page that is reloaded says so itself, in its header.
  package func policy(
    on navigation: PageNavigation, isDocument: Bool
  ) -> RequestCachePolicy {
    switch navigation {
    case .link: return .useProtocol
    case .back: return backTakesStale ? .storedElseLoad : .useProtocol
    case .reload:
      if isDocument { return .useProtocol }
      switch reloadedParts {
      case .usual: return .useProtocol
      case .validates: return .reloadRevalidating
      case .loads: return .reloadIgnoringLocal
      }
    }
  }
}
