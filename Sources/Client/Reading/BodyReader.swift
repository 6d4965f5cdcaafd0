package import ClientDocuments
package import ReadingValues
import Synchronization

/// Reads the open body portion by portion, and handles requests between two portions.
///
///     request ──►  update published  ──► more to read? ──► portion ──► portion ─ … ─► all is read
///                                                             └──► event published, then a pause
///
/// The loop does not wait for the subscriber: while a screen is busy, reading goes on, and the next event
/// reports everything that was read meanwhile.
package actor BodyReader {
  /// Receives updates in the order of their publishing, on its own actor.
  package typealias Subscriber = @isolated(any) @Sendable (DocumentUpdate) -> Void

  /// The pause between two progress events. With the one of the transfer before it and that of the frame after it,
  /// the newest event of a stream is on the screen within 50 ms.
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
  /// Nil when there is nothing to read.
  private(set) var loop: Task<Void, Never>?
  /// Nil when there is nothing to publish.
  private(set) var publisher: Task<Void, Never>?

  /// - Parameters:
  ///   - executor: Where files are read; a portion takes some milliseconds of it.
  ///   - clock: Measures the rests between portions and between events.
  ///   - now: The current time, to measure how long ago a key was pressed.
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

  /// Handles a request; returns when the subscriber has taken the update.
  package func handle(_ request: DocumentRequest) async {
    let event = controller.response(request)
    startOrEndTasks()
    // The subscriber is called in the order of these lines: a call enqueues it before the next portion.
    await subscriber(event)
  }

  /// Closes the body, and publishes no more events of it.
  package func close() {
    controller.close()
    startOrEndTasks()
  }

  /// Lets the next portions rest, so that the screen follows the keys.
  package nonisolated func giveWay() { pace.withLock { $0.giveWay(at: now()) } }

  // MARK: Reading

  /// Starts or ends the loop and the publishing, as the controller's state demands.
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
      let portion = controller.readOn()
      pace.withLock { $0.didRead(portion) }
      startOrEndTasks()
      // Handles requests that arrived during the portion before the next portion.
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

  /// The bytes of a value, or of the displayed body; nil if another body was opened meanwhile.
  package func bytes(of span: NodeSpan?) throws(DocumentError) -> ByteSource? {
    try controller.bytes(of: span)
  }

  /// The picture that was opened as this generation; nil if another body was opened since.
  package func picture(
    of generation: Int
  ) throws(DocumentError) -> (format: PictureFormat, source: ByteSource)? {
    try controller.picture(of: generation)
  }

  // MARK: Filters

  /// The next jq input for the filter with this number; nil if the filter does not run jq now, or if
  /// another filter has started since.
  package func nextInput(
    of number: Int
  ) throws(DocumentError) -> (program: String, input: [UInt8], reach: BodyFilter.FaultReach)? {
    try controller.nextInput(of: number)
  }

  /// Takes what jq printed for the filter of this number.
  package func take(_ printed: [UInt8], complaint: String?, of number: Int) {
    controller.take(printed, complaint: complaint, of: number)
  }
}
