import ClientModel
import Testing
import ViewModels

@testable import weir

struct QueuedBatchTests {
  @Test func `the message about a new batch names the keys that set its limit`() {
    let notice = Notice.queued(GraphID(3), rows: 1200)
    let advice = KeyMention.resolved(notice.whatToDo) { $0 == .queue(.raiseLimit) ? "+" : "-" }
    #expect(notice.what == "Batch g3 is in the queue: 1,200 rows.")
    #expect(
      advice == "On its line in the queue, + and - change how many of its lane run at once.")
  }
}
