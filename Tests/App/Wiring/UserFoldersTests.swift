import Testing

@testable import weir

/// The folders of Weir's files.
struct UserFoldersTests {
  @Test func `without variables, the places lie in the home folder`() {
    let folders = UserFolders { $0 == "HOME" ? "/home/ann" : nil }
    #expect(folders.state == "/home/ann/.local/state/weir")
    #expect(folders.config == "/home/ann/.config/weir")
    #expect(folders.scratch == "/home/ann/.local/share/weir/scratch")
    #expect(folders.cache == "/home/ann/.cache/weir")
    #expect(folders.trust == "/home/ann/.local/state/weir/trust")
  }

  @Test func `an absolute path counts, a relative or empty one does not`() {
    let values = [
      "HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "",
    ]
    let folders = UserFolders { values[$0] }
    #expect(folders.state == "/s/weir")
    #expect(folders.config == "/h/.config/weir" && folders.data == "/h/.local/share/weir")
  }

  @Test func `without a home folder the folders are still absolute`() {
    #expect(UserFolders { $0 == "HOME" ? "" : nil }.cache.hasPrefix("/"))
  }
}
