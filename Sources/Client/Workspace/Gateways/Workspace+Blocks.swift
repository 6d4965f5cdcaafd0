import ClientModel
import ClientYAML

/// An editable file of the workspace, and one of its keys. The value of the key is a mapping of
/// named entries.
struct SettingsBlock {
  let file: String
  let key: String

  static let gateways = SettingsBlock(file: "weir.yaml", key: "gateways")
  static let environments = SettingsBlock(file: "environments.yaml", key: "environments")

  /// Returns the path of an entry, or of a key within it.
  func path(_ keys: String...) -> [YAMLStep] { ([key] + keys).map(YAMLStep.key) }
}

/// Changes to one block of a file of the workspace, such as the gateways of `weir.yaml`.
extension Workspace {
  /// Returns the file's text, or an empty string if the file does not exist.
  func text(of block: SettingsBlock) throws(WorkspaceProblem) -> String {
    try folder.text(block.file) ?? ""
  }

  /// Returns the line of an entry in the file, from 1, or 1 if the entry does not exist.
  func line(of name: String, in block: SettingsBlock) throws(WorkspaceProblem) -> Int {
    let text = try text(of: block)
    do throws(YAMLProblem) {
      return try YAMLEdit(text, file: block.file).line(of: block.path(name)) ?? 1
    } catch { throw WorkspaceProblem(error) }
  }

  /// Replaces the file atomically if the edited text is valid.
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
