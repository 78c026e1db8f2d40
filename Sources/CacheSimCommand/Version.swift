internal import Experiments

/// The program's version.
enum Version {
  static let text = ProgramVersion.text
}
