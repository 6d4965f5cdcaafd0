import Testing

@testable import ViewModels

/// The list of themes shows the theme under the cursor, and stores only a chosen one.
@Suite struct ThemesListTests {
  private static func opened() -> AppModel {
    var model = AppModel()
    _ = model.receive(.viewport(Viewport(composer: 5, queue: 5, response: 5, list: 10)))
    _ = model.receive(.themes(["dark", "light", "moss"], chosen: "light"))
    #expect(model.perform(.feature(.themes)).isEmpty)
    return model
  }

  @Test func `the theme under the cursor shows at once, and only once`() {
    var model = Self.opened()
    #expect(model.perform(.move(.down)) == [.preview(theme: "moss")])
    #expect(model.perform(.move(.down)).isEmpty)
    #expect(model.perform(.move(.first)) == [.preview(theme: "dark")])
    #expect(model.perform(.point(.listRow(2))) == [.preview(theme: "moss")])
  }

  @Test(arguments: [Command.list(.close), .app(.back), .app(.leave)])
  func `closing the list returns to the theme in use`(command: Command) {
    var model = Self.opened()
    _ = model.perform(.move(.down))
    #expect(model.perform(command) == [.preview(theme: "light")])
    #expect(model.overlays.isEmpty)
    #expect(model.perform(.feature(.themes)).isEmpty)
    #expect(model.perform(command).isEmpty)
  }

  @Test func `choosing a theme stores it, and it is the one to return to`() {
    var model = Self.opened()
    _ = model.perform(.move(.down))
    #expect(model.perform(.list(.choose)) == [.store(.theme("moss"))])
    _ = model.perform(.feature(.themes))
    #expect(model.perform(.move(.up)) == [.preview(theme: "light")])
    #expect(model.perform(.list(.close)) == [.preview(theme: "moss")])
  }

  @Test func `a filter shows the best match, and none leaves the theme that shows`() {
    var model = Self.opened()
    #expect(model.perform(.typed("/")).isEmpty, "the key that filters other lists is no text")
    #expect(model.perform(.insert("dark")) == [.preview(theme: "dark")])
    #expect(model.perform(.insert("xyz")).isEmpty)
    #expect(model.perform(.typing(.leave)) == [.preview(theme: "light")])
    #expect(model.overlays.isEmpty)
  }

  @Test func `a theme that the terminal chooses while the list is open is the one in use`() {
    var model = Self.opened()
    _ = model.perform(.move(.down))
    #expect(model.receive(.themes(["dark", "light", "moss"], chosen: "dark")).isEmpty)
    #expect(model.perform(.list(.close)).isEmpty)
  }
}
