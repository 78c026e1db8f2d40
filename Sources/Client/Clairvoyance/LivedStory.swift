internal import SimCore
internal import Workloads

/// What came of a life: what was received, written and shown, from which the next one learns.
struct LivedStory {
  /// A screen that was open.
  struct Visit {
    var screen: UInt32
    var user: UInt16
    var life: Int
    var needs: [ResourceIndex] = []
    var closedAt = Instant.distantFuture
    var pieces: [Piece] = []
  }

  /// A version that came where another had been asked for: it was published meanwhile.
  struct Surprise {
    var asked: Piece
    var came: Piece
  }

  var received: Set<Piece> = []
  var surprises: [Surprise] = []
  var written: Set<Piece> = []
  var visits: [Visit] = []
  /// Needs that stayed unanswered though an older version was at hand.
  var unanswered: Set<ScreenNeed> = []
  /// By resource: when each version was published, and its size.
  private var published: [[(at: Instant, size: Bytes)]] = []

  /// Every piece that was shown, or will be now that it is known that nothing newer comes in time.
  var shown: Set<Piece> { visits.reduce(into: []) { $0.formUnion($1.pieces) } }

  /// What was shown in which life of the app.
  var uses: Set<PieceUse> {
    visits.reduce(into: []) { uses, visit in
      for piece in visit.pieces { uses.insert(PieceUse(life: visit.life, piece: piece)) }
    }
  }

  mutating func notePublished(_ copy: ResourceCopy, of resource: ResourceIndex, at now: Instant) {
    while published.count <= Int(resource) { published.append([]) }
    while published[Int(resource)].count < Int(copy.version) {
      published[Int(resource)].append((now, copy.size))
    }
  }

  /// From when until when the origin sends a version, and its size.
  func publication(of piece: Piece) -> (from: Instant, to: Instant, size: Bytes) {
    let versions = published[Int(piece.resource)]
    let own = versions[Int(piece.version) - 1]
    let next = Int(piece.version)
    return (own.at, next < versions.count ? versions[next].at : .distantFuture, own.size)
  }
}
