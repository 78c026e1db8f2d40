/// The English month names of HTTP and of access logs.
public enum MonthName {
  /// The month whose name is abbreviated by three ASCII letters, in the case `Jan`: 1 for January.
  public static func number(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    let place = names.firstIndex { $0 == (first, second, third) }
    return place.map { $0 + 1 }
  }

  private static let names: [(UInt8, UInt8, UInt8)] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { (name: String) in
    let letters = Array(name.utf8)
    return (letters[0], letters[1], letters[2])
  }
}
