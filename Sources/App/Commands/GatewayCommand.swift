import ArgumentParser
import ClientModel
import ClientWorkspace

/// `weir gateway`: the servers that `weir.yaml` describes.
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway", abstract: "List and change the gateways of a workspace.",
    discussion: """
      Example:
        weir gateway add api https://api.example.com/v1
        weir send --gateway api /users
      """,
    subcommands: [
      GatewayListCommand.self, GatewayAddCommand.self, GatewayDeleteCommand.self,
      GatewayDefaultCommand.self,
    ])
}

/// `weir gateway list`: lists the gateways, then the servers and endpoints. The default gateway is
/// marked.
struct GatewayListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List gateways, servers and endpoints.",
    discussion: "Example:\n  weir gateway list --format json")

  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let gateways = session.context.gateways
    if format == .json {
      try JSONOutput.print(GatewayRecord.all(of: gateways))
    } else {
      GatewayTable(gateways: gateways).lines().forEach(Console.print)
    }
    complain(ofRefreshIn: gateways, session.context.workspace)
    await session.close()
    return .done
  }

  /// Warns of gateways whose `refresh` names a missing request. Otherwise, the user would notice
  /// this only when credentials have expired.
  private func complain(ofRefreshIn gateways: Gateways, _ workspace: Workspace) {
    for gateway in gateways.all {
      guard let name = gateway.outcome?.refresh?.request, !workspace.hasRequest(name) else {
        continue
      }
      Console.complain(
        Console.safe(
          "`refresh` of the gateway \(gateway.name): there is no request `\(name)`. "
            + workspace.nearest(request: name)))
    }
  }
}

/// `weir gateway add`: adds a gateway to `weir.yaml`. Existing lines stay the same.
struct GatewayAddCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a gateway.",
    discussion: "Example:\n  weir gateway add api 'https://api.example.com/{{version}}'")

  @Argument(help: "The gateway's name.") var name: String
  @Argument(help: "The base of relative URLs.") var url: String
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    try await changeGateways(workspace) { (workspace) throws(WorkspaceProblem) in
      _ = try workspace.addGateway(name, url: url)
    }
  }
}

/// `weir gateway delete`.
struct GatewayDeleteCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a gateway.",
    discussion: "Example:\n  weir gateway delete old")

  @Argument(help: "The gateway's name.", completion: .gateways) var name: String
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    try await changeGateways(workspace, of: name) { (workspace) throws(WorkspaceProblem) in
      _ = try workspace.deleteGateway(name)
    }
  }
}

/// `weir gateway default`: sets the gateway for requests that do not name one.
struct GatewayDefaultCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "default", abstract: "Set the gateway for requests that do not name one.",
    discussion: "Example:\n  weir gateway default api")

  @Argument(help: "The gateway's name.", completion: .gateways) var name: String
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    try await changeGateways(workspace, of: name) { (workspace) throws(WorkspaceProblem) in
      _ = try workspace.makeDefaultGateway(name)
    }
  }
}

extension ClientCommand {
  /// Changes `weir.yaml`. A trusted workspace stays trusted.
  ///
  /// - Parameter name: The name of a gateway that must exist. Nil if the change needs no existing
  ///   gateway.
  fileprivate func changeGateways(
    _ options: WorkspaceOptions, of name: String? = nil,
    _ change: (Workspace) throws(WorkspaceProblem) -> Void
  ) async throws -> ExitStatus {
    let session = try await ClientSession.open(options)
    if let name, session.context.gateways[name] == nil {
      let names = session.context.gateways.names
      throw UsageProblem(
        what: "There is no gateway named \(Console.safe(name)).",
        why: names.isEmpty
          ? "weir.yaml describes no gateways."
          : "The gateways are: \(names.joined(separator: ", ")).",
        whatToDo: "`weir gateway add \(Console.safe(name)) URL` adds one.")
    }
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.preservingTrust { () throws(WorkspaceProblem) in
        try change(session.context.workspace)
      }
    }
    await session.close()
    return .done
  }
}
