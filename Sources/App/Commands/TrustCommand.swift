import ArgumentParser
import ClientCore
import ClientModel
import ClientWorkspace

/// `weir trust`: accepts a workspace's files as they are.
struct TrustCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Trust the current files of a workspace.",
    discussion: """
      Example:
        git clone https://example.com/api.git && cd api && weir trust

      The requests of a trusted workspace may take secrets of this machine, send files outside its \
      folder and skip certificate checks. An edit from outside Weir ends the trust. Of files larger than \
      64 MB the start, the length and the time of change are compared.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    if let trust = session.trust, trust.standing == .untrusted {
      _ = try Reported.workspace { () throws(WorkspaceProblem) in
        try trust.accept(session.workspace, accepted: session.places.trust)
      }
      Console.print("Trusted: \(Console.safe(session.workspace.root)), as its files are now.")
      for path in trust.comparedInPart {
        Console.print(
          "\(Console.safe(path)) is larger than 64 MB: its start, its length and its time of change count."
        )
      }
    } else {
      Console.print("\(Console.safe(session.workspace.root)) is trusted already.")
    }
    await session.close()
    return .done
  }
}
