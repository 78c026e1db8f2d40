internal import SimCore
internal import Workloads

/// A version of a resource, as one person was sent it.
struct Piece: Hashable {
  var user: UInt16
  var resource: ResourceIndex
  var version: UInt32
}

/// A piece in one life of the app.
struct PieceUse: Hashable {
  var life: Int
  var piece: Piece
}

/// A need of one screen.
struct ScreenNeed: Hashable {
  var screen: UInt32
  var resource: ResourceIndex
}

/// What is known of a story before it is lived: what people will do, and what earlier lives taught.
public struct Foreknowledge: Sendable {
  /// An instant at which a screen will need a resource.
  struct Due {
    var at: Instant
    var user: UInt16
  }

  /// By resource, in order of time; parts of screens are not among them.
  private(set) var dues: [[Due]] = []
  /// Whether no life has been lived.
  var isFirst = true
  /// What need not be fetched: it came, and nobody saw it.
  var unseen: Set<Piece> = []
  /// What a screen waited for in vain, though something older was at hand.
  var hopeless: Set<ScreenNeed> = []
  /// What was shown in which life.
  var uses: Set<PieceUse> = []
  /// What has to be on flash.
  var written: Set<Piece> = []

  /// Nothing is known.
  init() {}

  /// What people will do.
  init(of story: DeviceStory) {
    var user: UInt16 = 0
    for event in story.events {
      switch event.action {
      case .switchUser(let next): user = next
      case .open(let resource), .need(let resource):
        while dues.count <= Int(resource) { dues.append([]) }
        dues[Int(resource)].append(Due(at: event.at, user: user))
      default: break
      }
    }
  }
}
