import ClientModel
import Testing
import ViewModels

struct KeepingTests {
  private let left = Draft(method: "POST", url: "https://left.example")

  @Test func `what is typed is kept, one keeping at a time`() {
    var model = AppModel()
    #expect(model.keepDraft().isEmpty)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    #expect(model.keepDraft() == [.keepDraft(Draft(url: "h"))])
    _ = model.perform(.insert("t"))
    #expect(model.keepDraft().isEmpty, "the first is still being kept")
    _ = model.receive(.draftKept)
    #expect(model.keepDraft() == [.keepDraft(Draft(url: "ht"))])
    _ = model.receive(.draftKept)
    #expect(model.keepDraft().isEmpty, "nothing changed")
  }

  @Test func `what is saved or thrown away is kept no longer`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    _ = model.keepDraft()
    _ = model.receive(.draftKept)
    _ = model.receive(.composer(.saved(name: "a")))
    #expect(model.keepDraft() == [.keepDraft(nil)])
    _ = model.receive(.draftKept)
    _ = model.perform(.insert("i"))
    #expect(model.keepDraft() == [.keepDraft(Draft(name: "a", url: "hi"))])
    _ = model.receive(.draftKept)
    _ = model.receive(.composer(.deleted("other")))
    #expect(model.keepDraft().isEmpty)
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.dialog(.previous))
    _ = model.perform(.dialog(.accept))
    #expect(model.keepDraft() == [.keepDraft(nil)])
  }

  @Test func `what a session left comes back as unsaved`() {
    var model = AppModel()
    #expect(model.receive(.composer(.restored(left, base: nil))) == [.claimDraft])
    #expect(model.composer.draft == left && model.composer.isUnsaved)
    #expect(model.notice?.what == "The unsaved request of the last session is back.")
    var changed = left
    changed.name = "a"
    var base = changed
    base.url = "https://saved.example"
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.dialog(.previous))
    _ = model.perform(.dialog(.accept))
    _ = model.receive(.composer(.restored(changed, base: base)))
    #expect(model.composer.name == "a" && model.composer.isUnsaved)
    _ = model.receive(.edited(.field(.url), "https://saved.example"))
    #expect(!model.composer.isUnsaved)
  }

  @Test func `what is being composed is not replaced unasked`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("mine"))
    #expect(model.receive(.composer(.restored(left, base: nil))).isEmpty)
    #expect(model.overlays.isEmpty && model.composer.draft.url == "mine")
    _ = model.perform(.typing(.leave))
    _ = model.receive(.composer(.restored(left, base: nil)))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.claimDraft])
    #expect(model.composer.draft == left)
  }
}
