internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore

/// What a line says of a part of a screen, in a form that many parts can share.
struct PartPhrase {
  /// The same for lines that are told together.
  var form: String
  /// What happens to one.
  var one: String
  /// What happens to many.
  var many: String
  var bytes = Bytes.zero
  var why: String?
  /// Whether a tier was asked in vain.
  var isInVain = false

  /// Of files beside the entries: which.
  private var file: String?

  /// What the phrase is about, where it has no name.
  var subject: String { file.map { "the file of \($0)" } ?? "a part" }
  /// So many of them.
  func subjects(_ count: Int) -> String {
    file.map { "\(count) versions of the file of \($0)" } ?? "\(count) parts"
  }

  /// The phrase for a line; nil for one that is left out when parts are told together.
  init?(_ step: StoryStep) {
    let line = step.line
    guard let (form, one, many) = Self.forms(of: step) else { return nil }
    self.form = form
    self.one = one
    self.many = many
    why = step.absence
    isInVain = !step.tiers.isEmpty
    switch line.event {
    case .exchanged(let exchange): bytes = exchange.bytesDown
    case .wrote(let tier, let write):
      bytes = write.bytes
      if line.resource == nil { file = tier }
    case .left(_, _, _, let size, _), .read(_, let size, _): bytes = size
    case .explained(let reason):
      switch reason as? Reason {
      case .immutable, .fresh, .keptWhenLeft, .decided, .reading: return nil
      default: why = StoryWords(step, main: line.resource ?? 0)?.why
      }
    default: break
    }
  }

  private static func forms(of step: StoryStep) -> (form: String, one: String, many: String)? {
    switch step.line.event {
    case .needed: ("needed", "is needed", "are needed")
    case .looked(let tier, .some): ("in \(tier)", "is in \(tier)", "are in \(tier)")
    case .looked(_, nil):
      (
        "not in \(step.tiers)", "is not in \(StoryWords.list(step.tiers))",
        "are not in \(StoryWords.list(step.tiers))"
      )
    case .explained(let reason):
      ("\(reason)", Self.outcome(of: reason as? Reason), Self.outcome(of: reason as? Reason))
    case .requested: ("asked", "is asked for", "are asked for")
    case .joined: ("joined", "is under way already", "are under way already")
    case .barred: ("barred", "cannot be asked for", "cannot be asked for")
    case .exchanged(let exchange) where exchange.status == 0:
      ("failed", "gets no answer", "get no answer")
    case .exchanged(let exchange):
      (
        "received \(exchange.status)", "is answered with \(exchange.status)",
        "are answered with \(exchange.status)"
      )
    case .stored(let tier, .memory, _, _, true):
      ("kept \(tier)", "is kept in \(tier)", "are kept in \(tier)")
    case .stored(let tier, _, _, _, false):
      ("no room \(tier)", "does not fit into \(tier)", "do not fit into \(tier)")
    case .wrote(let tier, _) where step.line.resource == nil:
      ("file \(tier)", "is written whole", "are written whole")
    case .wrote(let tier, _):
      ("written \(tier)", "is written to \(tier) on flash", "are written to \(tier) on flash")
    case .left(let tier, _, _, _, _): ("left \(tier)", "leaves \(tier)", "leave \(tier)")
    case .answered(let answer):
      (
        "painted \(answer.source)", "is shown, \(StoryWords.words(for: answer.source))",
        "are shown, \(StoryWords.words(for: answer.source))"
      )
    default: nil
    }
  }

  /// What a reason leads to.
  private static func outcome(of reason: Reason?) -> String {
    switch reason {
    case .fallback: "shown for want of an answer"
    case .refused, .tooLarge: "not stored"
    default: "not usable"
    }
  }
}
