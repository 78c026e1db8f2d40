internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// What changed in a folder, told from its files.
@Suite struct FolderStateTests {
  @Test func changesAreToldByWhatWasDone() throws {
    let folder = try UnfinishedEntry(
      folderFor: "\(FileManager.default.temporaryDirectory.path)/folder-state")
    let path = folder.path
    var state = FolderState(of: path)
    func changes() -> [FolderState.Change] { state.update(settingDatesTo: 1_767_225_600) }
    expect(changes(), is: [])
    try FolderTree.make("\(path)/b")
    try FolderTree.write([1, 2, 3], to: "\(path)/a")
    try FolderTree.write([4, 5], to: "\(path)/b/c")
    expect(changes(), is: [.written("a", bytes: 3), .written("b/c", bytes: 2)])
    expect(state.size, is: 5)
    expect(changes(), is: [])
    // At once, with as many bytes: the dates tell it.
    try FolderTree.write([1, 2, 4], to: "\(path)/a")
    expect(changes(), is: [.written("a", bytes: 3)])
    try FolderTree.write([1, 2, 4], to: "\(path)/a")
    expect(changes(), is: [.written("a", bytes: 3)])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: "\(path)/a")
    expect(changes(), is: [.touched("a")])
    try FileManager.default.moveItem(atPath: "\(path)/a", toPath: "\(path)/d")
    FolderTree.remove("\(path)/b")
    expect(changes(), is: [.renamed("a", to: "d"), .removed("b/c")])
    FolderTree.empty(path)
    expect(changes(), is: [.removed("d")])
    _ = folder.path
  }
}
