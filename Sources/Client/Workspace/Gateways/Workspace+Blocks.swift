import ClientModel
import ClientYAML

/// A top-level key of a workspace file whose value is a mapping of named entries that Weir can
/// edit.
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
  /// Returns the text of the block's file, or an empty string if the file does not exist.
  func text(of block: SettingsBlock) throws(WorkspaceProblem) -> String {
    try folder.text(block.file) ?? ""
  }

  /// Returns the one-based line number of an entry. Returns 1 if the entry does not exist.
  func line(of name: String, in block: SettingsBlock) throws(WorkspaceProblem) -> Int {
    try Self.line(of: name, in: block, text: try text(of: block))
  }

  static func line(
    of name: String, in block: SettingsBlock, text: String
  ) throws(WorkspaceProblem) -> Int {
    do throws(YAMLProblem) {
      return try YAMLEdit(text, file: block.file).line(of: block.path(name)) ?? 1
    } catch { throw WorkspaceProblem(error) }
  }

  /// Returns the text of the block's file after an edit. Writes nothing.
  func edited(
    _ block: SettingsBlock, _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) -> String {
    let before = try text(of: block)
    do throws(YAMLProblem) {
      var text = try YAMLEdit(before, file: block.file)
      try edit(&text)
      return text.text
    } catch { throw WorkspaceProblem(error) }
  }

  /// Edits the block's file and replaces it atomically. Rejects an edit that makes the text
  /// invalid.
  ///
  /// - Returns: The contents of the edited text.
  func change<Contents>(
    _ block: SettingsBlock, reading contents: (String) throws(WorkspaceProblem) -> Contents,
    _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) -> Contents {
    let after = try edited(block, edit)
    let changed = try contents(after)
    try folder.write(after, to: block.file)
    return changed
  }
}
