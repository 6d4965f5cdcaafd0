import ClientModel
import Testing

@testable import ViewModels

struct EnvironmentsListTests {
  private func open() -> AppModel {
    var model = AppModel()
    #expect(model.perform(.feature(.environments)) == [.environments(.list)])
    _ = model.receive(.environments(.list(["dev", "live"], chosen: Environment(name: "dev"))))
    _ = model.perform(.move(.down))
    return model
  }

  @Test func `an environment is edited, copied and deleted from its row`() {
    var model = open()
    #expect(model.perform(.list(.edit)) == [.environments(.edit("dev"))])
    _ = model.perform(.list(.duplicate))
    for letter in ["t", "est"] { _ = model.perform(.insert(letter)) }
    #expect(model.perform(.typing(.enter)) == [.environments(.add("test", copying: "dev"))])
    _ = model.perform(.list(.delete))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.environments(.delete("dev"))])
  }

  @Test func `a chosen environment is the current one at once`() {
    var model = open()
    func current() -> [String] {
      guard case .list(let list) = model.overlays.last else { return [] }
      return model.rows(of: list).filter(\.isCurrent).map(\.title)
    }
    _ = model.perform(.move(.down))
    let effects = model.perform(.list(.choose))
    #expect(effects.contains(.environments(.choose("live"))))
    _ = model.perform(.feature(.environments))
    #expect(current() == ["live"])
    _ = model.perform(.move(.first))
    _ = model.perform(.list(.choose))
    _ = model.perform(.feature(.environments))
    #expect(current() == ["(none)"])
    _ = model.receive(.environments(.list(["dev", "live"], chosen: Environment(name: "live"))))
    #expect(current() == ["(none)"], "the first choice is in force, the second is not yet")
    _ = model.receive(.environments(.list(["dev", "live"], chosen: Environment(name: "dev"))))
    #expect(current() == ["dev"])
  }

  @Test func `a request sent right after the choice is checked with the chosen environment`() {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "{{base}}/books"), name: "books")))
    _ = model.receive(.environments(.list(["dev", "live"], chosen: Environment(name: "dev"))))
    func submits() -> Bool {
      model.perform(.composer(.send)).contains {
        if case .sending(.submit) = $0 { true } else { false }
      }
    }
    let before = submits()
    #expect(!before, "`dev` has no `base`")
    _ = model.perform(.feature(.environments))
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.choose))
    let meanwhile = submits()
    #expect(meanwhile)
    _ = model.receive(.environments(.list(["dev", "live"], chosen: Environment(name: "live"))))
    let after = submits()
    #expect(!after, "`live` has no `base`")
  }

  @Test func `a new one needs a name, and none at all cannot be copied`() {
    var model = open()
    _ = model.perform(.list(.new))
    #expect(model.perform(.typing(.enter)).isEmpty)
    _ = model.perform(.insert("dev2"))
    #expect(model.perform(.typing(.enter)) == [.environments(.add("dev2", copying: nil))])
    _ = model.perform(.move(.first))
    #expect(model.perform(.list(.duplicate)).isEmpty && model.notice != nil)
  }

  @Test func `a file that cannot be read is offered again`() {
    var model = AppModel()
    let notice = Notice(.error, "environments.yaml:1:1 cannot be read.")
    _ = model.receive(.fileRefused(.environments, "x", notice, line: 3))
    guard case .question = model.overlays.last else {
      return #expect(Bool(false), "nothing was asked")
    }
    #expect(
      model.perform(.dialog(.accept))
        == [.openEditor(text: "x", suffix: ".yaml", purpose: .file(.environments, line: 3))])
    #expect(
      model.receive(.edited(.file(.environments, line: 3), "y")) == [.environments(.write("y"))])
  }
}
