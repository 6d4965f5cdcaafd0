import ClientCore
import ClientMemory
import ClientModel
import Synchronization

extension SharedStorage {
  /// What the processes have in common.
  final class Hall: Sendable {
    struct State {
      var runner: Int32?
      var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
      var nextWaiting = 0
      /// The process that added a job.
      var adders: [JobID: Int32] = [:]
      var ends: [Int32: [AsyncStream<Void>.Continuation]] = [:]
      var bells: [Int32: AsyncStream<Void>.Continuation] = [:]
      var isFull = false
      var refused = 0
      var holdsPages = false
      var pages: [CheckedContinuation<Void, Never>] = []
      var holdsEnds = false
      var holdsChanges = false
      var holdsOwners = false
      var hidden: Set<GraphID> = []
      var lostReads = 0
      var raised: [(author: Int32, event: RaisedEvent)] = []
    }

    let store: MemoryStorage
    let state = Mutex(State())

    init(_ store: MemoryStorage) { self.store = store }

    var isFull: Bool {
      get { state.withLock { $0.isFull } }
      set { state.withLock { $0.isFull = newValue } }
    }

    /// Lets reads by pages wait from now on.
    func holdPages() { state.withLock { $0.holdsPages = true } }

    /// Lets commits of ends be on disk from now on, with nobody notified.
    func holdEnds() { state.withLock { $0.holdsEnds = true } }

    /// Lets commits of changes be on disk from now on, with nobody notified; `false` lets those pass that
    /// come then.
    var holdsChanges: Bool {
      get { state.withLock { $0.holdsChanges } }
      set { state.withLock { $0.holdsChanges = newValue } }
    }

    /// Lets another process, named `sender`, live from now on that made all attempts.
    func holdOwners() { state.withLock { $0.holdsOwners = true } }
    var owner: String? { state.withLock { $0.holdsOwners ? "sender" : nil } }
    func waitForEnd() async { await pass(\.holdsOwners) }

    /// Lets the material of a graph be damaged from now on.
    func hideMaterial(of graph: GraphID) { state.withLock { _ = $0.hidden.insert(graph) } }
    func isHidden(_ graph: GraphID) -> Bool { state.withLock { $0.hidden.contains(graph) } }

    /// Lets as many of the next reads of jobs by their ids fail.
    func loseReads(_ count: Int) { state.withLock { $0.lostReads = count } }
    /// Whether all reads that are to fail have failed.
    var hasLostReads: Bool { state.withLock { $0.lostReads == 0 } }
    func takeLostRead() -> Bool {
      state.withLock { state in
        defer { state.lostReads = max(0, state.lostReads - 1) }
        return state.lostReads > 0
      }
    }

    func releaseAll() {
      let waiting = state.withLock { state in
        state.holdsOwners = false
        state.holdsPages = false
        state.holdsEnds = false
        state.holdsChanges = false
        defer { state.pages = [] }
        return state.pages
      }
      for one in waiting { one.resume() }
    }

    func turnPage() async { await pass(\.holdsPages) }
    func notifyEnds() async { await pass(\.holdsEnds) }
    func notifyChanges() async { await pass(\.holdsChanges) }

    private func pass(_ gate: KeyPath<State, Bool> & Sendable) async {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          let isShut = state[keyPath: gate]
          if isShut { state.pages.append(continuation) }
          return !isShut
        }
        if goesOn { continuation.resume() }
      }
    }

    func ring(from process: Int32) {
      state.withLock { for (id, bell) in $0.bells where id != process { bell.yield() } }
    }

    func freeRunnerLock(of process: Int32) {
      let waiting = state.withLock { state in
        guard state.runner == process else { return [CheckedContinuation<Void, Never>]() }
        state.runner = nil
        defer { state.waiting = [:] }
        return Array(state.waiting.values)
      }
      for one in waiting { one.resume() }
    }
  }
}
