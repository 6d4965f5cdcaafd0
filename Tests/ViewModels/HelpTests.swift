import ClientModel
import Testing

@testable import ViewModels

struct HelpTests {
  private func commands(_ model: AppModel) -> [Command] {
    guard case .list(let list) = model.overlays.last, list.isHelp else { return [] }
    return model.rows(of: list).compactMap {
      if case .command(let command) = $0.value { command } else { nil }
    }
  }

  @Test(arguments: [
    Command.feature(.catalogs), .feature(.history), .feature(.themes), .feature(.cookies),
    .feature(.log), .app(.palette),
  ])
  func `help opens over each list and goes back to it`(_ place: Command) {
    var model = AppModel()
    _ = model.perform(place)
    _ = model.perform(.app(.help))
    #expect(model.overlays.count == 2 && commands(model).contains(.list(.filter)))
    _ = model.perform(.list(.close))
    #expect(model.overlays.count == 1)
  }

  @Test(arguments: [
    (Command.feature(.cookies), "gateways"), (.feature(.history), "history"),
    (.feature(.themes), "themes"), (.app(.focusQueue), "queue"),
    (.app(.focusResponse), "responses"),
  ])
  func `the key of help opens the manual on what help lies over`(
    _ place: Command, _ topic: String
  ) {
    for second in [AppCommand.help, .manual] {
      var model = AppModel()
      _ = model.perform(place)
      let below = model.overlays.count
      #expect(!model.hints.compactMap(model.hint).contains("manual"))
      _ = model.perform(.app(.help))
      #expect(model.hints.compactMap(model.hint).contains("manual"))
      #expect(model.perform(.app(second)) == [.readManual(ManualSubject(topic: topic))])
      #expect(model.overlays.count == below)
    }
  }

  @Test func `help over a list has only the commands of this list`() {
    var model = AppModel()
    _ = model.perform(.feature(.cookies))
    _ = model.perform(.app(.help))
    #expect(commands(model).contains(.list(.filter)))
    #expect(!commands(model).contains(.list(.moveDown)))
    var sidebar = AppModel()
    _ = sidebar.receive(.requests(["a/b"]))
    _ = sidebar.perform(.app(.requests))
    _ = sidebar.perform(.app(.help))
    #expect(commands(sidebar).contains(.list(.rename)) && commands(sidebar).contains(.list(.fold)))
    #expect(!commands(sidebar).contains(.list(.pause)))
  }

  @Test func `help opens over a question and over a line that is asked for`() {
    var model = AppModel()
    _ = model.perform(.composer(.saveAs))
    _ = model.perform(.app(.help))
    #expect(commands(model).contains(.typing(.killWord)))
    _ = model.perform(.list(.close))
    #expect(model.contexts.first == .typing)
    var asked = AppModel()
    _ = asked.receive(.trustAsked(FileDifference(since: .nothing)))
    _ = asked.perform(.app(.help))
    #expect(commands(asked).contains(.dialog(.accept)))
  }

  @Test func `who looks up a key goes on typing`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("a"))
    _ = model.perform(.app(.help))
    #expect(commands(model).contains(.typing(.undo)) && model.contexts.first == .list)
    _ = model.perform(.app(.back))
    _ = model.perform(.insert("b"))
    #expect(model.composer.draft.url == "ab")
  }

  @Test func `a command chosen in help goes to what help lay over`() throws {
    var model = AppModel()
    _ = model.receive(.requests(["login"]))
    _ = model.perform(.app(.requests))
    _ = model.perform(.app(.help))
    let rows = commands(model)
    #expect(rows.contains(.list(.rename)))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("rename"))
    _ = model.perform(.typing(.enter))
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("no name is asked for")
      return
    }
    #expect(prompt.purpose as? RenamePrompt == RenamePrompt(item: .request("login")))
  }
}
