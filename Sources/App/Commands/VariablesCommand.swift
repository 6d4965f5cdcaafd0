import ArgumentParser
import ClientModel
import ClientPipeline

/// `weir variables`: the values for `{{name}}` and their sources.
struct VariablesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "variables", abstract: "List the values for {{name}} and their sources.",
    discussion: """
      Example:
        weir variables --env live
        weir variables base token --request books/list

      Secrets are masked with dots. With --request, the variables of the request's folders apply.
      """)

  @Argument(help: ArgumentHelp("The names; by default all.", valueName: "name"))
  var names: [String] = []
  @Option(
    help: ArgumentHelp("A saved request, for the variables of its folders.", valueName: "name"),
    completion: .savedNames)
  var request: String?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let context = session.context
    if let problem = context.environmentProblem { throw problem }
    let folder = try request.map { try context.load($0).inheritedFolder } ?? nil
    let environment = context.environment.inside(folder)
    let all = environment.variables(hiding: context.gateways.credentialNames)
    for name in names where !all.contains(where: { $0.name == name }) {
      throw UsageProblem(
        what: "There is no variable \(Console.safe(name)).", why: "No file or option defines it.",
        whatToDo: environment.nearestName(to: name).map { "Did you mean \($0)?" }
          ?? "`weir variables` lists all.")
    }
    let variables = names.isEmpty ? all : all.filter { names.contains($0.name) }
    if format == .json {
      try JSONOutput.print(variables.map(VariableRecord.init))
    } else {
      VariableTable(variables: variables).lines().forEach(Console.print)
    }
    await session.close()
    return .done
  }
}
