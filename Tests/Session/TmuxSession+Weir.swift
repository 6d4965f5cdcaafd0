import TestSupport

/// What a person does with the interface, in the words of the screen.
extension TmuxSession {
  /// Opens the interface and waits until it has read its store.
  static func open(
    _ home: WeirHome, _ arguments: [String] = [], width: Int = 140, height: Int = 30,
    terminal: String = "tmux-256color", background: String? = nil,
    environment: [String: String] = [:]
  ) throws(RigError) -> TmuxSession {
    WatchRoom.wait()
    let session = try TmuxSession(
      home, arguments, width: width, height: height, terminal: terminal, background: background,
      environment: environment)
    try session.untilIdle()
    return session
  }

  /// Types the URL of an empty request and leaves the field.
  func typeURL(_ url: String) throws(RigError) {
    try press("1")
    try press("i")
    try type(url)
    try expect(String(url.suffix(20)))
    try stopTyping()
  }

  /// Leaves the field; an Escape that meets the next key would be another key, and a screen that does not
  /// show yet that a field is being typed does not say that it was left.
  func stopTyping() throws(RigError) {
    try expect("a field being typed") { Self.isTyped($0) }
    try keys("Escape")
    try expect("no field being typed") { !Self.isTyped($0) }
  }

  /// Whether the hints are those of a field or of the filter of a list.
  private static func isTyped(_ screen: String) -> Bool {
    ["esc done", "esc keep the filter", "esc clear the filter"].contains { screen.contains($0) }
  }

  /// Appends to the URL of the request.
  func typeOnURL(_ text: String) throws(RigError) {
    try keys("g", "i", "C-e")
    try expect("esc done")
    try type(text)
    try stopTyping()
  }

  /// The rows of the queue panel with the sign of a state after the job's number.
  static func rows(_ state: String, in screen: String) -> Int {
    let signs: String =
      switch state {
      case "running": "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
      case "waiting": "○"
      case "held": "‖"
      case "succeeded": "✓→"
      case "failed": "✗!∅"
      case "interrupted": "?"
      case "cancelled": "–"
      default: preconditionFailure("No sign is known for \(state).")
      }
    return screen.split(separator: "\n").count { line in
      line.matches(of: #/\#[0-9]+ +(\S) /#).contains { $0.1.first.map(signs.contains) ?? false }
    }
  }

  /// Waits until no lane runs a job. A lane without unfinished jobs has no line.
  func expectNoRunningJob() throws(RigError) {
    try expect("no running job") { screen in
      Self.rows("running", in: screen) == 0
        && !screen.split(separator: "\n").contains {
          $0.firstMatch(of: #/  [1-9][0-9]*/[0-9]/#) != nil
        }
    }
  }

  /// Waits until this many rows of the queue show `state`.
  @discardableResult
  func expect(_ count: Int, _ state: String) throws(RigError) -> String {
    try expect("\(count) × \(state)") { Self.rows(state, in: $0) == count }
  }
}
