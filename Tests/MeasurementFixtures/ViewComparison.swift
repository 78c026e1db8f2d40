package import Measurement
internal import SimCore

extension ScreenView {
  /// Whether a bound's view waits no longer than another strategy's view of the same screen.
  ///
  /// From the tap on nobody waits less, and what stays blank here is blank there. From when the
  /// screen began, too, where both began at once: content that comes while the other app is still
  /// starting makes it wait less than one that has begun.
  package func waitsNoLonger(than other: ScreenView) -> Bool {
    let pairs = [
      (firstContent, other.firstContent), (freshContent, other.freshContent),
    ]
    return pairs.allSatisfy { own, wait in
      guard let wait else { return true }
      guard let own, let began = beganAt, let otherBegan = other.beganAt else { return false }
      return wait >= .zero && began <= otherBegan && began + own <= otherBegan + wait
        && (began < otherBegan || own <= wait)
    }
  }
}
