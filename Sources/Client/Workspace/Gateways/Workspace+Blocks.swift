import ClientModel
import ClientYAML

/// Changing one block of a file of the workspace, such as the gateways of `weir.yaml`.
extension Workspace {
  /// The file's text; empty when there is none.
  func text(of block: SettingsText.Block) throws(WorkspaceProblem) -> String {
    try folder.text(block.file) ?? ""
  }

  /// The line of an entry in the file, from 1; 1 when it is not there.
  func line(of name: String, in block: SettingsText.Block) throws(WorkspaceProblem) -> Int {
    let text = try text(of: block)
    do throws(YAMLProblem) {
      return try SettingsText(text, block).line(of: name) ?? 1
    } catch { throw WorkspaceProblem(error) }
  }

  /// Replaces the file atomically, if the edited text, read again, has the intended change and no other.
  ///
  /// - Returns: The contents of the edited text.
  func change<Contents>(
    _ block: SettingsText.Block, _ edit: (inout SettingsText) throws(YAMLProblem) -> Void,
    reading contents: (String) throws(WorkspaceProblem) -> Contents,
    when isIntended: (Contents) throws(WorkspaceProblem) -> Bool
  ) throws(WorkspaceProblem) -> Contents {
    let before = try text(of: block)
    let after: String
    do throws(YAMLProblem) {
      var text = try SettingsText(before, block)
      try edit(&text)
      after = text.text
    } catch { throw WorkspaceProblem(error) }
    let changed = try contents(after)
    guard try isIntended(changed) else {
      throw WorkspaceProblem(
        .yaml, what: "\(block.file) was not changed.",
        why: "It is written in a way that cannot be changed line by line.",
        whatToDo: "Edit it by hand: one key a line, indented by spaces.")
    }
    try folder.write(after, to: block.file)
    return changed
  }
}
