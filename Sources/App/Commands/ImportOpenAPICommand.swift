import ArgumentParser
import ClientCatalogs
import ClientModel
import ClientWorkspace

/// `weir import openapi`: a description of an API becomes a catalog of the workspace.
struct ImportOpenAPICommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Copy an OpenAPI document into the workspace; nothing is fetched.",
    discussion: """
      OpenAPI 3.0 and 3.1, in YAML or JSON. Files that it refers to are copied, too, when they lie in \
      the document's folder or below it. What cannot be read is listed with its place; the rest works.
      Examples:
        weir import openapi shop.yaml
        weir import openapi ~/Downloads/openapi.json --as shop
      """)

  @Argument(help: ArgumentHelp("The document.", valueName: "file")) var file: String
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What the catalog is to be called.", valueName: "name"))
  var name: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let new: CatalogImport
    do throws(CatalogFailure) {
      new = try CatalogImport.read(file, as: name)
    } catch {
      switch error {
      case .cancelled:
        throw UsageProblem(
          what: "\(Console.safe(file)) was not imported.", why: "Its reading was cancelled.",
          whatToDo: "Import it again.")
      case .refused(let problem):
        throw UsageProblem(
          what: Console.safe("\(problem.place): \(problem.what)"), why: Console.safe(problem.why),
          whatToDo: Console.safe(problem.whatToDo))
      }
    }
    let session = try await ClientSession.open(workspace)
    var written: [String] = []
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.keepingTrust { () throws(WorkspaceProblem) in
        written = try session.workspace.add(new)
      }
    }
    for problem in new.catalog.problems {
      Console.complain(
        Console.safe("\(problem.place): \(problem.what) \(problem.why)") + "\n"
          + Console.safe(problem.whatToDo))
    }
    let count = new.catalog.groups.reduce(0) { $0 + $1.endpoints.count }
    Console.print(
      "Saved \(Console.safe(written.joined(separator: ", "))): "
        + "\(Console.safe(new.catalog.title)), \(count) \(count == 1 ? "endpoint" : "endpoints").")
    await session.close()
    return .done
  }
}
