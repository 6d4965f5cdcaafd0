import ClientCore
import ClientWorkspace
import Glibc
import Terminal

/// The notifier that rings the terminal's bell and sets the title when a long job or graph of a
/// command has ended. It has no effect with the setting `bell: off`.
struct BellNotifier: Sendable {
  private let ringing: Task<Void, Never>

  /// Starts to follow events. Returns nil if standard error is not a terminal.
  static func begin(for client: Client, _ folders: UserFolders) async -> BellNotifier? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    let ends = await client.eventLog(
      of: [.finished, .graphFinished], from: .thisProcess, buffering: 100)
    return BellNotifier(
      ringing: Task {
        for await event in ends where (event.duration ?? .zero) > FinishCommand.long {
          guard Settings.read(in: folders.config, mentioning: "bell").settings.bell == .rung else {
            continue
          }
          let title = SafeText(event.title).string
          Console.writeToStandardError(Array("\u{7}\u{1B}]2;\(title)\u{7}".utf8))
        }
      })
  }

  /// Returns when the ends of all long jobs and graphs were reported.
  func end() async { await ringing.value }
}
