import ClientModel
import Terminal
import ViewModels

/// The context in which a panel draws: its inner area, its focus and the current time.
struct PanelCanvas {
  var area: Rect
  var isFocused: Bool
  /// The step of the spinner.
  var spinnerStep: Int
  /// The current time, or nil until the session sets it.
  var now: Timestamp?
  var keys: Keymap

  /// The ground of the row under the cursor.
  var selection: Ground { isFocused ? .selected : .selectedUnfocused }
}
