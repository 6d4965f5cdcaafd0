import Testing

@testable import weir

/// The folders of Weir's files.
struct PlacesTests {
  @Test func `without variables, the places lie in the home folder`() {
    let places = UserFolders { $0 == "HOME" ? "/home/ann" : nil }
    #expect(places.state == "/home/ann/.local/state/weir")
    #expect(places.config == "/home/ann/.config/weir")
    #expect(places.scratch == "/home/ann/.local/share/weir/scratch")
    #expect(places.cache == "/home/ann/.cache/weir")
    #expect(places.trust == "/home/ann/.local/state/weir/trust")
  }

  @Test func `an absolute path counts, a relative or empty one does not`() {
    let values = [
      "HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "",
    ]
    let places = UserFolders { values[$0] }
    #expect(places.state == "/s/weir")
    #expect(places.config == "/h/.config/weir" && places.data == "/h/.local/share/weir")
  }

  @Test func `without a home folder the places are still absolute`() {
    #expect(UserFolders { $0 == "HOME" ? "" : nil }.cache.hasPrefix("/"))
  }
}
