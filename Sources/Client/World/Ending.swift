/// How an app's process comes to its end.
public enum Ending: Sendable {
  /// It died without a word.
  case crashed
  /// The user or the system ended it, and it could save its work.
  case terminated
  /// The user or the system ended it while it was suspended, without a word.
  case endedWhileSuspended
  /// It was started anew.
  case restarted
  /// The system killed it for its memory.
  case killedForMemory
  /// The system took the memory of a suspended process.
  case reclaimed
  /// A new release was installed.
  case upgraded
  /// The system lacked space and emptied its folder.
  case lackedSpace
}
