/// The program's version, as CHANGELOG.md counts it.
public enum ProgramVersion {
  /// Major, minor and patch by semantic versioning.
  public static let text = "0.1.0"
}
