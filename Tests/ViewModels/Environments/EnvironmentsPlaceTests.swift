import ClientModel
import Testing

@testable import ViewModels

struct EnvironmentsPlaceTests {
  private func open() -> AppModel {
    var model = AppModel()
    #expect(model.perform(.app(.environments)) == [.environments(.list)])
    _ = model.receive(.environments(["dev", "live"], chosen: Environment(name: "dev")))
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
