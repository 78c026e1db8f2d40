package import SimCore

/// What encrypting a store as a whole costs, page by page: work of the processor.
///
/// Measured with OpenSSL 3.0 on one core of a server (x86-64 Linux), as `ReadingCosts` are: AES-256
/// in CBC with pieces of 4,096 B, 7.6 GB/s to decipher and 1.0 GB/s to encipher, and HMAC with
/// SHA-512, 0.51 GB/s: together 0.48 and 0.34 GB/s. A device's `processorScale` makes it longer.
package struct EncryptionCosts: Hashable, Sendable {
  package var rate = Bytes.unlimited
  package var open = TimeSpan.zero

  package init() {}

  /// SQLCipher 4 by its defaults (zetetic.net, "SQLCipher Design"): AES-256 in CBC and HMAC-SHA512
  /// for each page, and a key derived by 256,000 rounds of PBKDF2 when a process opens the store,
  /// 0.27 s as measured. Its makers speak of 5 to 15 % of a query's time (zetetic.net,
  /// "SQLCipher Performance Optimization"). Left out: the 80 bytes of a page that rows lose.
  package static let sqlcipher: EncryptionCosts = {
    var costs = EncryptionCosts()
    costs.rate = .megabytes(400)
    costs.open = .milliseconds(270)
    return costs
  }()

  package func work(for bytes: Bytes) -> TimeSpan {
    guard rate != .unlimited else { return .zero }
    return TimeSpan(rounding: Double(bytes.count) / Double(rate.count))
  }
}

extension EncryptionCosts: Settings {
  package static var isWrittenByName: Bool { true }
  package static let presets = [
    Preset<EncryptionCosts>("none", "Stores are not encrypted.") { $0 = EncryptionCosts() },
    Preset<EncryptionCosts>(
      "sqlcipher", "AES-256, HMAC-SHA512 and 256,000 rounds of PBKDF2: SQLCipher 4."
    ) { $0 = sqlcipher },
  ]
  package static let fields: [Field<EncryptionCosts>] = [
    Field(
      "rate", \.rate, in: Bytes(1)...(.megabytes(1_000_000)), orUnlimited: true,
      "Bytes that are enciphered, or deciphered and checked, in a second, before processorScale."),
    Field(
      "open", \.open, in: .zero...(.minutes(1)),
      "Deriving the key, once in a process, before processorScale."),
  ]
}
