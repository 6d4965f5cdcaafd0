import ClientModel
import Testing

@testable import ClientCore

@Suite struct ChangeReaderTests {
  @Test func `a change that comes while changes are read is one more round`() {
    var reader = ChangeReader()
    let begins = [reader.begin(), reader.begin(), reader.begin()]
    #expect(begins == [true, false, false])
    let readsAgain = [reader.readsAgain(), reader.readsAgain()]
    #expect(readsAgain == [true, false])
    let beginsAfterwards = reader.begin()
    #expect(beginsAfterwards)
  }

  @Test func `an own commit is known at once only when no other came before it`() {
    var reader = ChangeReader()
    reader.reached(5)
    reader.committed(6)
    #expect(reader.revision == 6)
    reader.committed(8)
    #expect(reader.revision == 6)
    reader.reached(8)
    #expect(reader.revision == 8)
    reader.reached(3)
    #expect(reader.revision == 8)
  }

  @Test func `what was heard of while the queue is loaded is newer than what is read`() {
    var reader = ChangeReader()
    reader.heard(of: [JobID(1)])
    #expect(!reader.hasHeard(of: JobID(1)))
    reader.beginLoading()
    reader.heard(of: [JobID(2)])
    #expect(reader.isLoading)
    #expect(!reader.hasHeard(of: JobID(1)))
    #expect(reader.hasHeard(of: JobID(2)))
    reader.endLoading()
    #expect(!reader.hasHeard(of: JobID(2)))
  }
}
