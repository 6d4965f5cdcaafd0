import ArgumentParser
import ClientCore
import ClientModel
import ClientWorkspace

/// `weir trust`: accepts a workspace's files in their current state.
struct TrustCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Trust the current files of a workspace.",
    discussion: """
      Examples:
        git clone https://example.com/api.git && cd api && weir trust
        git pull && weir trust --diff

      The requests of a trusted workspace may use secrets of this machine, send files from outside its \
      folder and skip certificate checks. After an edit outside Weir, the workspace is no longer trusted. \
      `weir trust` then prints the changes since the files were accepted, and asks on a terminal. For files \
      larger than 64 MB, only the start, the length and the modification time are compared.
      """)

  /// The option to print the changes without trusting the files.
  enum Part: String, EnumerableFlag {
    case diff

    static func help(for value: Part) -> ArgumentHelp? {
      "Print the changes since the files were accepted, without trusting the changed files."
    }
  }

  @Flag var part: Part?
  @OptionGroup var prompts: PromptOptions
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace, for: .trusting)
    let status = try run(in: session)
    await session.close()
    return status
  }

  private func run(in session: ClientSession) throws -> ExitStatus {
    let root = Console.safe(session.context.workspace.root)
    guard let trust = session.context.trust, trust.state == .untrusted else {
      // Accepting the files again makes this folder the preferred one of the folders with the same
      // id.
      if part == nil, let trust = session.context.trust { try accept(trust, in: session) }
      Console.print("\(root) is already trusted.")
      return .done
    }
    if let foreign = trust.foreignProblem { Console.print(Console.safe(foreign.why)) }
    let difference = try session.context.difference(of: trust)
    // If the files were never accepted, all of them are new. They are listed only with --diff,
    // because a user of the shell can read them with other tools.
    if part == .diff || difference.basis != .nothing { show(difference, root) }
    if part == .diff { return .done }
    guard TerminalQuestion(text: "Trust \(root) with its current files?").isAgreed(prompts.prompts)
    else {
      Console.complain("\(root) is not trusted.")
      return .cancelled
    }
    try accept(trust, in: session)
    Console.print("Trusted: \(root), with its current files.")
    for path in trust.comparedInPart {
      Console.print(
        "\(Console.safe(path)) is larger than 64 MB: only its start, length and modification time are compared."
      )
    }
    return .done
  }

  private func accept(_ trust: WorkspaceTrust, in session: ClientSession) throws {
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try trust.accept(session.context.workspace, accepted: session.folders.trust)
    }
  }

  private func show(_ difference: FileDifference, _ root: String) {
    switch difference.basis {
    case .nothing: Console.print("\(root) was never accepted: \(difference.counts).")
    case .accepted: Console.print("Changed since they were accepted: \(difference.counts).")
    case .digest:
      Console.print(
        "The files have changed since they were accepted; there are no copies to compare with.")
    }
    for row in difference.rows { Console.print(Console.safe(row.text)) }
  }
}
