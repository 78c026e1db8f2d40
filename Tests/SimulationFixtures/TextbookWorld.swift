package import ClientSimulation
internal import DeviceModels
internal import SimCore

extension SimulationPlan {
  /// Models as textbooks store them, and neither compression nor pictures that take time to decode:
  /// the world of the days that are worked out by hand.
  package mutating func useTextbookWorld() {
    shared.codec = Codecs.archiver
    origin.textCompression = 1
    device.mainThreadShare = 1
    device.imageDecodeRate = .unlimited
    device.backgroundFetches = .asked
  }
}
