internal import SimCore

/// The recordings that travel inside the program: ten rides in and around Oslo over 3G, of 2010
/// and 2011.
///
/// They are measured download rates of a phone that moved by bus, car, ferry, metro, train and tram
/// (Riiser, Vigmostad, Griwodz, Halvorsen: Commute Path Bandwidth Traces from 3G Networks, MMSys
/// 2013, doi:10.1145/2483977.2483991), from the collection
/// confiwent/Real-world-bandwidth-traces@d28c4fd; NOTICE has the licence.
package enum BundledRecordings {
  /// Where the numbers are from, as listings say it.
  package static let source = "Riiser et al., MMSys 2013 (3G in Norway)"
  /// The profile of which a simulation takes their round trip and the rate from the device: 3G, as
  /// Apple's Network Link Conditioner has it, since they were measured on 3G.
  package static let profile = "3g-nlc"

  package static let all = EmbeddedFile.all(
    in: "Sources/CacheWorkloads/NetworkRecordings/Norway", ending: ".tsv")

  package static func recording(named name: String) -> NetworkRecording? {
    guard let bytes = all.first(where: { $0.name == name })?.bytes else { return nil }
    do throws(WorkloadError) {
      var recording = try NetworkRecording(name: name, bytes: bytes)
      recording.profile = profile
      return recording
    } catch {
      preconditionFailure("\(error.place): \(error.message)")
    }
  }
}
