import ClientCore
import ClientHTTP
import ClientModel
import ClientPipeline
import ClientWorkspace
import NcursesTerminal
import Synchronization
import ViewModels

/// The runner of the effects outside the UI thread. It sends the resulting events to the session.
///
/// The effects of one serial task run in order. The effects of different tasks run concurrently.
/// For example, pausing a lane does not wait for a document that is being read.
final class EffectRunner: Sendable {
  private let tasks = Mutex(EffectTasks())
  private let client: Client
  private let context: EffectContext
  private let screen: Session
  /// The initial reads. Effects start after they have ended.
  private let opening: Task<Void, Never>

  init(_ session: ClientSession, role: WorkspaceStatus.Role, to screen: Session) {
    client = session.client
    let context = EffectContext(
      session, role: role, publish: { event in await screen.receive(event) },
      update: { @UI update in screen.take(update) })
    self.context = context
    self.screen = screen
    opening = Task {
      await context.begin()
      await screen.answered([])
    }
    Task { await context.follow() }
    let values = SharedValueFollower(session.client)
    Task { await values.follow { event in await screen.receive(event) } }
    let report = EventReport(session.client)
    Task {
      await report.follow(
        publish: { event in await screen.receive(event) },
        ring: { title in await screen.ring(title) })
    }
    Task { await context.followFiles() }
    Task {
      await SettingsFollower(session).follow(
        report: { failure in await screen.receive(.notice(Notice(failure))) },
        changed: { await screen.rereadKeys() })
    }
  }

  /// Accepts an effect that runs off the UI thread. Each accepted effect gets exactly one reply.
  func take(_ effect: Effect) {
    guard let (feature, confirmed) = effect.forClient else { return }
    feature.announce(to: context)
    tasks.withLock {
      $0.add(feature) { [self] in
        await opening.value
        switch await context.begin(feature, confirmed: confirmed) {
        // The next effect of this task starts after the session has received the events.
        case .ended(let events): await screen.answered(events, of: effect)
        case .continues(let task):
          Task { await screen.answered(await task.value, of: effect) }
        }
      }
    }
  }

  /// Returns the file path of a stored body. Returns nil if the body is not in a file.
  func path(of body: StoredBody) -> String? { client.bytes(of: body)?.localFile }

  /// Prepares for a command when the user presses a key.
  ///
  /// While a key is held, the reader of bodies leaves processor time for the display. libcurl is
  /// loaded when the user types, because a request is then likely. It is not loaded earlier,
  /// because it takes a fifth of the memory of an idle interface.
  func prepare(for command: Command) {
    if command.comesInSeries { context.documents.reader.pauseForKeys() }
    switch command {
    case .insert, .typed: CurlTransport.openLibrary()
    default: break
    }
  }

  /// Stops the jobs for which a quitting client waits. The client can then quit.
  func stopJobs() { Task { await context.stopJobs() } }

  /// Ends the client in the manner that the user chose, then calls `finish`.
  ///
  /// - Parameter requests: The open requests. They are stored for the next session.
  func end(
    _ manner: QuitChoice, leaving requests: StoredRequests?,
    then finish: @escaping @Sendable () async -> Void
  ) {
    tasks.withLock { $0.close() }
    // Closing the reader is not awaited. Its thread may be writing a body to a slow disk, and the
    // open requests must be stored before that write ends.
    Task { await context.documents.reader.close() }
    Task {
      await context.end(manner, leaving: requests)
      await finish()
    }
  }
}
