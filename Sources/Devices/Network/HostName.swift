/// What a device knows of a host's name.
struct HostName {
  /// When the last lookup was or will be answered, in nanoseconds.
  var known = Int64.min
  /// Until when its answer holds.
  var expires = Int64.min
}
