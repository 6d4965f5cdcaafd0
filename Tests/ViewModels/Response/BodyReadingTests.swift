import ClientModel
import ReadingValues
import Testing

@testable import ViewModels

@Suite struct BodyReadingTests {
  private func reading(
    _ work: ReadingProgress.Work? = .indexing, _ source: DocumentSource = .stored(.none)
  ) -> BodyReading {
    var reading = BodyReading()
    reading.begin(source)
    let progress = work.map { ReadingProgress($0, done: 42, total: 100) }
    reading.found(DocumentFacts(kind: .json, reading: progress))
    return reading
  }

  @Test func `reading goes on until the reader reports that all is read`() {
    var reading = reading()
    #expect(reading.isGoingOn && reading.text == "indexing, 42%")
    reading.found(DocumentFacts(kind: .json))
    #expect(!reading.isGoingOn && reading.text == nil)
  }

  @Test func `reading that failed does not go on`() {
    var reading = reading()
    reading.halt()
    #expect(!reading.isGoingOn && reading.text == "indexing, 42%, stopped")
  }

  @Test func `stopping keeps what is known until the response is shown again`() {
    var reading = reading()
    #expect(reading.stop().count == 1 && reading.stop().isEmpty)
    #expect(!reading.isGoingOn && reading.text == "indexing, 42%, stopped")
    #expect(reading.resume() && !reading.resume())
    #expect(reading.isGoingOn && reading.text == "indexing, 42%")
  }

  @Test func `a body that grows resumes a stopped reading`() {
    var reading = reading()
    _ = reading.stop()
    _ = reading.extend(.arriving(StoredBytes(localFile: "body")))
    #expect(reading.isGoingOn && reading.isArriving)
  }

  @Test func `only a body that could not be opened while it arrives is opened again`() {
    var arriving = BodyReading()
    arriving.begin(.arriving(StoredBytes(localFile: "body")))
    arriving.failed()
    #expect(arriving.source == nil)
    var open = reading(.indexing, .arriving(StoredBytes(localFile: "body")))
    open.failed()
    #expect(open.source == .arriving(StoredBytes(localFile: "body")))
  }

  @Test
  func `the tree opens at the data once in a generation, and not before its rows are indexed`() {
    var early = reading(.indexing)
    #expect(early.opensData(in: 1) == false)
    var reading = reading(.checking)
    #expect(reading.opensData(in: 1) && !reading.opensData(in: 1) && reading.opensData(in: 2))
  }
}
