import ClientModel
import JobFixtures
import Panels
import Terminal
import TestSupport
import Testing
import ViewModels

/// Typing in a large body costs what typing in a small one does: best of many keys, each with its
/// frame, in the time of its own thread, so that other work on the machine does not count.
@Suite(.serialized) struct LongBodyTests {
  private let size = Size(width: 80, height: 24)

  private func typing(_ body: DraftBody) -> AppModel {
    var model = AppModel()
    let draft = Draft(method: "POST", url: "https://a.example", body: body)
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.move(.down))
    _ = model.perform(.composer(.edit))
    return model
  }

  private func bestKey(_ commands: [Command], in body: String) -> Duration {
    // As text: that JSON is judged when it is opened is another matter.
    var model = typing(.text(body, mediaType: "text/plain"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.move(.down))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.down))
    var best = Duration.seconds(60)
    for _ in 0..<8 {
      for command in commands {
        let spent = threadTime {
          _ = model.perform(command)
          _ = Screen.draw(model, keys: KeyReader(), size: size)
        }
        best = min(best, spent)
      }
    }
    return best
  }

  private static let line = #"  "name": "a value of some length, as bodies have them","# + "\n"
  private static let many = "{\n" + String(repeating: line, count: 90_000) + "}"
  /// Just too large to be checked at each key.
  private static let some = "{\n" + String(repeating: line, count: 5_000) + "}"
  private static let one =
    "[\n" + String(repeating: #"{"name": "a value of some length"},"#, count: 150_000) + "1]"

  @Test func `a key costs no more in five megabytes than in five kilobytes`() {
    let keys: [Command] = [.insert("x"), .typing(.left), .insert("y"), .typing(.deleteBackward)]
    let small = bestKey(keys, in: "{\n" + String(repeating: Self.line, count: 90) + "}")
    for body in [Self.many, Self.one] {
      #expect(body.utf8.count > 4_900_000)
      let large = bestKey(keys, in: body)
      #expect(large < small * 3 + .milliseconds(8), "\(large) against \(small)")
    }
  }

  @Test func `what was typed in a large body is sent and saved`() {
    var model = typing(.json(Self.some))
    _ = model.perform(.insert(" "))
    #expect(model.composer.isUnsaved && model.storeRequests().isEmpty)
    let expected = DraftBody.json(" " + Self.some)
    guard case .requests(.save(let draft, _, _))? = model.perform(.composer(.save)).first else {
      return #expect(Bool(false))
    }
    #expect(draft.body == expected && model.composer.isTyping)
    _ = model.perform(.insert(" "))
    _ = model.perform(.typing(.leave))
    #expect(model.composer.draft.body == .json("  " + Self.some))
    #expect(model.composer.fault(in: .body) != nil, "it is checked when it is left")
  }

  @Test func `moving in a body changes nothing`() {
    var model = typing(.json(Self.some))
    for command in [TypingCommand.down, .right, .lineEnd, .textEnd] {
      _ = model.perform(.typing(command))
    }
    #expect(!model.composer.isUnsaved)
  }
}
