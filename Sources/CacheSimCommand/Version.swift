internal import BuildRecord
internal import Experiments

/// The program's version, and the commit it was built from where the builder said so.
///
/// The commit is for whoever asks the program; it stays out of every result file, so that two
/// builds give the same bytes.
enum Version {
  static var text: String {
    let commit = String(cString: build_record_commit())
    return commit.isEmpty ? ProgramVersion.text : "\(ProgramVersion.text) (\(commit))"
  }
}
