/// Why a line's field cannot be read.
struct FieldFault: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
