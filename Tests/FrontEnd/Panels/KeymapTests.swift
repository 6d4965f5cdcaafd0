import ClientModel
import ClientYAML
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

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

  @Test func `Alt is known with the keys that a context binds, and with no others`() {
    let typing = Keymap.standard.altKeys(in: [.typing, .composer, .anywhere, .always])
    #expect(typing.isSuperset(of: [.alt("b"), .alt("h"), .altEnter, .altBackspace]))
    #expect(typing.isDisjoint(with: [.alt("j"), .alt("r"), .escape, .enter]))
    #expect(!Keymap.standard.altKeys(in: [.queue, .moving]).contains(.alt("b")))
  }

  @Test func `a key that means nothing here is known where it belongs`() {
    let keys = Keymap.standard
    let queue: [Context] = [.queue, .anywhere, .moving, .always]
    #expect(
      keys.meanings(elsewhere: .character("#"), than: queue)
        == [.response(.ignore)])
    #expect(
      keys.meanings(elsewhere: .character("v"), than: queue)
        == [.composer(.reveal), .response(.viewValue)])
    #expect(keys.meanings(elsewhere: .character("%"), than: queue).isEmpty)
    var model = AppModel()
    _ = model.receive(.notice(Notice(.info, "Old.")))
    model.pass(over: [.queue(.hold), .response(.compare)])
    #expect(
      model.notice?.why.contains(" and \"Compare with the previous response\" in the response.")
        == true)
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
    #expect(reader.command(for: .character("t"), in: contexts) == nil)
    #expect(reader.command(for: .escape, in: contexts) == nil)
    #expect(reader.pending.isEmpty)
    #expect(reader.command(for: .character(","), in: contexts) == nil)
    #expect(reader.command(for: .character("r"), in: contexts) == .app(.requests))
  }

  @Test func `a user's key replaces the standard ones`() throws {
    let file = KeymapFile(
      "queue.pause: [f5, \", p\"]\nqueue.cancel: []\n", file: "keymap.yaml")
    #expect(file.problems.isEmpty && file.losses.isEmpty)
    let keymap = file.keymap
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
    let own = KeymapFile("queue.cancel: f9", file: "keymap.yaml").keymap
    #expect(screen(own).contains("f9 cancels it here."))
    _ = model.perform(.feature(.log))
    #expect(screen(own).contains("f9 cancels it here."))
  }

  @Test(arguments: [
    ("queue.pawse: x", "queue.pause"), ("queue.pause: ctrl+enter", "not a key"),
    ("typing.undo: u", "typed as text"), ("queue.pause: {a: b}", "text"),
    ("response.save: f5\nresponse.copyPath: f5", "response.save"),
  ])
  func `a wrong line costs that line alone`(text: String, word: String) throws {
    let file = KeymapFile("queue.hold: f7\n\(text)\napp.zoom: f8\n", file: "keymap.yaml")
    let problem = try #require(file.problems.first)
    #expect(file.problems.count == 1 && problem.place.file == "keymap.yaml")
    #expect((2...3).contains(problem.place.line))
    #expect("\(problem.why) \(problem.whatToDo)".contains(word), "\(problem)")
    #expect(file.keymap.labels(of: .queue(.hold)) == ["f7"])
    #expect(file.keymap.labels(of: .app(.zoom)) == ["f8"])
    #expect(file.keymap.labels(of: .queue(.pause)) == ["p"])
  }

  @Test func `a user's key is taken from the command that has it by default`() {
    let file = KeymapFile("queue.pause: x\nresponse.save: y\n", file: "keymap.yaml")
    #expect(file.problems.isEmpty)
    #expect(file.keymap.labels(of: .queue(.pause)) == ["x"])
    #expect(file.keymap.labels(of: .queue(.cancel)) == [])
    #expect(file.losses.contains(.init(key: "x", from: "queue.cancel", to: "queue.pause")))
    // A key that begins chords takes them all.
    #expect(file.keymap.labels(of: .response(.copyPath)) == [])
    #expect(file.losses.contains(.init(key: "yp", from: "response.copyPath", to: "response.save")))
    let silenced = KeymapFile("queue.pause: x\nqueue.cancel: []\n", file: "keymap.yaml")
    #expect(silenced.losses.isEmpty)
  }

  @Test func `a file that is no YAML leaves the standard keys`() {
    let file = KeymapFile("queue.pause: [", file: "keymap.yaml")
    #expect(file.problems.count == 1 && file.keymap == .standard)
    #expect(KeymapFile("", file: "keymap.yaml").keymap == .standard)
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
