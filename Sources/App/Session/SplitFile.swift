import ClientModel
import FoundationEssentials
import ViewModels

/// The file that stores the positions of the lines between the panels.
struct SplitFile {
  private let path: String

  init(state: String) { path = state + "/splits" }

  func read() -> PanelSplits {
    guard let bytes = FileManager.default.contents(atPath: path) else { return PanelSplits() }
    return PanelSplits(String(decoding: bytes, as: UTF8.self))
  }

  /// - Returns: The reason why it could not be written, or nil if it was.
  func write(_ splits: PanelSplits) -> Notice? {
    do {
      try Data(splits.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return nil
    } catch {
      return Notice(
        .warning, "The sizes of the panels hold for this session only.",
        why: "\(path) cannot be written. \(FileTrouble(error).why)",
        whatToDo: "Check the folder's rights and the space left.")
    }
  }
}
