import ClientModel
import Testing
import ViewModels

/// The advice of the client in the words of the interface.
struct InterfaceWordsTests {
  private func advice(_ text: String) -> String {
    let notice = Notice(DraftProblem(.option("cache"), what: "a", why: "b", whatToDo: text))
    return KeyMention.resolved(notice.whatToDo) { $0 == .app(.trust) ? "f9" : nil }
  }

  @Test func `an error about trust names the key that trusts the workspace`() {
    #expect(
      advice(TrustAdvice.sentence + " Then retry the job.")
        == "f9 shows its files and asks whether to trust them. Then retry the job.")
    let failure = Failure(.program, what: "a", why: "b", whatToDo: TrustAdvice.sentence)
    #expect(!failure.advice.contains("weir trust") && failure.whatToDo.contains("weir trust"))
  }

  @Test func `advice about the cache names the options and not the flags`() {
    #expect(
      advice(CacheObstacle.method(.post).whatToDo)
        == "If POST only reads, add the option Methods: POST or `methods: [POST]` in `cache`.")
    for obstacle in [CacheObstacle.method(.post), .uncoveredBody, .uniqueBody] {
      #expect(!advice(obstacle.whatToDo).contains("--"))
    }
    #expect(advice("Send it with --cache fresh.") == "Send it with the option Cache: fresh.")
  }
}
