import ArgumentParser
import ClientCore
import ClientModel
import ClientWorkspace

/// `weir trust`: accepts a workspace's files as they are.
struct TrustCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Accept the files of a workspace as they are now.",
    discussion: """
      Example:
        git clone https://example.com/api.git && cd api && weir trust

      The requests of a trusted workspace may take secrets of this machine, send files outside its \
      folder and skip certificate checks. An edit from outside Weir ends the trust.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    if let trust = session.trust, trust.standing == .untrusted {
      _ = try Reported.workspace { () throws(WorkspaceProblem) in
        try trust.accept(session.workspace, accepted: session.places.trust)
      }
      Console.print("Trusted: \(Console.safe(session.workspace.root)), as its files are now.")
    } else {
      Console.print("\(Console.safe(session.workspace.root)) is trusted already.")
    }
    await session.close()
    return .done
  }
}
