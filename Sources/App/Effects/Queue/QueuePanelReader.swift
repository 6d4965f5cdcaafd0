import ClientCore
import ClientModel
import ViewModels

/// The publisher of the queue panel's contents.
///
/// Several events of the client are combined into one update. The store is read only if the events
/// do not show what changed.
actor QueuePanelReader {
  private let client: Client
  private let publish: @Sendable (AppEvent) async -> Void
  let reader: QueueReader
  private var isChanged = false
  private var isShowing = false
  private var (reloads, shows) = (SerialTask(), SerialTask())
  /// The read tasks: one for the job list, and one for the rows of a batch.
  private var (listReads, rowReads) = (SerialTask(), SerialTask())

  init(_ client: Client, publish: @escaping @Sendable (AppEvent) async -> Void) {
    self.client = client
    self.publish = publish
    reader = QueueReader(client)
  }

  /// Begins an effect that only reads. Returns nil for a command.
  func begin(_ effect: QueueEffect) -> Task<[AppEvent], Never>? {
    switch effect {
    case .loadJobs, .arrange, .searchOn, .fold, .listAll, .listEnded:
      listReads.add { await self.read(effect) }
    case .loadRows, .findFailed: rowReads.add { await self.read(effect) }
    case .saveRows, .showResult, .readReport: Task { await read(effect) }
    default: nil
    }
  }

  private func read(_ effect: QueueEffect) async -> [AppEvent] {
    await EffectContext.response {
      switch effect {
      case .loadJobs(let offset, let limit): try await reader.show(offset: offset, limit: limit)
      case .arrange(let arrangement, let job):
        guard try await reader.arrange(arrangement, keeping: job) else { return [] }
      case .searchOn: try await reader.searchOn()
      case .fold(let sections): try await reader.fold(sections)
      case .listAll:
        let jobs = try await reader.allListed()
        let failed = jobs.filter { $0.state.word == .failed }.map(\.id)
        return [.queue(.listed(jobs.map(\.id), failed: failed))]
      case .listEnded(let purpose):
        return [.queue(.ended(EndedJobs(purpose, among: try await reader.allListed())))]
      case .loadRows(let graph, let rows): try await reader.show(rows, of: graph)
      default: return try await QueueEffects(client).carryOut(effect)
      }
      await show()
      return []
    }
  }

  /// Applies an event of the client. The new contents are published after the previous ones, at
  /// most about twenty times per second.
  func take(_ event: ClientEvent) async {
    await reader.take(event)
    isChanged = true
    guard !isShowing else { return }
    isShowing = true
    Task {
      while true {
        let due = await reader.update
        // If this check ends the loop, `isShowing` is reset before any other code of this actor
        // runs. Thus no change is lost.
        guard isChanged || due != .none else { break }
        isChanged = false
        if due == .now { await update() }
        do { try await QuietClock().sleep(for: await reader.pace) } catch { break }
      }
      isShowing = false
    }
  }

  /// Reads and publishes the contents after a change that events do not describe.
  ///
  /// - Parameter events: The events of the change. They are published before the contents.
  func reload(after events: [AppEvent] = []) async {
    await reader.expire()
    await update(after: events)
  }

  private func update(after events: [AppEvent] = []) async {
    let failures = await reloads.add {
      await EffectContext.response {
        try await self.reader.refresh()
        return []
      }
    }.value
    await show(after: events + failures)
  }

  /// Publishes events, then the contents.
  ///
  /// Each call starts after the previous call has ended, so that the last published contents are
  /// the newest. The next key acts on them.
  private func show(after events: [AppEvent] = []) async {
    _ = await shows.add {
      for event in events + (await self.reader.events()) { await self.publish(event) }
      return []
    }.value
  }
}
