package import ClientDocuments
package import ReadingValues
import Synchronization

/// Reads the open body in a loop of its own, and handles requests between two portions.
///
///     request ──► response published ──► more to read? ──► portion ──► portion ─ … ─► all is read
///                                                             └──► event published, then a pause
///
/// Whoever takes what is published is not part of the loop: while a screen is busy, reading goes on, and the
/// next event reports everything that was read meanwhile.
package actor BodyReader {
  /// Takes what is published, in its order, on the actor that it names itself.
  package typealias Subscriber = @isolated(any) @Sendable (DocumentUpdate) -> Void

  /// The time between two events that no request asked for: as many as an eye follows.
  static let eventPause = Duration.milliseconds(40)

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
  ///   - now: The time of keys.
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

  /// Handles a request; returns when the subscriber has taken the response.
  package func handle(_ request: DocumentRequest) async {
    let event = controller.response(request)
    update()
    // The subscriber is called in the order of these lines: a call enqueues it before the next portion.
    await subscriber(event)
  }

  /// Deletes the body; nothing of it is published any more.
  package func close() {
    controller.close()
    update()
  }

  /// The next portions leave processor time to whoever shows what keys do.
  package nonisolated func giveWay() { pace.withLock { $0.giveWay(at: now()) } }

  // MARK: Reading

  /// Starts or ends the loop, after the controller has changed.
  private func update() {
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
      update()
      // Requests that came during the portion are ahead of the next one.
      await Task.yield()
    }
  }

  private func publish() async {
    while let event = controller.takeEvent() {
      update()
      await subscriber(event)
      do { try await clock.sleep(for: Self.eventPause) } catch { break }
    }
    publisher = nil
  }

  // MARK: Bytes

  /// The bytes of a value, or of all that is on show; nil when something else is on show by now.
  package func bytes(of span: NodeSpan?) throws(DocumentError) -> ByteSource? {
    try controller.bytes(of: span)
  }

  /// The picture of this generation; nil when another body is open now.
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
