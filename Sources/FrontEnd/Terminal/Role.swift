/// The meaning of a piece of text. A theme defines the style of each role. The raw value is the
/// name in a theme file.
package enum Role: String, CaseIterable, Hashable, Sendable {
  case text, muted, heading, placeholder, link
  case border, borderFocused, title, titleFocused
  case hintKey, hintText, statusBar, banner, environment, production
  case noticeInfo, noticeWarning, noticeError
  case methodGet, methodPost, methodPut, methodPatch, methodDelete, methodOther
  case stateWaiting, stateHeld, stateRunning, statePolling, stateSucceeded, stateFailed
  case stateCancelled, stateSkipped, stateInterrupted
  case jsonKey, jsonString, jsonNumber, jsonBoolean, jsonNull, jsonPunctuation
  case fieldLabel, fieldText, fieldError, variable, secret
  case tabActive, tabInactive
  case statusSuccess, statusRedirect, statusClientError, statusServerError
  case spinner, scrollbar, lineNumber

  /// Whether the role is for borders and scroll bars instead of text.
  package var isLine: Bool { self == .border || self == .borderFocused || self == .scrollbar }

  /// The minimum contrast ratio between this role and its background.
  ///
  /// - Source: WCAG 2.2, success criterion 1.4.3 (level AA) for letters and 1.4.11 for lines.
  package var leastContrast: Double { isLine ? 3 : 4.5 }
}

/// The background of a piece of text. The raw value is the name in a theme file.
package enum Ground: String, CaseIterable, Hashable, Sendable {
  case normal
  /// The row under the cursor in the focused panel.
  case selected
  /// The row under the cursor in a panel without focus.
  case selectedUnfocused
  /// Text that is selected for copying or replacing.
  case textSelection
  /// A match of a search.
  case match
  /// The current match of a search.
  case matchCurrent
  case dialog
}

/// The emphasis of text. A theme combines it with the role.
package enum Emphasis: String, CaseIterable, Hashable, Sendable {
  case plain
  case bold
  case underline
}

/// The foreground and background colours of a picture's cell, which are independent of the theme.
package struct Paint: Hashable, Sendable {
  package var foreground: Color
  package var background: Color

  package init(foreground: Color, background: Color) {
    (self.foreground, self.background) = (foreground, background)
  }
}

/// The appearance of text: its role, ground and emphasis, or the colours of a picture.
package struct Ink: Hashable, Sendable {
  package var role: Role
  package var ground: Ground
  package var emphasis: Emphasis
  /// The colours of a picture, which replace the theme's colours, or nil for text.
  package var paint: Paint?

  /// Creates an ink for `role`. The default is plain text on the normal ground.
  package init(_ role: Role, on ground: Ground = .normal, emphasis: Emphasis = .plain) {
    self.role = role
    self.ground = ground
    self.emphasis = emphasis
  }

  package func on(_ ground: Ground) -> Ink {
    var ink = self
    ink.ground = ground
    return ink
  }

  package var bold: Ink { Ink(role, on: ground, emphasis: .bold) }
}
