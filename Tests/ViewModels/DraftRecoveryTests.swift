import ClientModel
import Testing
import ViewModels

struct DraftRecoveryTests {
  private let left = Draft(method: "POST", url: "https://left.example")

  private func stored(_ drafts: Draft...) -> [Effect] {
    [.drafts(.store(StoredRequests(drafts.map { StoredRequest(name: $0.name, draft: $0) })))]
  }

  private func restored(_ draft: Draft, base: Draft? = nil) -> AppEvent {
    .composer(.restored([RestoredRequest(draft, base: base)], current: 0))
  }

  @Test func `typed text is stored, one write at a time`() {
    var model = AppModel()
    #expect(model.storeRequests().isEmpty)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    #expect(model.storeRequests() == stored(Draft(url: "h")))
    _ = model.perform(.insert("t"))
    #expect(model.storeRequests().isEmpty, "the first is still being stored")
    _ = model.receive(.draftStored)
    #expect(model.storeRequests() == stored(Draft(url: "ht")))
    _ = model.receive(.draftStored)
    #expect(model.storeRequests().isEmpty, "nothing changed")
  }

  @Test func `a saved request is stored by its name, and a closed one no longer`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("h"))
    _ = model.storeRequests()
    _ = model.receive(.draftStored)
    _ = model.receive(.composer(.saved(model.composer.draft, name: "a")))
    #expect(
      model.storeRequests()
        == [.drafts(.store(StoredRequests([StoredRequest(name: "a", draft: nil)])))])
    _ = model.receive(.draftStored)
    _ = model.perform(.insert("i"))
    let changed = StoredRequest(
      name: "a", draft: Draft(name: "a", url: "hi"), base: Draft(name: "a", url: "h"))
    #expect(model.storeRequests() == [.drafts(.store(StoredRequests([changed])))])
    _ = model.receive(.draftStored)
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.closeRequest))
    #expect(model.storeRequests() == [.drafts(.store(nil))])
  }

  @Test func `what a session left comes back as unsaved`() {
    var model = AppModel()
    let request = ComposedRequest.unnamed(method: .post, url: "https://left.example/")
    #expect(model.receive(restored(left)) == [.drafts(.claim), .history(.findLast(request))])
    #expect(model.composer.draft == left && model.composer.isUnsaved)
    #expect(model.notice?.what == "The unsaved request of the last session was restored.")
  }

  @Test func `a changed saved request is still that request`() {
    var changed = left
    changed.name = "a"
    var base = changed
    base.url = "https://saved.example"
    var model = AppModel()
    _ = model.receive(restored(changed, base: base))
    #expect(model.composer.name == "a" && model.composer.isUnsaved)
    _ = model.receive(.edited(.field(.url), "https://saved.example"))
    #expect(!model.composer.isUnsaved)
  }

  @Test func `what the user composes meanwhile stays, and the restored request is a tab`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("mine"))
    #expect(model.receive(restored(left)) == [.drafts(.claim)])
    #expect(model.composer.draft.url == "mine" && model.composer.isTyping)
    #expect(model.requests.tabs.map(\.title) == ["POST left.example", "GET mine"])
  }
}
