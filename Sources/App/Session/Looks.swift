import ClientYAML
import Foundation
import Panels
import Terminal
import ViewModels

/// Keys, colours and other choices of the user, from the bundled defaults and the settings folder.
struct Looks {
  private(set) var keys = Keymap.standard
  private(set) var palette = Palette.plain
  private let folder: String

  init(folder: String) { self.folder = folder }

  mutating func choose(theme name: String) {}

  /// Keeps a choice for the next session; a notice when that did not work.
  func save(_ preference: Preference) -> Notice? { nil }
}
