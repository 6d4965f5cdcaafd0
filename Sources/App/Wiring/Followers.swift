import ClientCore
import ClientModel
import ClientWorkspace

/// The followers of a client's events other than the screen: the log, the program that is notified
/// of long jobs, and the bell of a command's terminal.
struct Followers: Sendable {
  /// The destination of messages about a failed follower.
  enum Complaints: Sendable {
    case toConsole
    /// A notice of the client, which a screen displays.
    case toClient
  }

  private var journal: LogFollower?
  private var finish: FinishNotifier?
  private var bell: BellNotifier?

  static func begin(
    for client: Client, in workspace: Workspace, _ places: Places, _ complaints: Complaints
  ) async -> Followers {
    var followers = Followers()
    followers.journal = await LogFollower.begin(for: client, in: places) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: Task { await client.report(failure) }
      }
    }
    followers.finish = await FinishNotifier.begin(for: client, in: workspace, places) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: await client.report(failure)
      }
    }
    switch complaints {
    case .toConsole: followers.bell = await BellNotifier.begin(for: client, places)
    case .toClient: break
    }
    return followers
  }

  /// Waits until all events of the client are handled.
  func end() async {
    await bell?.end()
    await finish?.end()
    await journal?.end()
  }
}
