import CacheSimKit
import Foundation

/// A file for each entry below a folder for each user, behind a dictionary in memory.
///
/// It has two mistakes, of a kind that reviews let pass: the dictionary's keys do not say whose an
/// entry is, and a file is written over in place.
public final class FileCache: CacheUnderTest {
  private let folder: URL
  private var user = 0
  private var memory: [String: Data] = [:]

  public init(folder: String, clock: TrialClock) {
    self.folder = URL(filePath: folder)
  }

  private func file(for key: String) -> URL {
    let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? key
    return folder.appending(path: "\(user)").appending(path: name)
  }

  public func value(for key: String) throws -> [UInt8]? {
    if let data = memory[key] { return Array(data) }
    let file = file(for: key)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let data = try Data(contentsOf: file)
    memory[key] = data
    return Array(data)
  }

  public func store(_ value: [UInt8], for key: String) throws {
    let file = file(for: key)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    memory[key] = Data(value)
    try Data(value).write(to: file)
  }

  public func remove(_ key: String) throws {
    memory[key] = nil
    let file = file(for: key)
    if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  public func launched(as user: Int) { self.user = user }
  public func switchUser(to user: Int) { self.user = user }
  public func memoryWarning() { memory = [:] }
}
