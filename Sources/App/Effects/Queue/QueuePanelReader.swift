import ClientCore
import ClientModel
import ViewModels

/// The reader of the complete queue panel: lanes, graphs, the visible rows of a batch, and the
/// window of the jobs. It reads them again after changes.
actor QueuePanelReader {
  private let client: Client
  private let publish: @Sendable (AppEvent) async -> Void
  let reader: QueueReader
  /// The visible rows of an open batch, or nil.
  private var rows: (graph: GraphID, rows: Range<Int>)?
  private var pace = Duration.milliseconds(50)
  private var isStale = false
  private var isReloading = false
  private var reloads = SerialTask()
  /// The reads of the job list, and those of the rows of a batch.
  private var (listReads, rowReads) = (SerialTask(), SerialTask())

  init(_ client: Client, publish: @escaping @Sendable (AppEvent) async -> Void) {
    self.client = client
    self.publish = publish
    reader = QueueReader(client)
  }

  /// Begins an effect that only reads. Returns nil for a command.
  func begin(_ effect: QueueEffect) -> Task<[AppEvent], Never>? {
    switch effect {
    case .loadJobs, .arrange, .searchOn, .listAll: listReads.add { await self.read(effect) }
    case .loadRows, .findFailed: rowReads.add { await self.read(effect) }
    case .saveRows, .showResult: Task { await read(effect) }
    default: nil
    }
  }

  private func read(_ effect: QueueEffect) async -> [AppEvent] {
    do {
      switch effect {
      case .loadJobs(let offset, let limit): await reader.show(offset: offset, limit: limit)
      case .arrange(let arrangement): return try await reader.arrange(arrangement)
      case .searchOn: try await reader.lookOn()
      case .listAll: return [.queue(.listed(try await reader.allListed()))]
      case .loadRows(let graph, let wanted):
        rows = (graph, wanted)
        return try await rowsOnShow(effects)
      default: return try await effects.carryOut(effect)
      }
      return try await reader.events()
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }

  private var effects: QueueEffects { QueueEffects(client) }

  /// Reloads after the last reload is published, at most about twenty times per second, or four
  /// times per second while a batch runs, because only the counts of a batch change.
  func reloadSoon() {
    isStale = true
    guard !isReloading else { return }
    isReloading = true
    Task {
      while true {
        let (owesRefresh, isRefreshDue) = (await reader.owesRefresh, await reader.isRefreshDue)
        // If this check ends the loop, no other code of this actor runs before `isReloading` is
        // reset, so that no change is lost.
        guard isStale || owesRefresh else { break }
        if isStale || isRefreshDue {
          isStale = false
          for event in await reload() { await publish(event) }
        }
        do { try await QuietClock().sleep(for: pace) } catch { break }
      }
      isReloading = false
    }
  }

  /// Runs reloads one after another, so that results are shown in the order in which they were
  /// read.
  func reload() async -> [AppEvent] { await reloads.add { await self.readWindow() }.value }

  private func readWindow() async -> [AppEvent] {
    do {
      try await reader.refresh()
      let jobs = try await reader.events()
      let lanes = try await client.lanes()
      let future = try await client.futurePause()
      let graphs = try await effects.graphs()
      if case .queue(.graphs(let runs, _))? = graphs.first {
        pace = .milliseconds(runs.contains { $0.rows != nil && !$0.isEnded } ? 250 : 50)
      }
      return graphs + (try await rowsOnShow(effects)) + [
        .queue(.lanes(lanes)), .queue(.futureLanes(future)),
      ]
        + jobs
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }

  private func rowsOnShow(_ effects: QueueEffects) async throws -> [AppEvent] {
    guard let rows, !rows.rows.isEmpty else { return [] }
    return try await effects.rows(rows.rows, of: rows.graph)
  }
}
