package import ClientDocuments
package import ReadingValues
import Synchronization

/// A reader of the open body in portions, which handles requests between two portions.
///
///     request ──► update published ──► more to read? ──► portion ──►
///     portion … ──► done
///                                          └──► event published, then a pause
///
/// The loop does not wait for the subscriber. While the UI is busy, reading continues, and the next
/// event reports everything read in the meantime.
package actor BodyReader {
  /// A receiver of updates, called on its own actor in the order in which the updates are
  /// published.
  package typealias Subscriber = @isolated(any) @Sendable (DocumentUpdate) -> Void

  /// The pause between two progress events. The transfer pauses before it and the drawing of frames
  /// after it. With all three pauses, the newest event of a stream is drawn within 50 ms.
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
  /// The task that reads portions, or nil while there is nothing to read.
  private(set) var loop: Task<Void, Never>?
  /// The task that publishes events, or nil while there is nothing to publish.
  private(set) var publisher: Task<Void, Never>?

  /// Creates a reader without an open body.
  ///
  /// - Parameters:
  ///   - executor: The executor on which files are read. One portion takes some milliseconds.
  ///   - clock: The clock for the pauses between portions and between events.
  ///   - now: Returns the current time, from which the time since the last key press is measured.
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

  /// Handles a request. Returns when the subscriber has received the update.
  package func handle(_ request: DocumentRequest) async {
    let event = controller.response(request)
    startOrEndTasks()
    // This actor is still busy when the call enqueues the update, so the next portion cannot
    // publish an event before it.
    await subscriber(event)
  }

  /// Closes the body. No further events of the body are published.
  package func close() {
    controller.close()
    startOrEndTasks()
  }

  /// Delays the next portions, so that the UI reacts to keys.
  package nonisolated func pauseForKeys() { pace.withLock { $0.pauseForKeys(at: now()) } }

  // MARK: Reading

  /// Starts or ends both tasks according to the controller's state.
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
      // Requests that arrived during this portion are handled before the next portion.
      await Task.yield()
    }
  }

  private func publish() async {
    while let event = controller.takeEvent() {
      // The event may report a failure, which ends the loop.
      startOrEndTasks()
      await subscriber(event)
      do { try await clock.sleep(for: Self.eventPause) } catch { break }
    }
    publisher = nil
  }

  // MARK: Bytes

  /// Returns the bytes of a value, or of the displayed body. Returns nil if another body has been
  /// opened since.
  package func bytes(of span: NodeSpan?) throws(DocumentError) -> ByteSource? {
    try controller.bytes(of: span)
  }

  /// Returns the picture with this generation, or nil if another body has been opened since.
  package func picture(
    of generation: Int
  ) throws(DocumentError) -> (format: PictureFormat, source: ByteSource)? {
    try controller.picture(of: generation)
  }

  // MARK: Filters

  /// Continues the filter with this number up to the next jq input and returns that input. Returns
  /// nil if the filter is not running jq or if another filter has started since.
  package func nextInput(
    of number: Int
  ) throws(DocumentError) -> (program: String, input: [UInt8], reach: BodyFilter.FaultScope)? {
    try controller.nextInput(of: number)
  }

  /// Adds the output of jq for the filter with this number.
  package func take(_ printed: [UInt8], complaint: String?, of number: Int) {
    controller.take(printed, complaint: complaint, of: number)
  }
}

/// The rules for the pause of the reader before its next portion.
///
/// While the user presses keys, a pause leaves processor time to the terminal. Otherwise, the
/// terminal's input and output would be delayed if all processors are busy.
struct ReadingPace: Sendable {
  /// The pause after a key press. The pause is shorter than the repeat interval of a held key, and
  /// several times as long as one portion takes.
  static let keyRest = Duration.milliseconds(20)
  /// The pause after all received bytes have been read. During this pause, a fast server sends
  /// about as many bytes as one portion reads.
  static let arrivalRest = Duration.milliseconds(3)

  /// The time after a key press during which portions are delayed.
  static let keyInterval = Duration.milliseconds(250)

  private var lastKey: ContinuousClock.Instant?
  private var last = DocumentController.Portion.read

  /// Records the time of a key press. Another key press will probably follow.
  mutating func pauseForKeys(at moment: ContinuousClock.Instant) {
    lastKey = moment
  }

  mutating func didRead(_ portion: DocumentController.Portion) { last = portion }

  /// Returns the pause before the next portion, or nil if there is none.
  func rest(at now: ContinuousClock.Instant) -> Duration? {
    if let lastKey, now < lastKey + Self.keyInterval { return Self.keyRest }
    return last == .caughtUp ? Self.arrivalRest : nil
  }
}
