import ArgumentParser
import CProcess
import ClientCore
import ClientModel
import ClientStore
import FoundationEssentials
import NcursesTerminal
import Terminal
import ViewModels

/// `weir`: opens the interface.
struct InterfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "interface", abstract: "Open the interface; the same as weir alone.",
    shouldDisplay: false)

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws { try InterfaceOptions(choice: try workspace.choice()).run() }
}

/// The options of the interface. They do not depend on the parser.
struct InterfaceOptions {
  var choice = WorkspaceChoice()

  func run() throws {
    try choice.check(in: UserFolders())
    try Interface.run(role: .runner) {
      let session = try await ClientSession.wire(choice, for: .running, stubs: .off)
      return choice.environment == nil ? session.withRememberedEnvironment : session
    }
  }
}

/// The run of the interface on the terminal.
enum Interface {
  /// Runs the interface. The first frame is drawn before anything is opened. The client is opened
  /// while the loop runs.
  ///
  /// - Throws: An error if there is no terminal to draw on, if the client cannot be opened, or if a
  ///   signal ended the interface.
  static func run(
    role: WorkspaceStatus.Role, _ open: @escaping @Sendable () async throws -> ClientSession
  ) throws {
    var session: Session?
    do {
      try UI.runLoop { (wake) throws(TerminalError) in
        if let session { return session.turn(wake) }
        let terminal = try NcursesTerminal(
          environment: Console.colours.applied(to: SystemVariables.all))
        terminal.aroundStop = { StoreWrites.pause(during: $0) }
        let folders = UserFolders()
        let settings = UserSettings(folder: folders.config, state: folders.state)
        let made = Session(terminal: terminal, settings: settings, idle: IdleCounter())
        session = made
        openEffectRunner(for: made, role, open)
        return made.turn([])
      }
    } catch {
      throw UsageProblem(what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    guard let session else { return }
    if let failure = UI.assumeIsolated({ session.failure }) { throw failure }
    if UI.assumeIsolated({ session.wasInterrupted }) {
      throw ExitCode(ExitStatus.signal.rawValue)
    }
  }

  private static func openEffectRunner(
    for screen: Session, _ role: WorkspaceStatus.Role,
    _ open: @escaping @Sendable () async throws -> ClientSession
  ) {
    // The screen must not wait for a thread while the first request loads libcurl.
    cprocess_start_threads(4)
    Task.detached {
      do {
        await screen.attach(EffectRunner(try await open(), role: role, to: screen))
      } catch {
        // Without a client, no command of the interface would work.
        await screen.finish(error)
      }
    }
  }
}
