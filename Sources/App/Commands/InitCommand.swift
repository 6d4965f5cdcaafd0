import ArgumentParser
import ClientModel
import ClientWorkspace
import ClientYAML
import FoundationEssentials

/// `weir init`: creates a workspace. If the workspace exists but has no id, adds an id.
struct InitCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a workspace in this folder.",
    discussion: """
      In a workspace without an id, the command only adds an id to weir.yaml.
      Example:
        mkdir api && cd api && weir init
      """)

  @Option(help: ArgumentHelp("The folder; by default the current one.", valueName: "dir"))
  var workspace: String?
  @OptionGroup var output: OutputOptions

  func execute() async throws -> ExitStatus {
    let folder = workspace ?? FileManager.default.currentDirectoryPath
    switch try NewWorkspace.make(in: folder, folders: UserFolders()) {
    case .created(let written):
      for path in written { Console.print("Wrote \(Console.safe(path))") }
      Console.print("Open it with `weir`, or send a request with `weir run example`.")
    case .addedID:
      Console.print("Added an id to weir.yaml. New lanes and cookies belong to this id.")
      Console.print("Existing lanes and cookies still belong to the folder.")
    }
    return .done
  }
}
