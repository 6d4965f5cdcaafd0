import ArgumentParser
import ClientModel
import ClientPipeline
import ClientWorkspace
import Foundation

/// `weir import`: requests and API descriptions from elsewhere.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take requests and API descriptions from elsewhere into the workspace.",
    discussion: "Examples:\n  weir import curl commands.txt\n  weir import openapi shop.yaml",
    subcommands: [ImportCurlCommand.self, ImportOpenAPICommand.self])
}

/// `weir import curl`: one saved request for each curl line of a file.
struct ImportCurlCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl", abstract: "Read curl command lines; nothing in them is run or fetched.",
    discussion: """
      One request is saved for each URL of each command. Options that have no place in one are \
      listed; a command that Weir cannot send as curl does is refused, or saved without what it \
      lacks. A password, token or secret header is not written to the file: a template such as \
      {{password}} stands for it, and {{NAME}} for $NAME.
      Examples:
        weir import curl commands.txt
        echo "curl -H 'X-A: 1' https://example.com" | weir import curl - --as examples/first
        weir import curl - --send < command.txt
      """)

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file")) var file:
    String
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The saved request's name; numbers follow it when there are several.", valueName: "name"))
  var name: String?
  @Flag(help: "Send each now instead of saving it.") var send = false
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let text = try CommandInput.text(file)
    // With --send, files and variables are read immediately; saving a request reads neither.
    let files =
      send
      ? WorkspaceFiles.reader(relativeTo: FileManager.default.currentDirectoryPath) : .refusing
    let values = send ? try workspace.choice().overlays.compactMapValues(\.plain) : [:]
    let commands = CurlImport.commands(in: text, files: files, values: values)
    guard !commands.isEmpty else {
      throw UsageProblem(
        what: "Nothing was imported.", why: "There is no curl command in it.",
        whatToDo: "Put each curl command at the beginning of a line.")
    }
    let session = try await ClientSession.open(workspace)
    var worst = ExitStatus.done
    let total = commands.reduce(0) { sum, command in
      if case .success(let requests) = command { sum + requests.count } else { sum + 1 }
    }
    var number = 0
    for (index, command) in commands.enumerated() {
      let place = "Command \(index + 1)"
      switch command {
      case .failure(let problem):
        number += 1
        worst = .usage
        Console.complain(
          "\(place): \(Console.safe(problem.what)) \(Console.safe(problem.why))\n"
            + Console.safe(problem.whatToDo))
      case .success(let requests):
        for request in requests {
          number += 1
          let notes = Set(request.dropped)
          if request == requests.first || notes != Set(requests[0].dropped) {
            tell(request.dropped, place)
          }
          let status = try await take(
            request, number: number, of: total, place: place, in: session)
          if status != .done { worst = status }
        }
      }
    }
    await session.close()
    return worst
  }

  private func tell(_ dropped: [DroppedOption], _ place: String) {
    for option in dropped {
      Console.complain(
        "\(place): \(Console.safe(option.option)) was left out: \(Console.safe(option.why))")
    }
  }

  /// Saves one request. With --send, sends it, unless an option that changes the request was left out.
  private func take(
    _ request: CurlCommand, number: Int, of total: Int, place: String, in session: ClientSession
  ) async throws -> ExitStatus {
    guard send else {
      let label = name.map { total == 1 ? $0 : "\($0)-\(number)" } ?? "imported/curl-\(number)"
      let (draft, secrets) = request.draft.withSecretTemplates(
        session.gateways.credentialNames)
      let saved = try session.save(draft, as: label)
      Console.print("Saved \(Console.safe(saved)).")
      for secret in secrets {
        Console.complain(Self.words(for: secret, in: saved, of: session.workspace.root))
      }
      return .done
    }
    guard request.missed.isEmpty else {
      Console.complain(
        """
        \(place): The request was not sent. Without what was left out it is another request.
        Import it without --send, complete the saved request and run it.
        """)
      return .usage
    }
    return try await session.send(request.draft)
  }
}

extension ImportCurlCommand {
  /// The message about a secret that is not written to the file: the template that replaces it, and
  /// how to supply its value.
  static func words(for secret: SecretTemplate, in name: String, of folder: String) -> String {
    let (name, place) = (Console.safe(name), Console.safe(secret.place))
    let value = Console.safe(secret.name)
    let variable = String(value.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return """
      The \(place) is not in the file: {{\(value)}} stands for it, as others can read the file.
      Write `\(value): env:\(variable)` under `shared` in \(Console.safe(folder))/environments.yaml, or: \
      weir run \(name) --var \(value)=env:\(variable)
      """
  }
}

/// Text a command reads from a file or from standard input.
enum CommandInput {
  static func text(_ file: String) throws(UsageProblem) -> String {
    do {
      let data =
        file == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: file))
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(file)) cannot be read.", why: FileTrouble(error).why,
        whatToDo: "Check the path and its rights, or give - for standard input.")
    }
  }
}
