import ClientDocuments
import ReadingValues
import Synchronization
import Testing

@testable import ClientReading

/// The loop that reads an open body, and what it publishes.
@Suite struct BodyReaderTests {
  /// More than what is read before the first rows show: about ten portions.
  private static let large =
    "[" + (0..<60_000).map { #"{"id": \#($0), "name": "item \#($0)"}"# }.joined(separator: ",\n")
    + "]"

  private static let moment = ContinuousClock.now
  private let clock = StillClock()
  private let published = Published()

  private func reader() -> BodyReader {
    BodyReader(
      DocumentController(step: 1 << 20) { _ in nil }, on: SerialThread(), clock: clock,
      now: { Self.moment },
      subscriber: { [published] event in published.add(event) })
  }

  private func request(
    _ action: DocumentRequest.Action, window: Range<Int> = 0..<30
  ) -> DocumentRequest {
    DocumentRequest(generation: 1, view: .tree, action: action, row: 0, window: window)
  }

  private var opens: DocumentRequest {
    request(.open(.stored(.inline(Array(Self.large.utf8))), mediaType: "application/json"))
  }

  /// Lets the rest of the body be read without a rest of the reader or of the events.
  private func readAll(_ reader: BodyReader) async {
    clock.run()
    await reader.waitForLoop()
    await reader.publisher?.value
  }

  @Test func `rows are published before all is indexed, and again when it is`() async {
    let reader = reader()
    reader.pauseForKeys()
    await reader.handle(opens)
    let first = published.all.first
    #expect(first?.window?.rows.count == 30 && first?.reading?.work == .indexing)
    await clock.wake(ReadingPace.keyRest)
    await clock.wake(BodyReader.eventPause)
    #expect(published.all.count >= 2)
    #expect(published.all[1].isProgress && published.all[1].reading != nil)
    await readAll(reader)
    #expect(published.all.last?.reading == nil && published.all.last?.window?.total == 60_001)
  }

  @Test func `a search is answered before the next portion`() async {
    let reader = reader()
    reader.pauseForKeys()
    await reader.handle(opens)
    let search = DocumentSearch(SearchQuery("item 7"), .forward, .withRow, number: 1)
    await reader.handle(request(.find(search)))
    guard case .found? = published.all.last?.outcome else {
      return #expect(Bool(false), "nothing was found")
    }
    #expect(published.all.last?.isProgress == false)
    #expect(await reader.loop != nil, "the rest of the body is still to be read")
    await reader.close()
  }

  @Test func `closing ends the loop, and nothing is published any more`() async {
    weak var released: BodyReader?
    do {
      let reader = reader()
      released = reader
      reader.pauseForKeys()
      await reader.handle(opens)
      await clock.wake(ReadingPace.keyRest)
      await clock.wake(BodyReader.eventPause)
      await reader.handle(request(.close))
      let count = published.all.count
      await readAll(reader)
      #expect(published.all.count == count)
      #expect(await reader.loop == nil)
    }
    // Its tasks have let go of it as well.
    for _ in 0..<100_000 where released != nil { await Task.yield() }
    #expect(released == nil)
  }

  @Test func `another body takes the place of the one that is read`() async {
    let reader = reader()
    await reader.handle(opens)
    var next = request(.open(.stored(.inline(Array("[1]".utf8))), mediaType: "application/json"))
    next.generation = 2
    await reader.handle(next)
    let count = published.all.count
    await readAll(reader)
    #expect(published.all.dropFirst(count).allSatisfy { $0.generation == 2 })
    #expect(published.all.contains { $0.generation == 2 && $0.window?.total == 2 })
  }

  @Test func `a subscriber that takes nothing holds up no portion, and then gets the newest state`()
    async
  {
    let held = Published()
    let reader = BodyReader(
      DocumentController(step: 1 << 20) { _ in nil }, on: SerialThread(), clock: clock,
      now: { Self.moment },
      subscriber: { @HeldScreen event in held.add(event) })
    let opening = Task { await reader.handle(opens) }
    // The response and the first event wait; the loop does not.
    await HeldScreen.queue.waitForJobs(2)
    await reader.waitForLoop()
    #expect(held.all.isEmpty)
    HeldScreen.queue.open()
    await opening.value
    await readAll(reader)
    #expect(held.all.count <= 3, "the portions in between were reported together")
    #expect(held.all.map(\.isProgress) == [false] + held.all.dropFirst().map { _ in true })
    #expect(held.all.last?.reading == nil && held.all.last?.window?.total == 60_001)
  }

  @Test func `no portion is read on the actor of the subscriber`() async {
    let thread = SerialThread()
    let reader = BodyReader(
      DocumentController(step: 1 << 20) { _ in nil }, on: thread, clock: clock,
      now: { Self.moment },
      subscriber: { [published] event in published.add(event) })
    await reader.handle(opens)
    await reader.waitForLoop()
    await readAll(reader)
    #expect(thread.jobs > 8, "each portion is a job of the reader's own executor")
  }
}

/// What a reader has published.
private final class Published: Sendable {
  private let events = Mutex<[DocumentUpdate]>([])

  var all: [DocumentUpdate] { events.withLock { $0 } }
  func add(_ event: DocumentUpdate) { events.withLock { $0.append(event) } }
}

extension BodyReader {
  /// Waits until nothing is left to read.
  fileprivate func waitForLoop() async { while let loop { await loop.value } }
}

/// A screen that is busy until the test opens it.
@globalActor private actor HeldScreen {
  static let shared = HeldScreen()
  static let queue = HeldQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.queue.asUnownedSerialExecutor()
  }
}
