import Glibc
import Testing

@testable import ClientWorkspace

/// Who besides the user may decide what a file contains.
@Suite struct FileOwnershipTests {
  private func file(of user: uid_t, group: gid_t = 12_345, mode: mode_t) -> FileOwnership {
    var facts = stat()
    facts.st_uid = user
    facts.st_gid = group
    facts.st_mode = S_IFREG | mode
    return FileOwnership(facts)
  }

  @Test func `a file of the user's own that only the user may write is nobody else's`() {
    #expect(file(of: geteuid(), mode: 0o644).foreign == nil)
    #expect(file(of: geteuid(), mode: 0o600).foreign == nil)
  }

  @Test func `a file of another user is named with its owner`() {
    let other: uid_t = geteuid() == 65_534 ? 1 : 65_534
    #expect(file(of: other, mode: 0o600).foreign?.hasPrefix("belongs to the user ") == true)
    #expect(file(of: 54_321, mode: 0o644).foreign == "belongs to the user 54321")
  }

  @Test func `a file that others may write is not the user's alone`() {
    #expect(
      file(of: geteuid(), mode: 0o646).foreign == "can be written by every user of this machine")
    #expect(file(of: geteuid(), mode: 0o664).foreign == "can be written by the group 12345")
  }

  @Test func `a group that contains nobody but the user does not count`() throws {
    let own = try #require(getpwuid(geteuid()))
    let group = try #require(getgrgid(own.pointee.pw_gid))
    guard String(cString: group.pointee.gr_name) == String(cString: own.pointee.pw_name) else {
      return
    }
    #expect(file(of: geteuid(), group: own.pointee.pw_gid, mode: 0o664).foreign == nil)
  }
}
