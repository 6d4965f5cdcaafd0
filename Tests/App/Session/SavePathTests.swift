import Foundation
import TestSupport
import Testing

@testable import weir

/// Where something is saved, and the name that is proposed when it is taken.
struct SavePathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func proposal(_ name: String) -> String? { SavePath(folder.path(name)).proposal }

  @Test func `a free name needs no other`() {
    #expect(proposal("items.json") == nil)
  }

  @Test func `a taken name gets the first free number before its suffix`() throws {
    try folder.write("items.json", "")
    #expect(proposal("items.json") == folder.path("items-1.json"))
    try folder.write("items-1.json", "")
    #expect(proposal("items.json") == folder.path("items-2.json"))
  }

  @Test(arguments: [("items", "items-1"), (".profile", ".profile-1"), ("a.tar.gz", "a.tar-1.gz")])
  func `only what follows the last dot is a suffix`(name: String, proposed: String) throws {
    try folder.write(name, "")
    #expect(proposal(name) == folder.path(proposed))
  }

  @Test func `a dot of the folder is none of the name`() throws {
    try folder.write("a.b/items", "")
    #expect(proposal("a.b/items") == folder.path("a.b/items-1"))
  }

  @Test func `a tilde is the user's folder, at the start alone`() {
    #expect(SavePath("~/x").path == NSHomeDirectory() + "/x")
    #expect(SavePath("a/~/x").path == "a/~/x")
  }
}
