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
    // Other tests ask for users at the same time: their answers must not replace this one.
    var (user, group) = (passwd(), Glibc.group())
    var (userText, groupText) = (
      [CChar](repeating: 0, count: 4096), [CChar](repeating: 0, count: 4096)
    )
    var (foundUser, foundGroup): (UnsafeMutablePointer<passwd>?, UnsafeMutablePointer<Glibc.group>?)
    (foundUser, foundGroup) = (nil, nil)
    try #require(getpwuid_r(geteuid(), &user, &userText, userText.count, &foundUser) == 0)
    try #require(getgrgid_r(user.pw_gid, &group, &groupText, groupText.count, &foundGroup) == 0)
    guard foundUser != nil, foundGroup != nil,
      String(cString: group.gr_name) == String(cString: user.pw_name)
    else { return }
    #expect(file(of: geteuid(), group: user.pw_gid, mode: 0o664).foreign == nil)
  }
}
