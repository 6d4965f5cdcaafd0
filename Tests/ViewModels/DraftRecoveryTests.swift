import ClientModel
import Testing
import ViewModels

struct DraftRecoveryTests {
  private let left = Draft(method: "POST", url: "https://left.example")

  @Test func `typed text is stored, one write at a time`() {
    var model = AppModel()
    #expect(model.storeDraft().isEmpty)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    #expect(model.storeDraft() == [.storeDraft(Draft(url: "h"))])
    _ = model.perform(.insert("t"))
    #expect(model.storeDraft().isEmpty, "the first is still being stored")
    _ = model.receive(.draftStored)
    #expect(model.storeDraft() == [.storeDraft(Draft(url: "ht"))])
    _ = model.receive(.draftStored)
    #expect(model.storeDraft().isEmpty, "nothing changed")
  }

  @Test func `what is saved or thrown away is stored no longer`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    _ = model.storeDraft()
    _ = model.receive(.draftStored)
    _ = model.receive(.composer(.saved(name: "a")))
    #expect(model.storeDraft() == [.storeDraft(nil)])
    _ = model.receive(.draftStored)
    _ = model.perform(.insert("i"))
    #expect(model.storeDraft() == [.storeDraft(Draft(name: "a", url: "hi"))])
    _ = model.receive(.draftStored)
    _ = model.receive(.composer(.deleted("other")))
    #expect(model.storeDraft().isEmpty)
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.dialog(.previous))
    _ = model.perform(.dialog(.accept))
    #expect(model.storeDraft() == [.storeDraft(nil)])
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
