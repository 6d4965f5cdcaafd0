package import ClientDocuments
package import ReadingValues
import Synchronization

/// Reads the open body in chunks, and handles requests between two chunks.
///
///     request ──► update published ──► more to read? ──► chunk ──►
///     chunk … ──► done
///                                          └──► event published, then a pause
///
/// The loop does not wait for the subscriber. Reading continues while the UI is busy, and the next
/// event reports everything read since the last one.
package actor BodyReader {
  /// A function that receives updates in order. It is called on its own actor.
  package typealias Subscriber = @isolated(any) @Sendable (DocumentUpdate) -> Void

  /// The pause between two progress events.
  ///
  /// The transfer and the drawing of frames also have pauses. With all three pauses, the newest
  /// event of a stream is drawn within 50 ms.
  static let eventPause = Duration.milliseconds(8)

  private let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var controller: DocumentController
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> ContinuousClock.Instant
  private let subscriber: Subscriber
  private let pace = Mutex(ReadingPace())
  /// The task that reads chunks, or nil while there is nothing to read.
  private(set) var loop: Task<Void, Never>?
  /// The task that publishes events, or nil while there is nothing to publish.
  private(set) var publisher: Task<Void, Never>?

  /// Creates a reader without an open body.
  ///
  /// - Parameters:
  ///   - executor: The executor on which files are read. Reading one chunk takes some milliseconds.
  ///   - clock: The clock for the pauses between chunks and between events.
  ///   - now: A function that returns the current time, to measure the time since the last key
  ///     press.
  package init(
    _ controller: DocumentController, on executor: any SerialExecutor,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    subscriber: @escaping Subscriber
  ) {
    self.controller = controller
    self.executor = executor
    self.clock = clock
    self.now = now
    self.subscriber = subscriber
  }

  /// Handles a request. Returns after the subscriber has been called with the update.
  package func handle(_ request: DocumentRequest) async {
    let event = controller.response(request)
    startOrEndTasks()
    // This actor enqueues the update before it does anything else, so an event of the next chunk is
    // always delivered later.
    await subscriber(event)
  }

  /// Closes the body. No more events of this body are published.
  package func close() {
    controller.close()
    startOrEndTasks()
  }

  /// Delays the next chunks so that the UI reacts to keys.
  package nonisolated func pauseForKeys() { pace.withLock { $0.pauseForKeys(at: now()) } }

  // MARK: Reading

  /// Starts or ends both tasks, depending on the controller's state.
  private func startOrEndTasks() {
    if controller.hasMore {
      if loop == nil { loop = Task { await read() } }
    } else {
      loop?.cancel()
      loop = nil
    }
    if publisher == nil, controller.hasEvents { publisher = Task { await publish() } }
  }

  private func read() async {
    while !Task.isCancelled {
      if let rest = pace.withLock({ $0.rest(at: now()) }) {
        do { try await clock.sleep(for: rest) } catch { return }
        guard !Task.isCancelled else { return }
      }
      let portion = controller.continueReading()
      pace.withLock { $0.didRead(portion) }
      startOrEndTasks()
      // Requests that arrived during this chunk are handled before the next chunk.
      await Task.yield()
    }
  }

  private func publish() async {
    while let event = controller.takeEvent() {
      // If the event reports a failure, the loop must end.
      startOrEndTasks()
      await subscriber(event)
      do { try await clock.sleep(for: Self.eventPause) } catch { break }
    }
    publisher = nil
  }

  // MARK: Bytes

  /// Returns the bytes of a value, or of the displayed body if `span` is nil. Returns nil if
  /// another body has been opened since.
  package func bytes(of span: NodeSpan?) throws(DocumentError) -> ByteSource? {
    try controller.bytes(of: span)
  }

  /// Returns the format and bytes of the picture with this generation, or nil if another body has
  /// been opened since.
  package func picture(
    of generation: Int
  ) throws(DocumentError) -> (format: PictureFormat, source: ByteSource)? {
    try controller.picture(of: generation)
  }

  // MARK: Filters

  /// Continues the filter with this number up to jq's next input, and returns that input. Returns
  /// nil if the filter does not need jq, or if another filter has started since.
  package func nextInput(
    of number: Int
  ) throws(DocumentError) -> (program: String, input: [UInt8], reach: BodyFilter.FaultScope)? {
    try controller.nextInput(of: number)
  }

  /// Adds jq's output to the filter with this number.
  package func take(_ printed: [UInt8], complaint: String?, of number: Int) {
    controller.take(printed, complaint: complaint, of: number)
  }
}

/// The rule for the reader's pause before the next chunk.
///
/// While the user presses keys, the pause leaves processor time for the terminal. Without it, the
/// terminal would lag when all processors are busy.
struct ReadingPace: Sendable {
  /// The pause after a key press. It is shorter than the repeat interval of a held key, and several
  /// times as long as reading one chunk.
  static let keyRest = Duration.milliseconds(20)
  /// The pause after all received bytes have been read. A fast server sends about one chunk in this
  /// time.
  static let arrivalRest = Duration.milliseconds(3)

  /// The time after a key press during which chunks are delayed.
  static let keyInterval = Duration.milliseconds(250)

  private var lastKey: ContinuousClock.Instant?
  private var last = DocumentController.Portion.read

  mutating func pauseForKeys(at moment: ContinuousClock.Instant) {
    lastKey = moment
  }

  mutating func didRead(_ portion: DocumentController.Portion) { last = portion }

  /// Returns the pause before the next chunk, or nil if there is none.
  func rest(at now: ContinuousClock.Instant) -> Duration? {
    if let lastKey, now < lastKey + Self.keyInterval { return Self.keyRest }
    return last == .caughtUp ? Self.arrivalRest : nil
  }
}
