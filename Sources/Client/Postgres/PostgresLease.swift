import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The connection on which this process renews its lease and listens for the commits of others.
///
/// A lease ends by the clock of the server. A process that does not renew it counts as dead.
/// Nothing else uses the connection, so that a listener that hangs holds no work.
final class PostgresLease: Sendable {
  private struct Waiter {
    let owner: String
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var isClosed = false
    var lastEvent: Int64 = 0
  }

  private let server: PostgresServer
  private let owner: String
  private let duration: Duration
  /// The end of the lease by the clock of this machine.
  let end = RunnerLease()
  private let state = Mutex(State())
  private let wakeUps: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  /// A pipe that wakes the thread.
  private let bell: (read: Int32, write: Int32)

  /// - Parameter duration: The time after which a process that does not renew counts as dead.
  init(_ server: PostgresServer, owner: String, duration: Duration) {
    (self.server, self.owner, self.duration) = (server, owner, duration)
    (wakeUps, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    var ends: [Int32] = [-1, -1]
    // Without a pipe, the thread notices waiters and the end of the store later.
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    bell = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(bell.read)
    Glibc.close(bell.write)
  }

  /// The id of the last raised event that was read.
  var lastEvent: Int64 {
    get { state.withLock { $0.lastEvent } }
    set { state.withLock { $0.lastEvent = newValue } }
  }

  /// Records this process, and starts the thread.
  func register(_ db: PostgresConnection) throws {
    try renew(db)
    lastEvent = try db.rows("SELECT coalesce(max(id), 0) FROM events").first?.integer(0) ?? 0
    _ = OwnThread.start { [self] in serve() }
  }

  func listen() -> AsyncStream<Void> { wakeUps }

  /// Ends the thread. Must be called before the row of this process is deleted.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return state.waiters.values.map(\.continuation)
    }
    for waiter in waiters { waiter.resume() }
    wake.finish()
    ring()
  }

  /// Waits until a process has left or its lease has expired, or the task is cancelled.
  func waitForEnd(of owner: String) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isClosed || Task.isCancelled { return true }
          state.waiters[id] = Waiter(owner: owner, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() } else { ring() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume()
    }
  }

  private func ring() { _ = write(bell.write, [1], 1) }

  // MARK: The thread

  /// The time between two looks at the revision, in milliseconds. A notification may be lost, for
  /// example after a failover.
  private static let look: Int64 = 4_000

  private func serve() {
    var connection: PostgresConnection?
    var seen: Int64 = -1
    while !state.withLock({ $0.isClosed }) {
      do {
        let db = try connection ?? server.connect(for: .listen)
        if connection == nil { try db.add("LISTEN \(server.schema)") }
        connection = db
        try renew(db)
        let revision = try db.rows("SELECT revision FROM meta").first?.integer(0) ?? 0
        if seen >= 0, revision != seen { wake.yield() }
        seen = revision
        try serve(db, until: ContinuousClock.now + nextLook, &seen)
      } catch {
        // The next attempt connects again. Until then, the reader of the changes reports the
        // failure. It also reads after the next connection.
        if connection != nil {
          wake.yield()
          seen = .max
        }
        connection = nil
        pause()
      }
    }
  }

  /// The time until the next renewal, with jitter, so that many processes do not renew together.
  private var nextLook: Duration {
    min(duration / 3, .milliseconds(Self.look + Int64.random(in: 0..<1_000)))
  }

  private func serve(
    _ db: PostgresConnection, until next: ContinuousClock.Instant, _ seen: inout Int64
  ) throws {
    while !state.withLock({ $0.isClosed }) {
      let wait = min(try resumeWaiters(db), ContinuousClock.now.duration(to: next).inMilliseconds)
      if wait <= 0 { return }
      let payloads = try db.notifications(bell: bell.read, milliseconds: Int32(wait))
      drain()
      if payloads.contains(where: { $0 != owner }) { wake.yield() }
      if !payloads.isEmpty { seen = -1 }
    }
  }

  private func renew(_ db: PostgresConnection) throws {
    // The lease of the server begins later, so it ends later.
    let request = end.now
    let lease = PostgresValue.integer(duration.inMilliseconds)
    let renewed = try db.rows(
      "UPDATE runners SET lease = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1",
      [.text(owner), lease]
    ).changed
    // The row is missing at first, and after this process has left.
    if renewed > 0 { end.extend(by: duration, since: request) }
    if renewed > 0 || state.withLock({ $0.isClosed }) { return }
    _ = try db.rows(
      """
      INSERT INTO runners(id, lease, runs, machine, process, labels) \
      VALUES($1, clock_timestamp() + $2 * interval '1 ms', false, $3, $4, '{}') \
      ON CONFLICT DO NOTHING
      """, [.text(owner), lease, .text(Self.machine), .integer(Int64(getpid()))])
    end.extend(by: duration, since: request)
  }

  /// The name of this machine.
  private static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Resumes the waiters whose process has ended. Returns the time until the first lease of the
  /// other processes ends, in milliseconds.
  private func resumeWaiters(_ db: PostgresConnection) throws -> Int64 {
    let waiters = state.withLock { $0.waiters }
    if waiters.isEmpty { return .max }
    var leases: [String: Int64] = [:]
    for row in try db.rows(
      """
      SELECT id, ceil(extract(epoch FROM lease - clock_timestamp()) * 1000)::bigint FROM runners \
      WHERE id = ANY($1)
      """, [.texts(Array(Set(waiters.values.map(\.owner))))])
    {
      leases[row.text(0) ?? ""] = row.integer(1)
    }
    var next = Int64.max
    for (id, waiter) in waiters {
      if let rest = leases[waiter.owner], rest > 0 {
        next = min(next, rest)
      } else if let waiter = state.withLock({ $0.waiters.removeValue(forKey: id) }) {
        waiter.continuation.resume()
      }
    }
    return next
  }

  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(bell.read, &bytes, bytes.count) > 0 {}
  }

  /// Waits about a second before the next connection, or until the bell rings.
  private func pause() {
    var ready = pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)
    _ = poll(&ready, 1, Int32.random(in: 500..<1_500))
    drain()
  }
}
