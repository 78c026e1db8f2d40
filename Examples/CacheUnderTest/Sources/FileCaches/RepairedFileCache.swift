import CacheSimKit
import Foundation

/// `FileCache` without its mistakes: the dictionary is emptied when another user comes, and a file
/// is written beside the old one, which it then replaces.
public final class RepairedFileCache: CacheUnderTest {
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
    try Data(value).write(to: file, options: .atomic)
  }

  public func remove(_ key: String) throws {
    memory[key] = nil
    let file = file(for: key)
    if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  public func launched(as user: Int) { self.user = user }
  public func switchUser(to user: Int) {
    self.user = user
    memory = [:]
  }
  public func memoryWarning() { memory = [:] }
}
