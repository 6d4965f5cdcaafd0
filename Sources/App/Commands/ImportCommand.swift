import ArgumentParser
import ClientCatalogs
import ClientCore
import ClientModel
import ClientWorkspace
import FoundationEssentials

/// `weir import`: imports requests and API descriptions. There is one command for each format.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import requests or an API description into the workspace.",
    discussion: "Examples:\n"
      + Importers.all.map { "  \($0.format.examples[0])" }.joined(separator: "\n"),
    subcommands: Importers.all.map { command(for: $0) })

  private static func command<Format: Importer>(
    for format: Format.Type
  ) -> any ParsableCommand.Type { ImportFormatCommand<Format>.self }
}

/// `weir import curl` and the import commands for other formats.
///
/// The command reads a file of one format. An API description is saved. Requests are saved or sent.
struct ImportFormatCommand<Format: Importer>: ClientCommand {
  static var configuration: CommandConfiguration {
    let format = Format.format
    return CommandConfiguration(
      commandName: format.name, abstract: format.sentence,
      discussion: ([format.discussion, "Examples:"] + format.examples.map { "  " + $0 })
        .joined(separator: "\n"))
  }

  @Argument(help: ArgumentHelp("\(Format.format.fileHelp)", valueName: "file"), completion: .file())
  var file: String
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("\(Format.format.nameHelp)", valueName: "name"))
  var name: String?
  @Flag(
    help: ArgumentHelp(
      "Send each request now instead of saving it.",
      visibility: Format.format.content == .requests ? .default : .private))
  var send = false
  @OptionGroup var detail: ProgressArguments
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    // While requests are sent, each of them shows its own progress.
    let progress = send ? nil : ProgressWriter.begin()
    defer { progress?.end() }
    var line = ProgressLine(title: "Reading \(file)", began: SystemClock().now)
    progress?.show(line)
    let input = try input()
    let imported: Imported
    do throws(ImportProblem) { imported = try Format.items(of: input) } catch {
      for remark in error.remarks { Console.complain(remark) }
      throw UsageProblem(
        what: Console.safe(error.what), why: Console.safe(error.why),
        whatToDo: Console.safe(error.whatToDo))
    }
    let session = try await ClientSession.open(workspace)
    var worst = imported.isComplete ? ExitStatus.done : .usage
    line = ProgressLine(title: "Saving", began: SystemClock().now)
    for (place, item) in imported.items.enumerated() {
      line.amount = .count(place, of: imported.items.count, unit: "items")
      progress?.show(line)
      switch item {
      case .remark(let remark): Console.complain(remark)
      case .catalog(let catalog): try save(catalog, in: session)
      case .request(let request):
        let status = try await take(request, in: session)
        if status != .done { worst = status }
      }
    }
    await session.close()
    return worst
  }
}

extension ImportFormatCommand {
  private func input() throws -> ImportInput {
    guard !send || Format.format.content == .requests else {
      throw UsageProblem(
        what: "Nothing was sent.", why: "\(Format.format.name) contains no requests.",
        whatToDo: "Import it without --send.")
    }
    let file = file
    // With --send, files and variables are read immediately. Saving a request reads neither.
    return ImportInput(
      file, as: name,
      files: send
        ? WorkspaceFiles.reader(relativeTo: FileManager.default.currentDirectoryPath) : .refusing,
      values: send ? try workspace.choice().overlays.compactMapValues(\.plain) : [:]
    ) { () throws(ImportProblem) in
      do throws(UsageProblem) { return try CommandInput.text(file) } catch {
        throw ImportProblem(what: error.what, why: error.why, whatToDo: error.whatToDo)
      }
    }
  }

  /// Saves one request. With --send, sends the request instead, unless the import left out a part
  /// of it.
  private func take(
    _ request: ImportedRequest, in session: ClientSession
  ) async throws -> ExitStatus {
    guard send else {
      let (name, secrets) = try ImportSaving(context: session.context).save(request)
      Console.print("Saved \(Console.safe(name)).")
      for secret in secrets {
        Console.complain(
          ImportRemark(
            secret.remark, whatToDo: secret.advice(for: name, in: session.context.workspace.root)))
      }
      return .done
    }
    guard request.fidelity == .same else {
      Console.complain(
        """
        \(request.place): The request was not sent, because some of its parts were left out.
        Import it without --send, complete the saved request and run it.
        """)
      return .usage
    }
    return try await RequestSending(session: session).send(request.draft)
  }

  private func save(_ new: CatalogImport, in session: ClientSession) throws {
    let written = try ImportSaving(context: session.context).save(new)
    let count = new.catalog.groups.reduce(0) { $0 + $1.endpoints.count }
    Console.print(
      "Saved \(Self.list(of: written)): \(Console.safe(new.catalog.title)), "
        + "\(count.grouped) \(count == 1 ? "endpoint" : "endpoints").")
  }

  /// Returns the paths of the saved files. If there are more than four, returns the path of the
  /// document and the number of additional files.
  private static func list(of written: [String]) -> String {
    let first = Console.safe(written.first ?? "")
    guard written.count > 4 else { return Console.safe(written.joined(separator: ", ")) }
    return "\(first) with \((written.count - 1).grouped) files that it refers to"
  }
}

extension Console {
  static func complain(_ remark: ImportRemark) {
    let place = remark.place.isEmpty ? "" : "\(remark.place): "
    complain(
      safe(place + remark.text) + (remark.whatToDo.isEmpty ? "" : "\n" + safe(remark.whatToDo)))
  }
}

extension SecretTemplate {
  /// Returns the advice for providing the value of the template in a saved request.
  fileprivate func advice(for request: String, in folder: String) -> String {
    let variable = String(name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return """
      Write `\(name): env:\(variable)` under `shared` in \(folder)/environments.yaml, or: \
      weir run \(request) --var \(name)=env:\(variable)
      """
  }
}
