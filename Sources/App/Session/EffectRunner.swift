import ClientCore
import ClientHTTP
import ClientModel
import ClientPipeline
import ClientWorkspace
import NcursesTerminal
import Synchronization
import ViewModels

/// The runner of the effects that are carried out outside the UI thread. It sends the resulting
/// events to the session.
///
/// Effects that depend on each other run in order, all others concurrently: pausing a lane waits
/// neither for a batch that is being added nor for a document that is being read.
final class EffectRunner: Sendable {
  private let schedule = Mutex(EffectSchedule())
  private let source: Client
  private let client: ClientEffects
  private let body: DocumentEffects
  private let library: CatalogEffects
  private let screen: Session

  init(_ session: ClientSession, role: WorkplaceFacts.Role, to screen: Session) {
    source = session.client
    client = ClientEffects(session, role: role)
    body = DocumentEffects(session.client) { @UI update in screen.take(update) }
    library = CatalogEffects(session.places)
    self.screen = screen
    Task {
      await client.begin { event in await screen.receive(event) }
      await screen.answered([])
      start(schedule.withLock { $0.open() })
    }
    Task { [client] in
      await client.follow { event in await screen.receive(event) }
    }
    let values = SharedValueEffects(session.client)
    Task { await values.follow { event in await screen.receive(event) } }
    Task { [client] in
      await client.followEvents(
        publish: { event in await screen.receive(event) },
        ring: { title in await screen.ring(title) })
    }
    Task { [client] in
      await client.followFiles { event in await screen.receive(event) }
    }
    Task {
      await session.followSettings(
        report: { failure in await screen.receive(.notice(Notice(failure))) },
        changed: { await screen.rereadKeys() })
    }
  }

  /// Accepts an effect that runs off the UI thread; each accepted effect gets exactly one reply.
  func take(_ effect: Effect) {
    if case .queue(.arrange(let arrangement)) = effect { client.queue.wish(for: arrangement) }
    start(schedule.withLock { $0.add(effect) })
  }

  private func start(_ starts: [EffectSchedule.Start]) {
    for start in starts {
      Task {
        await screen.answered(await carryOut(start), of: start.effect)
        // Effects that depend on this one start only after the session has received its events.
        self.start(schedule.withLock { $0.finish(start.ticket) })
      }
    }
  }

  private func carryOut(_ start: EffectSchedule.Start) async -> [AppEvent] {
    switch start.effect {
    case .response(let effect): return await body.carryOut(effect)
    case .catalogs(.stop):
      await library.stop()
      return []
    case .catalogs(let effect):
      let workspace = await client.session.workspace.root
      return await library.carryOut(effect, in: workspace) { [screen] event in
        await screen.receive(event)
      }
    default:
      let events = await client.carryOut(start.effect, permit(start.ticket))
      guard start.effect.isShownAtOnce else { return events }
      return [.queue(.carriedOut(start.effect))] + events + (await client.reload())
    }
  }

  private func permit(_ ticket: EffectSchedule.Ticket) -> EffectPermit {
    EffectPermit(
      didReadWorkspace: {
        self.start(self.schedule.withLock { $0.release(.workspace, of: ticket) })
      },
      pausesAdditions: { self.schedule.withLock { $0.pausesAdditions(of: ticket) } })
  }

  /// Returns the path of a stored body's file, or nil if it is not in a file.
  func path(of body: StoredBody) -> String? { source.bodyPath(of: body) }

  /// Prepares for a command when the user presses a key. The reader of bodies leaves processor time
  /// for the display of a held key. libcurl is loaded when the user types, since a request is then
  /// likely. It is not loaded earlier, since it takes a fifth of the memory of an idle interface.
  func prepare(for command: Command) {
    if command.comesInSeries { body.reader.giveWay() }
    switch command {
    case .insert, .typed: CurlTransport.openLibrary()
    default: break
    }
  }

  /// Stops the jobs that a quitting client waits for, so that the quit in progress completes.
  func stopJobs() { Task { [client] in await client.stopJobs() } }

  /// Ends the client in the manner that the user chose, then calls `finish`.
  ///
  /// - Parameter requests: The open requests, for the next session.
  func end(
    _ manner: QuitChoice, leaving requests: StoredRequests?,
    then finish: @escaping @Sendable () async -> Void
  ) {
    schedule.withLock { $0.close() }
    // Closing the reader is not awaited: its thread may be writing a body to a slow disk, and the
    // open requests must be stored before that write ends.
    Task { [body] in await body.reader.close() }
    Task { [client] in
      await client.end(manner, leaving: requests)
      await finish()
    }
  }
}
