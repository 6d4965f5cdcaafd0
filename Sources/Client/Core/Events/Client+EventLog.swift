public import ClientModel

/// The event log: one typed stream of what happens. Where nobody listens it costs one comparison.
extension Client {
  /// Events from now on; every call makes a stream of its own, which ends with the client.
  ///
  /// - Parameters:
  ///   - words: The kinds wanted; `dropped` comes always.
  ///   - buffering: How many events may wait for the reader. Past that the oldest are dropped, and
  ///     an event says how many.
  public func eventLog(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<Event> {
    let lease = listen(for: words, scope, buffering)
    return AsyncStream { await lease.next() }
  }

  /// The same in bursts as they come, for readers that count each turn.
  package func eventBursts(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<[Event]> {
    let lease = listen(for: words, scope, buffering)
    return AsyncStream { await lease.nextBatch() }
  }

  private func listen(
    for words: Set<Event.Word>, _ scope: EventScope, _ buffering: Int
  ) -> EventLease {
    let number = takeNumber()
    let buffer = EventBuffer(limit: buffering)
    eventListeners[number] = EventListener(
      buffer: buffer, words: words.reduce(0) { $0 | $1.bit }, scope: scope)
    countWants()
    if wantsValueEvents { Task { await beginSharedWatch() } }
    return EventLease(buffer) { [weak self] in
      Task { [weak self] in await self?.forgetEventListener(number) }
    }
  }

  private func forgetEventListener(_ number: Int) {
    eventListeners[number] = nil
    countWants()
  }

  private func countWants() {
    wantedEvents = eventListeners.values.reduce(0) { $0 | $1.words }
    // The log alone wants ends of this process: for these nobody need remember what was told. Who
    // hears of other processes' jobs would take this one's for theirs when the store shows them again.
    keepsTold =
      wants(.submitted) || wants(.changed)
      || eventListeners.values.contains {
        $0.scope == .allProcesses && $0.words & Event.Word.ofJobsElsewhere != 0
      }
  }

  func finishEventListeners() {
    for listener in eventListeners.values { listener.buffer.finish() }
    eventListeners = [:]
    countWants()
  }

  /// True when somebody listens for one of these kinds: asked before anything is made.
  func wants(_ word: Event.Word) -> Bool { wantedEvents & word.bit != 0 }

  /// Tells everybody who listens of something that went wrong outside the client.
  package func report(_ failure: Failure) { tell(.noticed(failure)) }

  func emit(_ event: Event) { emit([event]) }

  func emit(_ events: [Event]) {
    guard !events.isEmpty else { return }
    for listener in eventListeners.values {
      let wanted = events.filter {
        listener.words & $0.word.bit != 0
          && (listener.scope == .allProcesses || $0.place == .here)
      }
      listener.buffer.put(wanted)
    }
  }
}
