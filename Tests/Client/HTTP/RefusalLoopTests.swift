import ClientCore
import ClientModel
import Testing

@testable import ClientHTTP

/// Where libcurl is missing.
struct RefusalLoopTests {
  @Test func `each attempt ends at once with what to install`() async throws {
    let (stream, update) = AsyncStream.makeStream(of: [TransportEvent].self)
    let inbox = TransportInbox()
    let attempt = OutgoingAttempt(
      id: AttemptID(job: JobID(7), number: 1), request: .fixture("http://example.com/"),
      body: NewBody(localFile: "/nowhere"))
    inbox.put(.begin([attempt]))
    let started = OwnThread.start {
      RefusalLoop(inbox: inbox, events: update).run()
      update.finish()
    }
    #expect(started)
    var endings: [AttemptResult.End] = []
    for await batch in stream {
      for case .finished(let id, let result, let facts) in batch {
        #expect(id == attempt.id && facts.sent == .nothing)
        endings.append(result.end)
      }
      inbox.put(.shutDown)
    }
    #expect(endings.count == 1)
    guard case .failed(let failure)? = endings.first else {
      Issue.record("The attempt did not fail.")
      return
    }
    #expect(failure.kind == .unsupported)
    #expect(failure.what.contains("example.com") && failure.whatToDo.contains("libcurl4"))
  }
}
