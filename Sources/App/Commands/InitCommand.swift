import ArgumentParser
import ClientModel
import ClientWorkspace
import ClientYAML
import FoundationEssentials

/// `weir init`: creates a workspace.
struct InitCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a workspace in this folder.",
    discussion: "Example:\n  mkdir api && cd api && weir init")

  @Option(help: ArgumentHelp("The folder; by default the current one.", valueName: "dir"))
  var workspace: String?
  @OptionGroup var output: OutputOptions

  func execute() async throws -> ExitStatus {
    let folder = workspace ?? FileManager.default.currentDirectoryPath
    let written = try NewWorkspace.make(in: folder, folders: UserFolders())
    for path in written { Console.print("Wrote \(Console.safe(path))") }
    Console.print("Open it with `weir`, or send a request with `weir run example`.")
    return .done
  }
}
