import ClientModel
import ClientYAML
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct KeymapTests {
  @Test func `each command has a key or stands in the palette`() {
    var model = AppModel()
    _ = model.perform(.app(.palette))
    guard case .list(let list) = model.overlays.last else { return #expect(Bool(false)) }
    let offered = Set(model.rows(of: list).map(\.value))
    for command in CommandTable.all where Keymap.standard.labels(of: command).isEmpty {
      #expect(offered.contains(.command(command)), "\(command.name ?? "")")
    }
  }

  @Test func `keys are heard where they belong`() {
    let keymap = Keymap.standard
    let queue: [Context] = [.queue, .anywhere, .moving, .always]
    let typing: [Context] = [.typing, .composer, .anywhere, .always]
    #expect(keymap.interpret(.character("p"), after: [], in: queue) == .command(.queue(.pause)))
    #expect(keymap.interpret(.character("p"), after: [], in: typing) == .command(.insert("p")))
    #expect(keymap.interpret(.control("j"), after: [], in: typing) == .command(.composer(.send)))
    #expect(keymap.interpret(.altEnter, after: [], in: typing) == .command(.composer(.send)))
    #expect(keymap.interpret(.enter, after: [], in: typing) == .command(.typing(.enter)))
    #expect(
      keymap.interpret(.control("c"), after: [], in: [.dialog, .always]) == .command(.app(.quit)))
    #expect(keymap.interpret(.character("p"), after: [], in: [.dialog, .always]) == .nothing)
    #expect(keymap.interpret(.paste("q"), after: [], in: queue) == .command(.insert("q")))
  }

  @Test func `a key that means nothing here is known where it belongs`() {
    let keys = Keymap.standard
    let queue: [Context] = [.queue, .anywhere, .moving, .always]
    #expect(
      keys.meanings(elsewhere: .character("="), than: queue)
        == [.composer(.indent), .response(.compare)])
    #expect(keys.meanings(elsewhere: .character("V"), than: queue) == [.response(.viewValue)])
    #expect(keys.meanings(elsewhere: .character("#"), than: queue).isEmpty)
    var model = AppModel()
    _ = model.receive(.notice(Notice(.info, "Old.")))
    model.pass(over: [.composer(.indent), .response(.compare)])
    #expect(
      model.notice?.why.contains("; in the response: Compare with the response before.") == true)
    model.pass(over: [])
    #expect(model.notice == nil)
  }

  @Test func `a chord waits for its second key and escape drops it`() {
    var reader = KeyReader()
    let contexts: [Context] = [.response, .anywhere, .moving, .always]
    #expect(reader.command(for: .character("y"), in: contexts) == nil)
    #expect(reader.pending == [.character("y")])
    #expect(reader.command(for: .character("p"), in: contexts) == .response(.copyPath))
    #expect(reader.pending.isEmpty)
    #expect(reader.command(for: .character("d"), in: contexts) == nil)
    #expect(reader.command(for: .escape, in: contexts) == nil)
    #expect(reader.pending.isEmpty)
    #expect(reader.command(for: .character(","), in: contexts) == nil)
    #expect(reader.command(for: .character("r"), in: contexts) == .app(.requests))
  }

  @Test func `a user's key replaces the standard ones`() throws {
    let keymap = try Keymap(
      user: "queue.pause: [f5, \", p\"]\nqueue.cancel: []\n", file: "keymap.yaml")
    #expect(keymap.labels(of: .queue(.pause)) == ["f5", ",p"])
    #expect(keymap.labels(of: .queue(.cancel)) == [])
    #expect(keymap.labels(of: .queue(.retry)) == ["r"])
  }

  @Test func `a message on the screen shows the user's key`() throws {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.waiting: 1])])))
    _ = model.receive(.queue(.jobs([.fixture(1)], offset: 0, total: 1)))
    _ = model.perform(.app(.focusQueue))
    _ = model.perform(.queue(.cancelAtServer))
    func screen(_ keymap: Keymap) -> String {
      let frame = Screen.draw(
        model, keys: KeyReader(keymap), size: Size(width: 100, height: 24))
      return (0..<24).map(frame.text(row:)).joined(separator: " ")
    }
    #expect(screen(.standard).contains("x cancels it here."))
    let own = try Keymap(user: "queue.cancel: f9", file: "keymap.yaml")
    #expect(screen(own).contains("f9 cancels it here."))
    _ = model.perform(.app(.log))
    #expect(screen(own).contains("f9 cancels it here."))
  }

  @Test(arguments: [
    ("queue.pause: r", "queue.retry"), ("response.save: y", "begin"),
    ("app.zoom: \",\"", "app.requests"),
    ("queue.pawse: x", "queue.pause"), ("queue.pause: ctrl+enter", "not a key"),
    ("typing.undo: u", "text while typing"),
  ])
  func `a key map that contradicts itself is refused with the reason`(text: String, word: String) {
    do {
      _ = try Keymap(user: text, file: "keymap.yaml")
      Issue.record("\(text) was accepted")
    } catch {
      #expect(error.place.line == 1 && error.place.file == "keymap.yaml")
      #expect(!error.what.isEmpty && !error.whatToDo.isEmpty)
      if word != "begin", word != "app.requests" {
        #expect("\(error.why) \(error.whatToDo)".contains(word))
      }
    }
  }

  @Test func `the table for the README names each command once`() {
    let table = KeyTable.markdown()
    for command in CommandTable.all {
      #expect(
        table.split(separator: "`\(command.name ?? "")`", omittingEmptySubsequences: false).count
          == 2)
    }
    #expect(table.contains("| `s` `ctrl+j` `alt+enter` | Send now | `composer.send` |"))
  }
}
