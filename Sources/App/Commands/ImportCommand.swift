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
      Options that have no place in a saved request are listed. A password, token or secret header \
      is not written to the file: a template such as {{password}} stands for it.
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
    let lines = CommandInput.curlLines(text)
    guard !lines.isEmpty else {
      throw UsageProblem(
        what: "Nothing was imported.", why: "There is no line that begins with curl.",
        whatToDo: "Put one curl command on each line; a \\ at the end continues it.")
    }
    let session = try await ClientSession.open(workspace)
    var worst = ExitStatus.done
    for (index, line) in lines.enumerated() {
      let command: CurlCommand
      do {
        command = try CurlCommand.parse(line, files: send ? session.reader : .refusing)
      } catch {
        Console.complain(
          "Command \(index + 1): \(Console.safe(error.what)) \(Console.safe(error.why))\n\(Console.safe(error.whatToDo))"
        )
        worst = .usage
        continue
      }
      for option in command.dropped {
        Console.complain(
          "Command \(index + 1): \(Console.safe(option.option)) was left out: \(Console.safe(option.why))"
        )
      }
      if send {
        let status = try await session.send(command.draft)
        if status != .done { worst = status }
      } else {
        let label =
          name.map { lines.count == 1 ? $0 : "\($0)-\(index + 1)" } ?? "imported/curl-\(index + 1)"
        let (draft, secrets) = command.draft.withSecretTemplates()
        let saved = try session.save(draft, as: label)
        Console.print("Saved \(Console.safe(saved)).")
        for secret in secrets {
          Console.complain(Self.words(for: secret, in: saved, of: session.workspace.root))
        }
      }
    }
    await session.close()
    return worst
  }
}

extension ImportCurlCommand {
  /// Where a secret went that a file must not hold, and how the request gets it.
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

  /// The curl commands of a text; a backslash at a line's end joins it with the next.
  static func curlLines(_ text: String) -> [String] {
    text.replacing("\\\r\n", with: " ").replacing("\\\n", with: " ")
      .split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == "$" } }
      .filter { CurlCommand.isCurl(String($0)) }
      .map(String.init)
  }
}
