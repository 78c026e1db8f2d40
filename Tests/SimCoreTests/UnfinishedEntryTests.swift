internal import SimCore
internal import TestCases
internal import Testing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

@Suite struct UnfinishedEntryTests {
  private func put(_ text: String, at path: String) throws {
    let file = try #require(fopen(path, "wb"))
    fputs(text, file)
    fclose(file)
  }

  private func drop(_: consuming UnfinishedEntry) {}

  @Test func eachHasANameOfItsOwn() throws {
    try inFolder { folder in
      let one = try UnfinishedEntry(fileFor: "\(folder)/x")
      let other = try UnfinishedEntry(fileFor: "\(folder)/x")
      expect(one.path != other.path)
      let names = UnfinishedEntry.names(beside: "\(folder)/x", ending: UnfinishedEntry.ending)
      expect(names.sorted(), is: [one.path, other.path].sorted())
      drop(one)
      drop(other)
      try expect(FolderTree.names(in: folder), is: [])
    }
  }

  @Test func whatIsCommittedStays() throws {
    try inFolder { folder in
      var entry = try UnfinishedEntry(fileFor: "\(folder)/x")
      expect(entry.commit(to: "\(folder)/x"), is: 0)
      drop(entry)
      try expect(FolderTree.names(in: folder), is: ["x"])
    }
  }

  /// A process that was killed leaves an entry with a name like these, and no lock.
  @Test func whatWasAbandonedGoesAndTheRestStays() throws {
    try inFolder { folder in
      let others = [
        ".x.1-1.csv", ".x.partial", ".x.a-1.partial", ".y.1-1.partial", "x.1-1.partial",
      ]
      for name in others + [".x.1-1.partial"] { try put("", at: "\(folder)/\(name)") }
      try FolderTree.make("\(folder)/.x.1-2.partial/deep")
      let held = try UnfinishedEntry(folderFor: "\(folder)/x")
      let name = String(held.path.dropFirst(folder.count + 1))
      try expect(FolderTree.names(in: folder), is: (others + [name]).sorted())
      drop(held)
    }
  }

  @Test func missingFoldersAreMadeAndGoAgain() throws {
    try inFolder { folder in
      let entry = try UnfinishedEntry(fileFor: "\(folder)/a/b/x")
      expect(FolderTree.isFolder("\(folder)/a/b"))
      drop(entry)
      try expect(FolderTree.names(in: folder), is: [])
    }
  }

  @Test func aLongNameIsShortened() throws {
    try inFolder { folder in
      let name = String(repeating: "é", count: 127)
      var entry = try UnfinishedEntry(fileFor: "\(folder)/\(name)")
      expect(entry.commit(to: "\(folder)/\(name)"), is: 0)
      drop(entry)
      try expect(FolderTree.names(in: folder), is: [name])
    }
  }

  @Test func foldersAreExchangedInOneStep() throws {
    try inFolder { folder in
      try FolderTree.make("\(folder)/a/inA")
      try FolderTree.make("\(folder)/b/inB")
      let code = FolderTree.exchange("\(folder)/a", "\(folder)/b")
      // A file system, or a C library, without such a step says so and changes nothing.
      let isDone = code == 0
      expect(isDone || [ENOSYS, EINVAL, EOPNOTSUPP].contains(code))
      try expect(FolderTree.names(in: "\(folder)/a"), is: [isDone ? "inB" : "inA"])
      expect(FolderTree.exchange("\(folder)/a", "\(folder)/none") != 0)
    }
  }
}
