import Glibc
import Testing

@testable import ClientStore

/// A separator followed by a combining mark is one `Character` for Swift. Each parser must still find the
/// separator.
struct SeparatorBytesTests {
  private static let mark = "\u{301}"

  @Test(arguments: [
    ("../\(Self.mark)x", "/s/bodies/\(Self.mark)x"),
    ("/etc/\(Self.mark)9-a-1-2", "/s/bodies/\(Self.mark)9-a-1-2"),
    ("..-1-2", "/s/bodies/..-1-2"),
    ("9-a-\(Self.mark)1-2", "/s/bodies/9-a/9-a-\(Self.mark)1-2"),
  ])
  func `the name of a body leads to no other folder`(name: String, path: String) {
    let found = BodyFolder(folder: "/s", instance: "1-a").path(of: name)
    #expect(Array(found.utf8) == Array(path.utf8))
  }

  @Test func `a folder is made with its parents`() throws {
    let folder = StateFolder()
    let path = "\(folder.path)/\(Self.mark)a/\(Self.mark)b/c"
    try PrivateFile.prepareFolder(path)
    #expect(access(path, F_OK) == 0)
  }

  @Test func `the parts of a name are distinguished`() {
    #expect(Owner.process(of: "12-\(Self.mark)a") == 12)
    #expect(Salvage.lastJob(in: ["1-a-7-\(Self.mark)3"]) == 7)
  }
}
