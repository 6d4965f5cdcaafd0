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
      the document's folder or below it. What cannot be read is listed with its place; the rest works. \
      The exit code is 2 when an endpoint is missing for that.
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
    let endpoints = new.catalog.groups.flatMap(\.endpoints)
    guard !endpoints.isEmpty else {
      complain(of: new.catalog.problems, in: nil)
      throw UsageProblem(
        what: "\(Console.safe(file)) was not imported.",
        why: new.catalog.missingEndpoints == 0
          ? "It describes no endpoint." : "None of its endpoints could be read.",
        whatToDo: "Choose the document that has `paths`, with the files it refers to beside it.")
    }
    let session = try await ClientSession.open(workspace)
    var written: [String] = []
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.keepingTrust { () throws(WorkspaceProblem) in
        written = try session.workspace.add(new)
      }
    }
    complain(of: new.catalog.problems, in: new.catalog.name)
    complain(ofMissing: new.catalog.missingEndpoints, of: endpoints)
    let count = endpoints.count
    Console.print(
      "Saved \(Self.list(of: written)): \(Console.safe(new.catalog.title)), "
        + "\(count.grouped) \(count == 1 ? "endpoint" : "endpoints").")
    await session.close()
    return new.catalog.missingEndpoints == 0 ? .done : .usage
  }

  /// What could not be read, as far as anyone reads it at once.
  private func complain(of problems: [CatalogProblem], in catalog: String?) {
    for problem in problems.prefix(Self.shownProblems) {
      Console.complain(
        Console.safe("\(problem.place): \(problem.what) \(problem.why)") + "\n"
          + Console.safe(problem.whatToDo))
    }
    let rest = problems.count - Self.shownProblems
    guard rest > 0 else { return }
    let list = catalog.map { "; `weir catalog \(Console.safe($0))` lists all of them" } ?? ""
    Console.complain("\(rest.grouped) more places could not be read in full\(list).")
  }

  private static let shownProblems = 40

  private func complain(ofMissing missing: Int, of endpoints: [ClientCatalogs.Endpoint]) {
    if missing > 0 {
      Console.complain(
        missing == 1
          ? "1 endpoint could not be read and is missing."
          : "\(missing.grouped) endpoints could not be read and are missing.")
    }
    let bare = endpoints.filter { !$0.isDescribed }
    guard !bare.isEmpty else { return }
    let names = bare.prefix(5).map(\.id).joined(separator: ", ")
    Console.complain(
      "Of \(bare.count.grouped) of \(endpoints.count.grouped) endpoints the document says nothing "
        + "but the path: \(Console.safe(names))\(bare.count > 5 ? ", …" : "").")
  }

  /// The document by its path, and how many files came with it.
  private static func list(of written: [String]) -> String {
    let first = Console.safe(written.first ?? "")
    guard written.count > 4 else { return Console.safe(written.joined(separator: ", ")) }
    return "\(first) with \((written.count - 1).grouped) files that it refers to"
  }
}
