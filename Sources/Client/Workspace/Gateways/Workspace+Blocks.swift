import ClientModel
import ClientYAML

/// A key in an editable file of the workspace. Its value is a mapping of named entries.
struct SettingsBlock {
  let file: String
  let key: String

  static let gateways = SettingsBlock(file: "weir.yaml", key: "gateways")
  static let environments = SettingsBlock(file: "environments.yaml", key: "environments")

  /// Returns the path of an entry, or of a key in an entry.
  func path(_ keys: String...) -> [YAMLStep] { ([key] + keys).map(YAMLStep.key) }
}

/// Changes to a block of a workspace file, such as the gateways in `weir.yaml`.
extension Workspace {
  /// Returns the text of the file. Empty if the file does not exist.
  func text(of block: SettingsBlock) throws(WorkspaceProblem) -> String {
    try folder.text(block.file) ?? ""
  }

  /// Returns an entry's line in the file. Lines begin at 1. Returns 1 if the entry does not exist.
  func line(of name: String, in block: SettingsBlock) throws(WorkspaceProblem) -> Int {
    let text = try text(of: block)
    do throws(YAMLProblem) {
      return try YAMLEdit(text, file: block.file).line(of: block.path(name)) ?? 1
    } catch { throw WorkspaceProblem(error) }
  }

  /// Replaces the file atomically. Invalid text is rejected.
  ///
  /// - Returns: The contents of the edited text.
  func change<Contents>(
    _ block: SettingsBlock, reading contents: (String) throws(WorkspaceProblem) -> Contents,
    _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) -> Contents {
    let before = try text(of: block)
    let after: String
    do throws(YAMLProblem) {
      var text = try YAMLEdit(before, file: block.file)
      try edit(&text)
      after = text.text
    } catch { throw WorkspaceProblem(error) }
    let changed = try contents(after)
    try folder.write(after, to: block.file)
    return changed
  }
}
