internal import TestCases
internal import Testing

@testable internal import SimCore

/// The examples of FIPS 180-4 and of RFC 6234, and lengths around the edges of a block.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func publishedDigests(_ text: String, _ digest: String) {
    expect(Self.hexadecimal(text), is: digest)
  }

  /// Made with sha256sum of coreutils.
  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func lengthsAroundTheEdgesOfABlock(_ count: Int, _ digest: String) {
    expect(Self.hexadecimal(String(repeating: "a", count: count)), is: digest)
  }

  @Test func base64IsThatOfAPolicy() {
    expect(
      SHA256.base64(of: "alert('Hello, world.');"),
      is: "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=")
  }

  private static func hexadecimal(_ text: String) -> String {
    SHA256.digest(of: text.utf8).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }.joined()
  }
}

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
    expect(whole.text == wide && byByte.text == wide)
    var narrow = Fingerprint()
    narrow.add(bytes.lazy.map { $0 })
    expect(Fingerprint(of: text).text == digest && narrow.text == digest)
  }
}
