internal import Testing

@testable internal import SimCore

/// Digests against those that the authors of FNV-1a publish (draft-eastlake-fnv, appendix C).
@Suite struct FingerprintTests {
  @Test(arguments: [
    ("", "cbf29ce484222325", "6c62272e07bb014262b821756295c58d"),
    ("a", "af63dc4c8601ec8c", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "85944171f73967e8", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func aTextHasItsDigest(text: String, digest: String, wide: String) {
    let bytes = Array(text.utf8)
    // In one piece of memory, and as a sequence that is none.
    var (whole, byByte) = (WideFingerprint(), WideFingerprint())
    whole.add(bytes)
    byByte.add(bytes.lazy.map { $0 })
    #expect(whole.text == wide && byByte.text == wide)
    var narrow = Fingerprint()
    narrow.add(bytes.lazy.map { $0 })
    #expect(Fingerprint(of: text).text == digest && narrow.text == digest)
  }
}
