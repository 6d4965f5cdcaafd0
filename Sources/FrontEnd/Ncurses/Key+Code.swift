import CNcurses
import Terminal

extension Key {
  private static let keysByCode: [Int: Key] = [
    CN_KEY_UP: .up, CN_KEY_DOWN: .down, CN_KEY_LEFT: .left, CN_KEY_RIGHT: .right,
    CN_KEY_HOME: .home, CN_KEY_END: .end, CN_KEY_PAGE_UP: .pageUp, CN_KEY_PAGE_DOWN: .pageDown,
    CN_KEY_INSERT: .insert, CN_KEY_DELETE: .delete, CN_KEY_BACKSPACE: .backspace,
    CN_KEY_ENTER: .enter, CN_KEY_BACK_TAB: .backTab, CN_KEY_SHIFT_UP: .shiftUp,
    CN_KEY_SHIFT_DOWN: .shiftDown, CN_KEY_SHIFT_LEFT: .shiftLeft,
    CN_KEY_SHIFT_RIGHT: .shiftRight, CN_KEY_SHIFT_HOME: .shiftHome, CN_KEY_SHIFT_END: .shiftEnd,
  ]

  /// Creates the key for a key code of ncurses. Returns nil if Weir does not use the key.
  init?(code: Int) {
    if let key = Self.keysByCode[code] {
      self = key
    } else if (CN_KEY_FUNCTION + 1...CN_KEY_FUNCTION + 24).contains(code) {
      self = .function(code - CN_KEY_FUNCTION)
    } else {
      return nil
    }
  }
}
