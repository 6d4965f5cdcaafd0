public import ClientModel

/// Keys with values that survive, can be watched, and can be sealed.
extension Client {
  /// What is kept, by key; no value is opened.
  public func sharedValues() async throws(Failure) -> [SharedValueFacts] {
    try await storage.sharedSnapshot().facts
  }

  /// Reads a value and undoes the transforms that are stored with it.
  ///
  /// - Returns: Nil for a key that does not exist or has only a rule.
  /// - Throws: `secretMissing` if a key for opening it is missing; `storage` if the value was tampered
  ///   with. Both name the shared value's key.
  public func sharedValue(_ key: SharedKey) async throws(Failure) -> SharedValue? {
    try await storage.sharedValue(key, opening: seams.secrets)
  }

  /// Sets a value; it is on disk when this returns.
  ///
  /// - Parameter rule: How this key's values are kept from now on; nil leaves that as it is.
  @discardableResult
  public func setSharedValue(
    _ key: SharedKey, to content: SharedContent, as rule: SharedRule? = nil
  ) async throws(Failure) -> SharedValueFacts {
    try await set(key, .content(content, rule))
  }

  /// Changes how a key's values are kept. The value there is, if any, is written anew; where it cannot
  /// be opened, nothing changes.
  @discardableResult
  public func setSharedRule(
    _ rule: SharedRule, of key: SharedKey
  ) async throws(Failure) -> SharedValueFacts {
    try await set(key, .rule(rule))
  }

  /// Removes keys with their rules, also those whose values cannot be opened.
  ///
  /// - Returns: Those that were there.
  @discardableResult
  public func removeSharedValues(_ keys: [SharedKey]) async throws(Failure) -> [SharedKey] {
    try await remove(keys)
  }

  /// Removes everything, with what guards it.
  @discardableResult
  public func removeAllSharedValues() async throws(Failure) -> [SharedKey] {
    try await remove(nil)
  }

  /// Changes from now on, by this process and by others: those of others are heard once `start` was
  /// called, and several that follow one another closely may come as one.
  ///
  /// The stream ends when its task is cancelled.
  ///
  /// - Parameters:
  ///   - opening: Which values come along; they are opened when the stream is read.
  ///   - most: How many changes are held for a slow reader. Beyond that the oldest are dropped, and
  ///     `dropped` stands in their place.
  public func sharedChanges(
    of watch: SharedWatch = .all, opening: SharedOpening = .openOnly, holding most: Int = 256
  ) async throws(Failure) -> AsyncStream<SharedValueChange> {
    let reader = SharedNewsReader(watch, opening: opening, buffering: most)
    // Told only when something changes after it, so the wait cannot lose news.
    if !isWatchingValues {
      publisher.values.watches.begin(with: try await storage.sharedSnapshot())
    }
    publisher.values.add(reader)
    let seams = seams
    return AsyncStream {
      await reader.next { (key) throws(Failure) in
        try await seams.storage.sharedValue(key, opening: seams.secrets)
      }
    }
  }

  private func set(
    _ key: SharedKey, _ setting: SharedSetting
  ) async throws(Failure) -> SharedValueFacts {
    let facts = try await storage.setShared(key, setting, at: clock.now, opening: seams.secrets)
    await tell(publisher.values.watches.set(facts), from: .here)
    return facts
  }

  private func remove(_ keys: [SharedKey]?) async throws(Failure) -> [SharedKey] {
    let contents = await contentsToTell(of: keys)
    let removal = try await storage.removeShared(keys)
    for facts in removal.facts {
      let news = publisher.values.watches.remove(
        facts, at: removal.version, content: contents[facts.key])
      await tell(news, from: .here)
    }
    return removal.facts.map(\.key)
  }

  // MARK: Subscribers

  var wantsValueEvents: Bool {
    publisher.subscribers.wants(.valueSet) || publisher.subscribers.wants(.valueRemoved)
  }

  /// Whether there are subscribers of changes by other processes.
  var isWatchingValues: Bool {
    publisher.values.watches.hasBegun && (wantsValueEvents || !publisher.values.isEmpty)
  }

  /// Reads the present values, to recognise later changes for the event log.
  func beginSharedWatch() async {
    guard !publisher.values.watches.hasBegun else { return }
    do throws(Failure) {
      let snapshot = try await storage.sharedSnapshot()
      if !publisher.values.watches.hasBegun { publisher.values.watches.begin(with: snapshot) }
    } catch {
      publish(.noticed(error))
    }
  }

  /// Compares with what other processes have written.
  func readSharedNews() async throws(Failure) {
    publisher.values.removeReleased()
    guard isWatchingValues, try await storage.sharedVersion() > publisher.values.watches.version
    else {
      return
    }
    let snapshot = try await storage.sharedSnapshot()
    await tell(publisher.values.watches.compare(with: snapshot), from: .elsewhere)
  }

  private func tell(_ news: [SharedWatches.News], from place: Event.Place) async {
    publisher.values.publish(news)
    let events = await sharedValueReader.events(
      of: news, from: place, at: clock.now, for: publisher.subscribers)
    publisher.subscribers.publish(events)
  }

  /// The values of keys that are about to be removed; empty when no subscriber receives them.
  private func contentsToTell(of keys: [SharedKey]?) async -> [SharedKey: SharedContent] {
    guard publisher.values.openAny || publisher.subscribers.wants(.valueRemoved) else { return [:] }
    let subscribers = publisher.values
    return await sharedValueReader.contents(of: keys) { subscribers.open($0) }
  }

  private var sharedValueReader: SharedValueReader {
    SharedValueReader(storage: storage, secrets: seams.secrets)
  }
}
