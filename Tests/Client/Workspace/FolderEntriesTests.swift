import ClientModel
import Foundation
import TestSupport
import Testing

/// Listing a folder, and why one cannot be listed.
struct FolderEntriesTests {
  @Test func `each entry comes once, with its kind, and a link is neither file nor folder`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try folder.write("", to: "inner/é")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/file")
    let entries = try FolderEntries(of: folder.path).map { "\($0.name) \($0.kind)" }
    #expect(entries.sorted() == ["file file", "inner folder", "link other"])
    #expect(FolderEntries.names(in: "\(folder.path)/inner") == ["é"])
  }

  @Test func `a folder that cannot be read says why, or is empty to whom that is the same`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    for (name, number) in [("absent", ENOENT), ("file", ENOTDIR)] {
      let refusal = #expect(throws: FolderUnreadable.self) {
        try FolderEntries(of: "\(folder.path)/\(name)")
      }
      #expect(refusal?.number == number)
      #expect(FolderEntries.names(in: "\(folder.path)/\(name)") == [])
    }
  }
}
