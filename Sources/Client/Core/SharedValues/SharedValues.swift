public import ClientModel

/// The shared values of a store: keys with values that survive, can be watched, and can be sealed.
///
///     let values = client.sharedValues
///     try await values.set(key, to: SharedContent("42"))
///     for await change in try await values.changes() { … }
public actor SharedValues {
  private let reader: SharedValueReader
  private let clock: any AlarmClock
  private let publisher: EventPublisher
  private var subscribers = SharedValueSubscribers()
  /// The keys whose changes are in the event log.
  private var reported = SharedWatch.keys([])
  /// The last known values of these keys, for the events of their removal; no secret ones.
  private var contents: [SharedKey: SharedContent] = [:]

  init(seams: Seams, publisher: EventPublisher) {
    reader = SharedValueReader(
      storage: seams.storage, secrets: seams.secrets, programs: seams.programs)
    clock = seams.clock
    self.publisher = publisher
  }

  private var storage: any Storage { reader.storage }

  /// The stored keys with their rules and sizes; no value is opened.
  public func all() async throws(Failure) -> [SharedValueFacts] {
    try await storage.sharedSnapshot().facts
  }

  /// Reads a value and undoes the transforms that are stored with it.
  ///
  /// - Returns: Nil for a key that does not exist or has only a rule.
  /// - Throws: `secretMissing` if a key for opening it is missing; `storage` if the value was tampered
  ///   with. Both name the shared value's key.
  public func value(of key: SharedKey) async throws(Failure) -> SharedValue? {
    try await reader.value(of: key)
  }

  /// Sets a value; it is on disk when this returns.
  ///
  /// - Parameter rule: How this key's values are stored from now on; nil leaves that as it is. A new key with
  ///   the name of a credential is then secret.
  @discardableResult
  public func set(
    _ key: SharedKey, to content: SharedContent, as rule: SharedRule? = nil
  ) async throws(Failure) -> SharedValueFacts {
    var rule = rule
    if rule == nil, key.namesCredential {
      let isKnown = try await all().contains { $0.key == key }
      if !isKnown { rule = .standard(for: key) }
    }
    return try await set(key, .content(content, rule))
  }

  /// Changes how a key's values are stored. The present value, if any, is written anew; where it cannot
  /// be opened, nothing changes.
  @discardableResult
  public func setRule(
    _ rule: SharedRule, of key: SharedKey
  ) async throws(Failure) -> SharedValueFacts {
    try await set(key, .rule(rule))
  }

  private func set(
    _ key: SharedKey, _ setting: SharedSetting
  ) async throws(Failure) -> SharedValueFacts {
    let facts = try await storage.setShared(
      key, try await reader.sealing(setting, of: key), at: clock.now, opening: reader.secrets)
    await publish(subscribers.watches.set(facts), from: .here)
    return facts
  }

  /// Stores a value that a response brought, under the name that its gateway gives it. A new key is
  /// sealed, since its value may be a session.
  func capture(_ value: Secret, as name: String) async throws(Failure) {
    guard let key = SharedKey(name) else {
      throw Failure(
        .invalidRequest, what: "The value of a response was not stored.",
        why: "`\(name.prefix(40))` cannot name a shared value.",
        whatToDo: "Use a name without blanks, of at most \(SharedKey.longest) bytes.")
    }
    let isKnown = try await all().contains { $0.key == key }
    try await set(
      key, to: SharedContent(value.reveal()), as: isKnown ? nil : SharedRule(secrecy: .secret))
  }

  /// Removes keys with their rules, also those whose values cannot be opened.
  ///
  /// - Returns: Those that existed.
  @discardableResult
  public func remove(_ keys: [SharedKey]) async throws(Failure) -> [SharedKey] {
    try await removeAll(of: keys)
  }

  /// Removes every key with its rule.
  ///
  /// - Returns: Those that existed.
  @discardableResult
  public func removeAll() async throws(Failure) -> [SharedKey] { try await removeAll(of: nil) }

  private func removeAll(of keys: [SharedKey]?) async throws(Failure) -> [SharedKey] {
    var opened: [SharedKey: SharedContent] = [:]
    if subscribers.openAny {
      let subscribers = subscribers
      opened = await reader.contents(of: keys) { subscribers.open($0) }
    }
    let removal = try await storage.removeShared(keys)
    for facts in removal.facts {
      let removed = subscribers.watches.remove(
        facts, at: removal.version, content: opened[facts.key])
      await publish(removed, from: .here)
    }
    return removal.facts.map(\.key)
  }

  // MARK: Changes

  /// Changes from now on, by this process and by others: those of others are reported once the client has
  /// started, and several in quick succession may be reported as one.
  ///
  /// The stream ends when its task is cancelled.
  ///
  /// - Parameters:
  ///   - opening: Which values come along; they are opened when the stream is read.
  ///   - most: How many changes are buffered for a slow reader. Beyond that the oldest are dropped, and
  ///     `dropped` stands in their place.
  public func changes(
    of watch: SharedWatch = .all, opening: SharedOpening = .openOnly, holding most: Int = 256
  ) async throws(Failure) -> AsyncStream<SharedValueChange> {
    let changes = SharedChangeReader(watch, opening: opening, buffering: most)
    // A change is only noticed by comparison, so nothing is missed during the reading.
    if !isWatching { subscribers.watches.begin(with: try await storage.sharedSnapshot()) }
    subscribers.add(changes)
    let reader = reader
    return AsyncStream {
      await changes.next { (key) throws(Failure) in try await reader.value(of: key) }
    }
  }

  /// Whether anything receives the changes of other processes.
  private var isWatching: Bool {
    subscribers.watches.hasBegun && (reported != .keys([]) || !subscribers.isEmpty)
  }

  /// Reports the changes of these keys in the event log, by this process and by others, and those of no
  /// other key. By default the log has no changes of shared values.
  ///
  /// The values of these keys that are not secret stay in memory, since the event of a removal has the value.
  public func report(_ watch: SharedWatch) async throws(Failure) {
    reported = watch
    contents = contents.filter { watch.covers($0.key) }
    if watch == .keys([]) { return }
    let snapshot = try await storage.sharedSnapshot()
    if !isWatching { subscribers.watches.begin(with: snapshot) }
    for facts in snapshot.facts where watch.covers(facts.key) && contents[facts.key] == nil {
      contents[facts.key] = await reader.openContent(of: facts)
    }
  }

  /// Publishes what other processes have changed.
  func readChanges() async throws(Failure) {
    subscribers.removeReleased()
    guard isWatching, try await storage.sharedVersion() > subscribers.watches.version else {
      return
    }
    let snapshot = try await storage.sharedSnapshot()
    await publish(subscribers.watches.compare(with: snapshot), from: .elsewhere)
  }

  private func publish(_ changes: [SharedWatches.Change], from place: Event.Place) async {
    subscribers.publish(changes)
    for change in changes where reported.covers(change.key) {
      await publisher.publish([event(of: change, from: place)])
    }
  }

  /// The event that a change is in the event log.
  private func event(
    of change: SharedWatches.Change, from place: Event.Place
  ) async -> Event {
    switch change {
    case .updated(let facts):
      contents[facts.key] = await reader.openContent(of: facts)
      return Event(
        .valueSet(Event.ValueChange(key: facts.key.name, value: contents[facts.key]?.text)),
        at: facts.changed, place: place)
    case .removed(let facts, _):
      let value = facts.rule.isSecret ? nil : contents[facts.key]?.text
      contents[facts.key] = nil
      return Event(
        .valueRemoved(Event.ValueChange(key: facts.key.name, value: value)), at: clock.now,
        place: place)
    }
  }

  /// Ends every stream; what waits can still be read.
  func finish() { subscribers.finish() }
}
