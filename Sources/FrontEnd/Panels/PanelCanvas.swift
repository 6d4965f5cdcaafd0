import ClientModel
import Terminal
import ViewModels

/// Where and how a panel draws: its inner area, its focus and the current time.
struct PanelCanvas {
  var area: Rect
  var isFocused: Bool
  /// The turn of the spinner.
  var phase: Int
  /// Nil until the session gave the time.
  var now: Timestamp?
  var keys: Keymap

  /// The ground of the row under the cursor.
  var selection: Ground { isFocused ? .selected : .selectedUnfocused }
}
