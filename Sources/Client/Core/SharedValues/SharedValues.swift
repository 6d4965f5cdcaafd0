public import ClientModel

/// The shared values of a store. They are stored under keys, and can be watched and sealed.
///
///     let values = client.sharedValues
///     try await values.set(key, to: SharedContent("42"))
///     for await change in try await values.changes() { … }
public actor SharedValues {
  private let reader: SharedValueReader
  private let clock: any AlarmClock
  private let publisher: EventPublisher
  private var subscribers = SharedValueSubscribers()
  /// The keys whose changes are reported in the event log.
  private var reported = SharedWatch.keys([])
  /// The last known values of the reported keys. The events of a removal contain them. Secret
  /// values are not kept.
  private var contents: [SharedKey: SharedContent] = [:]

  init(seams: Seams, publisher: EventPublisher) {
    reader = SharedValueReader(
      store: seams.store.values, secrets: seams.secrets, programs: seams.programs)
    clock = seams.clock
    self.publisher = publisher
  }

  private var store: any ValueStore { reader.store }

  /// Returns all keys, their rules and their sizes. Values are not decrypted.
  public func all() async throws(Failure) -> [SharedValueFacts] {
    try await store.sharedSnapshot().facts
  }

  /// Reads a value and decodes it according to its storage rule.
  ///
  /// - Returns: The value, or nil if the key does not exist or has only a rule.
  /// - Throws: `secretMissing` if a key for decryption is missing, or `storage` if the value was
  ///   tampered with. Both errors name the shared value.
  public func value(of key: SharedKey) async throws(Failure) -> SharedValue? {
    try await reader.value(of: key)
  }

  /// Sets a value. When the call returns, the value is on disk.
  ///
  /// - Parameter rule: The new storage rule of the key. If nil, an existing rule is kept, and a new
  ///   key is secret if its name marks a credential.
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

  /// Changes the storage rule of a key and rewrites its value. If the value cannot be decrypted,
  /// nothing changes.
  @discardableResult
  public func setRule(
    _ rule: SharedRule, of key: SharedKey
  ) async throws(Failure) -> SharedValueFacts {
    try await set(key, .rule(rule))
  }

  private func set(
    _ key: SharedKey, _ setting: SharedSetting
  ) async throws(Failure) -> SharedValueFacts {
    let facts = try await store.setShared(
      key, try await reader.sealing(setting, of: key), at: clock.now, opening: reader.secrets)
    await publish(subscribers.watches.set(facts), from: .this)
    return facts
  }

  /// Stores a value from a response under the name that the gateway defines. A new key is sealed,
  /// because the value may be a session.
  func capture(_ value: Secret, as name: String) async throws(Failure) {
    guard let key = SharedKey(name) else {
      throw Failure(
        .invalidRequest, what: "The value of a response was not stored.",
        why: "`\(name.prefix(40))` is not a valid name of a shared value.",
        whatToDo: "Use a name without spaces, of at most \(SharedKey.longest) bytes.")
    }
    let isKnown = try await all().contains { $0.key == key }
    try await set(
      key, to: SharedContent(value.reveal()), as: isKnown ? nil : SharedRule(secrecy: .secret))
  }

  /// Removes keys and their rules, even if the values cannot be decrypted.
  ///
  /// - Returns: The removed keys. Keys that did not exist are omitted.
  @discardableResult
  public func remove(_ keys: [SharedKey]) async throws(Failure) -> [SharedKey] {
    try await removeAll(of: keys)
  }

  /// Removes all keys and their rules.
  ///
  /// - Returns: The removed keys.
  @discardableResult
  public func removeAll() async throws(Failure) -> [SharedKey] { try await removeAll(of: nil) }

  private func removeAll(of keys: [SharedKey]?) async throws(Failure) -> [SharedKey] {
    var opened: [SharedKey: SharedContent] = [:]
    if subscribers.openAny {
      let subscribers = subscribers
      opened = await reader.contents(of: keys) { subscribers.open($0) }
    }
    let removal = try await store.removeShared(keys)
    for facts in removal.facts {
      let removed = subscribers.watches.remove(
        facts, at: removal.version, content: opened[facts.key])
      await publish(removed, from: .this)
    }
    return removal.facts.map(\.key)
  }

  // MARK: Changes

  /// Returns a stream of the changes that this and other processes make to shared values. The
  /// stream ends when the task that reads it is cancelled.
  ///
  /// Changes by other processes are reported after the client has started. Several changes in quick
  /// succession may be reported as one.
  ///
  /// - Parameters:
  ///   - opening: The values that the changes include. They are decrypted when the stream is read.
  ///   - most: The maximum number of unread changes. If it is exceeded, the oldest changes are
  ///     replaced by `dropped`.
  public func changes(
    of watch: SharedWatch = .all, opening: SharedOpening = .openOnly, holding most: Int = 256
  ) async throws(Failure) -> AsyncStream<SharedValueChange> {
    let changes = SharedChangeReader(watch, opening: opening, buffering: most)
    // Changes are found by comparison, so none is missed while the snapshot is read.
    if !isWatching { subscribers.watches.begin(with: try await store.sharedSnapshot()) }
    subscribers.add(changes)
    let reader = reader
    return AsyncStream {
      await changes.next { (key) throws(Failure) in try await reader.value(of: key) }
    }
  }

  /// Whether anything receives changes by other processes.
  private var isWatching: Bool {
    subscribers.watches.hasBegun && (reported != .keys([]) || !subscribers.isEmpty)
  }

  /// Sets the keys whose changes are reported in the event log. By default, the log contains no
  /// changes of shared values.
  ///
  /// The values of these keys are kept in memory unless they are secret, because the event of a
  /// removal contains the value.
  public func report(_ watch: SharedWatch) async throws(Failure) {
    reported = watch
    contents = contents.filter { watch.covers($0.key) }
    if watch == .keys([]) { return }
    let snapshot = try await store.sharedSnapshot()
    if !isWatching { subscribers.watches.begin(with: snapshot) }
    for facts in snapshot.facts where watch.covers(facts.key) && contents[facts.key] == nil {
      contents[facts.key] = await reader.openContent(of: facts)
    }
  }

  /// Publishes changes made by other processes.
  func readChanges() async throws(Failure) {
    subscribers.removeReleased()
    guard isWatching,
      let snapshot = try await store.sharedSnapshot(newerThan: subscribers.watches.version)
    else {
      return
    }
    await publish(subscribers.watches.compare(with: snapshot), from: .other)
  }

  private func publish(_ changes: [SharedWatches.Change], from process: Event.Process) async {
    subscribers.publish(changes)
    for change in changes where reported.covers(change.key) {
      await publisher.publish([event(of: change, from: process)])
    }
  }

  /// Returns the log event for a change.
  private func event(
    of change: SharedWatches.Change, from process: Event.Process
  ) async -> Event {
    switch change {
    case .updated(let facts):
      contents[facts.key] = await reader.openContent(of: facts)
      return Event(
        .valueSet(Event.ValueChange(key: facts.key.name, value: contents[facts.key]?.text)),
        at: facts.changed, process: process)
    case .removed(let facts, _):
      let value = facts.rule.isSecret ? nil : contents[facts.key]?.text
      contents[facts.key] = nil
      return Event(
        .valueRemoved(Event.ValueChange(key: facts.key.name, value: value)), at: clock.now,
        process: process)
    }
  }

  /// Ends all streams. Buffered elements can still be read.
  func finish() { subscribers.finish() }
}

/// The streams of `SharedValues.changes`, and the known versions of the values. New changes are
/// found by comparing versions.
struct SharedValueSubscribers: Sendable {
  /// A reference to a stream. The stream may have been released.
  private struct Subscriber: Sendable {
    weak let reader: SharedChangeReader?
  }

  var watches = SharedWatches()
  private var subscribers: [Subscriber] = []

  var isEmpty: Bool { !subscribers.contains { $0.reader != nil } }

  /// Whether any stream reads values.
  var openAny: Bool { subscribers.contains { $0.reader?.opensAny ?? false } }

  func open(_ facts: SharedValueFacts) -> Bool {
    subscribers.contains { $0.reader?.opens(facts) ?? false }
  }

  mutating func add(_ reader: SharedChangeReader) {
    subscribers.append(Subscriber(reader: reader))
  }

  mutating func removeReleased() { subscribers.removeAll { $0.reader == nil } }

  func publish(_ changes: [SharedWatches.Change]) {
    for change in changes { for subscriber in subscribers { subscriber.reader?.put(change) } }
  }

  func finish() { for subscriber in subscribers { subscriber.reader?.finish() } }
}
