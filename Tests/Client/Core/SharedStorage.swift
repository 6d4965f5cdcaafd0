import ClientCore
import ClientMemory
import ClientModel
import Synchronization

/// A store in memory as several processes see it: with a runner lock that may be taken, a doorbell, and
/// writes that fail when a test says so.
final class SharedStorage: Storage {
  let hall: Hall
  let process: Int32
  let wakeUps: AsyncStream<Void>
  /// How much of what was raised this process has read.
  private let read = Mutex(0)

  init(_ hall: Hall, process: Int32) {
    self.hall = hall
    self.process = process
    let (stream, bell) = AsyncStream.makeStream(of: Void.self)
    wakeUps = stream
    hall.state.withLock { $0.bells[process] = bell }
  }

  fileprivate func write<Value>(
    _ body: (MemoryStorage) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let isFull = hall.state.withLock { state in
      if state.isFull { state.refused += 1 }
      return state.isFull
    }
    if isFull { throw .fixture(.diskFull) }
    let value = try await body(hall.store)
    hall.ring(from: process)
    return value
  }

  var access: StoreAccess { .full }
  func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs {
    let added = try await write { store throws(Failure) in try await store.add(jobs) }
    hall.state.withLock { state in for id in added.ids { state.adders[id] = process } }
    return added
  }
  func commit(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    Task {
      do throws(Failure) { completion(.success(try await receipt(of: batch))) } catch {
        completion(.failure(error))
      }
    }
  }
  private func receipt(of batch: StoreBatch) async throws(Failure) -> StoreReceipt {
    if batch.isEmpty { return try await hall.store.commit(batch) }
    let receipt = try await write { store throws(Failure) in try await store.commit(batch) }
    if !batch.ends.isEmpty { await hall.notifyEnds() }
    return receipt
  }
  func change(
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection {
    let changed = try await write { store throws(Failure) in
      try await store.change(selection, decide)
    }
    if case .ids = selection { await hall.notifyChanges() }
    return changed
  }
  func remove(_ removal: Removal) async throws(Failure) -> Int {
    if case .retention = removal { return 0 }
    return try await write { store throws(Failure) in try await store.remove(removal) }
  }
  func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    if query.ids != nil, hall.takeLostRead() { throw .fixture(.storage) }
    let jobs = try await hall.store.jobs(matching: query)
    if query.after != nil { await hall.turnPage() }
    return jobs
  }
  func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await hall.store.count(matching: query)
  }
  func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    try await hall.store.queue(matching: query)
  }
  func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    try await hall.store.requests(of: job)
  }
  func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await hall.store.exchanges(matching: query)
  }

  func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await hall.store.attempts(of: job)
  }
  func bytes(named name: String) -> StoredBytes { hall.store.bytes(named: name) }
  func newBody(for attempt: AttemptID) -> NewBody {
    NewBody(localFile: "/nonexistent/\(attempt.job)")
  }
  func lanes() async throws(Failure) -> [LaneTally] { try await hall.store.lanes() }
  func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    try await write { store throws(Failure) in try await store.changeLanes(keys, decide) }
  }
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars {
    try await hall.store.jars(keys)
  }
  func changeCookies(_ changes: [CookieChange]) async throws(Failure) {
    try await write { store throws(Failure) in try await store.changeCookies(changes) }
  }
  func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    try await hall.store.changes(since: revision)
  }
  func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim {
    if wait == .whenFree { await waitForRunner() }
    return hall.state.withLock { state in
      if let runner = state.runner, runner != process { return .held(by: "process \(runner)") }
      state.runner = process
      return .mine
    }
  }
  private func waitForRunner() async {
    let number = hall.state.withLock { state in
      state.nextWaiting += 1
      return state.nextWaiting
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = hall.state.withLock { state in
          let isOver = state.runner == nil || Task.isCancelled
          if !isOver { state.waiting[number] = continuation }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      hall.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }
  func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult {
    try await write { store throws(Failure) in try await store.takeQueue(takeover) }
  }
  func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure) {
    try await write { store throws(Failure) in try await store.leaveQueue(decide) }
  }
  func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job] {
    try await write { store throws(Failure) in try await store.recoverOrphans(decide) }
  }
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest { request }
  func otherOwners() async throws(Failure) -> Set<String> { [] }
  func livingOwners(of attempts: [AttemptID]) async throws(Failure) -> [AttemptID: AttemptOwner] {
    let adders = hall.state.withLock { state in
      attempts.compactMap { attempt -> (AttemptID, AttemptOwner)? in
        guard attempt.number == 0, let adder = state.adders[attempt.job], adder != process,
          state.bells[adder] != nil
        else { return nil }
        return (attempt, AttemptOwner(name: "adder-\(adder)", isRunner: state.runner == 2))
      }
    }
    guard let owner = hall.owner else {
      return Dictionary(adders, uniquingKeysWith: { first, _ in first })
    }
    return Dictionary(
      attempts.map { ($0, AttemptOwner(name: owner, isRunner: isSecondRunner)) },
      uniquingKeysWith: { first, _ in first })
  }
  /// The one process that is named is the second.
  private var isSecondRunner: Bool { hall.state.withLock { $0.runner == 2 } }
  func waitForEnd(of owner: String) async {
    guard let adder = owner.split(separator: "-").last.flatMap({ Int32($0) }) else {
      return await hall.waitForEnd()
    }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    hall.state.withLock { state in
      if state.bells[adder] == nil {
        end.finish()
      } else {
        state.ends[adder, default: []].append(end)
      }
    }
    for await _ in stream {}
  }
  func check(_ need: SealingKeyNeed) -> KeyCheck { KeyCheck(keyName: "of the store") }
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID] { jobs }
  func close() async {
    hall.freeRunnerLock(of: process)
    let (bell, ends) = hall.state.withLock { state in
      (state.bells.removeValue(forKey: process), state.ends.removeValue(forKey: process) ?? [])
    }
    bell?.finish()
    for end in ends { end.finish() }
  }
}

extension SharedStorage {
  func sharedSnapshot(newerThan version: Int64) async throws(Failure) -> SharedValueSnapshot? {
    try await hall.store.sharedSnapshot(newerThan: version)
  }
  func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? {
    try await hall.store.sharedValue(key, opening: secrets)
  }
  func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts {
    try await write { store throws(Failure) in
      try await store.setShared(key, setting, at: now, opening: secrets)
    }
  }
  func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    try await write { store throws(Failure) in try await store.removeShared(keys) }
  }
}

extension SharedStorage {
  func add(_ graph: GraphAddition, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await write { store throws(Failure) in try await store.add(graph, at: now) }
  }
  func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt? {
    try await write { store throws(Failure) in try await store.change(graph: graph, decide) }
  }
  func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun] {
    try await hall.store.graphs(matching: query)
  }
  func read(_ reading: GraphReading) async throws(Failure) -> GraphContents {
    if let graph = reading.materialOf, hall.isHidden(graph) { throw .fixture(.storage) }
    return try await hall.store.read(reading)
  }
}

extension SharedStorage {
  func raise(_ event: RaisedEvent) async throws(Failure) {
    hall.state.withLock { $0.raised.append((process, event)) }
    if !event.comesWithItsJob { hall.ring(from: process) }
  }
  func raised() async -> [RaisedEvent] {
    let all = hall.state.withLock { $0.raised }
    let update = read.withLock { read in
      defer { read = all.count }
      return all[read...]
    }
    return update.filter { $0.author != process }.map(\.event)
  }
}

extension SharedStorage.Hall {
  /// The client of one more process on this store.
  func process(
    _ number: Int32, _ clock: ManualClock,
    _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply
  ) -> Bench {
    Bench(storage: store, clock: clock, behind: SharedStorage(self, process: number), script)
  }
}
