import ClientModel
import TestSupport
import Testing
import ViewModels

@testable import weir

/// What a folder holds, for a path that is being typed.
struct FolderListingTests {
  @Test func `files come with their size and folders without, by name`() throws {
    let folder = try TemporaryFolder()
    try folder.write("b.json", "{}")
    try folder.write("c/x", "")
    try folder.write("a", "")
    #expect(
      FolderListing.entries(of: folder.path + "/") == [
        FolderEntry("a", size: ByteCount(0)), FolderEntry("b.json", size: ByteCount(2)),
        FolderEntry("c", size: nil),
      ])
  }

  @Test func `a folder that cannot be read has no entries`() {
    #expect(FolderListing.entries(of: "/nowhere/at/all/").isEmpty)
  }
}
