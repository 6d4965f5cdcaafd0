import ClientCore
import ClientModel
import ClientWorkspace

/// The notifier that runs the `on_finish` program when a long job or graph ends in this process.
///
/// A workspace's program runs only if the files have not changed since the user accepted them. This
/// is checked each time a job or graph ends.
struct FinishNotifier: Sendable {
  private let reporting: Task<Void, Never>

  /// Starts to follow events. Returns nil if the settings name no program.
  ///
  /// - Parameter report: Receives the failure of a program.
  static func begin(
    for client: Client, in workspace: Workspace, _ folders: UserFolders,
    report: @escaping @Sendable (Failure) async -> Void
  ) async -> FinishNotifier? {
    let own = Settings.read(in: folders.config, mentioning: "on_finish").settings.onFinish
    guard own != nil || workspace.settings.onFinish != nil else { return nil }
    let ends = await client.eventLog(
      of: [.finished, .graphFinished], from: .thisProcess, buffering: 100)
    let root = workspace.root
    return FinishNotifier(
      reporting: Task {
        for await event in ends {
          guard let took = event.duration, took > .zero,
            let command = command(root: root, workspace, folders, else: own),
            took > command.after
          else { continue }
          await run(command, on: event, report)
        }
      })
  }

  /// Returns when the event stream has ended and every started program has exited.
  func end() async { await reporting.value }

  /// Returns the workspace's program if the files of the workspace are trusted. Otherwise, returns
  /// the user's program.
  private static func command(
    root: String, _ workspace: Workspace, _ folders: UserFolders, else own: FinishCommand?
  ) -> FinishCommand? {
    guard workspace.settings.onFinish != nil else { return own }
    do throws(WorkspaceProblem) {
      let now = workspace.kind == .scratch ? workspace : try Workspace.open(root)
      guard try folders.examine(now).state == .trusted, let command = now.settings.onFinish
      else { return own }
      return command
    } catch {
      return own
    }
  }

  private static func run(
    _ command: FinishCommand, on event: Event, _ report: @Sendable (Failure) async -> Void
  ) async {
    do {
      let record = try JSONOutput.text(of: EventRecord(event)) + [10]
      let output = try await SystemPrograms().run(
        Program(command.arguments, input: record, outputLimit: .mebibytes(1)))
      guard output.end != .exited(0) else { return }
      await report(
        Failure(
          .program, what: "The on_finish program \(command.arguments[0]) failed.",
          why: "It ended with \(output.end.text).",
          whatToDo: "Run it manually with a line of `weir queue watch --format json` as input.",
          cause: output.complaint.isEmpty ? nil : output.complaint))
    } catch let failure as Failure {
      await report(failure)
    } catch {
      await report(
        Failure(
          .program, what: "The on_finish program \(command.arguments[0]) was not started.",
          why: "\(error)",
          whatToDo: "Check `on_finish` in weir.yaml or config.yaml."))
    }
  }
}

extension Event {
  /// The duration of a job or graph from the first attempt to the end. It is nil for any other
  /// event and for a job that was never sent.
  var duration: Duration? {
    switch kind {
    case .finished(let job): return job.seriesStart.map { job.since.since($0) }
    case .graphFinished(let end): return end.duration
    default: return nil
    }
  }
}
