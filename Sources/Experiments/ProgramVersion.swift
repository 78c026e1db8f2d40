/// The program's version, as CHANGELOG.md counts it.
package enum ProgramVersion {
  /// Major, minor and patch by semantic versioning.
  package static let text = "0.1.0"
}
