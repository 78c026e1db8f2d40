internal import CacheWorkloads
internal import Measurement
internal import SimCore

/// A line of a story with what belongs to it: lookups in vain at one instant are one step, and so
/// are keeping a copy on flash and the writing that it costs.
struct StoryStep {
  var line: ScreenTrace.Line
  /// Of a lookup in vain: all tiers that were asked.
  var tiers: [String] = []
  /// Of a lookup in vain: why the copy is not there.
  var absence: String?
  /// Of a write to flash: the version that it keeps there.
  var version: UInt32?

  /// The steps of a story.
  static func steps(of story: [ScreenTrace.Line]) -> [StoryStep] {
    let memory = StoryMemory(story)
    var steps: [StoryStep] = []
    for (index, line) in story.enumerated() {
      var step = StoryStep(line: line)
      switch line.event {
      case .looked(let tier, nil):
        step.tiers = [tier]
        step.absence = memory.absence(index)
        if let last = steps.last, last.isInVain, last.line.resource == line.resource,
          last.line.at == line.at
        {
          step.tiers = last.tiers + step.tiers
          step.absence = last.isTelling ? last.absence : step.absence
          steps.removeLast()
        }
      case .wrote(let tier, _):
        if let last = steps.last, last.line.resource == line.resource, last.line.at == line.at,
          case .stored(tier, .flash, let version, _, true) = last.line.event
        {
          step.version = version
          steps.removeLast()
        }
      default: break
      }
      steps.append(step)
    }
    return steps
  }

  private var isInVain: Bool { !tiers.isEmpty }
  /// Whether the absence says more than that nothing is known.
  var isTelling: Bool { absence != nil && absence != StoryMemory.unknown }
}
