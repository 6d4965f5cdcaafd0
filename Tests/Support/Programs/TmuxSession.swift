import Foundation
import Glibc

/// A program in a real terminal (tmux), driven by keys and judged by what stands on the screen.
///
/// Each session has its own tmux server on its own socket. Nothing here waits for a time: what is
/// awaited is a text on the screen or the program's own word that it is idle.
package final class TmuxSession: Sendable {
  /// How long a screen or a rest is awaited: far longer than any needs, for machines that are busy.
  package static let patience = Duration.seconds(60)

  private let folder: TemporaryFolder
  /// Held as long as the program may look into it.
  private let home: WeirHome?
  private let socket: String
  private let idleFile: String

  /// Opens `weir ARGUMENTS` of a user.
  ///
  /// - Parameters:
  ///   - terminal: TERM inside; `tmux-direct` for true colour.
  ///   - background: What the terminal says of its background; nil for a terminal that does not say.
  package convenience init(
    _ home: WeirHome, _ arguments: [String] = [], width: Int = 100, height: Int = 30,
    terminal: String = "tmux-256color", background: String? = nil,
    environment: [String: String] = [:]
  ) throws(RigError) {
    try self.init(
      command: home.command(arguments), environment: home.environment(environment),
      folder: home.workingFolder, width: width, height: height, terminal: terminal,
      background: background, of: home)
  }

  /// Opens any program.
  package init(
    command: [String], environment: [String: String], folder working: String, width: Int = 100,
    height: Int = 30, terminal: String = "tmux-256color", background: String? = nil,
    of home: WeirHome? = nil
  ) throws(RigError) {
    self.home = home
    guard ChildProcess.find("tmux") != nil else { throw .missing(tool: "tmux") }
    folder = try TemporaryFolder()
    socket = folder.path("tmux")
    idleFile = folder.path("idle")
    var variables = environment
    variables["TERM"] = terminal
    variables["WEIR_IDLE_FILE"] = idleFile
    let assignments = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let program = (["env", "-i"] + assignments + command).map(Self.quoted).joined(separator: " ")
    let pidFile = Self.quoted(folder.path("pid"))
    // The inner shell becomes the program, so the file holds its pid; the outer one reports its end.
    let inner = Self.quoted("echo $$ > \(pidFile); exec \(program)")
    let line = "sh -c \(inner); printf 'EXIT=%d\\n' $?; exec sleep 600"
    try tmux(
      // What the program copies is recorded for `copied`.
      "set-option", "-s", "set-clipboard", "on", ";",
      "set-option", "-g", "window-style", background.map { "bg=\($0)" } ?? "default", ";",
      "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "-c", working, line)
  }

  deinit { close() }

  /// The program's pid.
  package func pid() throws(RigError) -> Int32 {
    let path = folder.path("pid")
    let found = poll { () -> Int32? in
      FileManager.default.contents(atPath: path).flatMap(Self.number)
    }
    guard let found else { throw RigError("The program has no pid.", why: "It did not start.") }
    return found
  }

  /// Presses keys by tmux's names: `Enter`, `Escape`, `C-p`, `M-Enter`, `Up`, `q`.
  package func keys(_ keys: String...) throws(RigError) { try tmux(["send-keys"] + keys) }

  /// Presses keys one at a time, the next when the program rests again: two that come at once can be
  /// read as one, as Escape and a letter are. Not for a program at work, which does not rest.
  package func press(_ keys: String...) throws(RigError) {
    for key in keys { try untilIdle { () throws(RigError) in try tmux("send-keys", key) } }
  }

  /// Types text as it is.
  package func type(_ text: String) throws(RigError) { try tmux("send-keys", "-l", "--", text) }

  /// Pastes text in brackets, as a terminal does.
  package func paste(_ text: String) throws(RigError) {
    try tmux("set-buffer", "-b", "paste", "--", text)
    try tmux("paste-buffer", "-p", "-b", "paste")
  }

  /// Sends raw bytes as input: mouse reports, broken sequences.
  package func send(bytes: [UInt8]) throws(RigError) {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// A mouse press (and release) at a cell, counted from 0; X10 encoding, columns below 223.
  package func click(column: Int, row: Int) throws(RigError) {
    let place = [UInt8(33 + column), UInt8(33 + row)]
    try send(bytes: Array("\u{1b}[M".utf8) + [32] + place)
    try send(bytes: Array("\u{1b}[M".utf8) + [35] + place)
  }

  package func resize(width: Int, height: Int) throws(RigError) {
    try tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  /// The screen as text, one line a row.
  package func screen() throws(RigError) -> String { try tmux("capture-pane", "-p") }

  /// The screen with its SGR sequences.
  package func styledScreen() throws(RigError) -> String { try tmux("capture-pane", "-p", "-e") }

  /// Waits until `text` stands on the screen.
  ///
  /// - Returns: The full screen then.
  @discardableResult
  package func expect(_ text: String, within limit: Duration = TmuxSession.patience)
    throws(RigError)
    -> String
  {
    try expect("'\(text)'", within: limit) { $0.contains(text) }
  }

  /// Waits until the screen is as described.
  @discardableResult
  package func expect(
    _ description: String, within limit: Duration = TmuxSession.patience,
    where matches: (String) -> Bool
  ) throws(RigError) -> String {
    let end = ContinuousClock.now + limit
    var last = ""
    var pause: UInt32 = 10_000
    repeat {
      last = try screen()
      if matches(last) { return last }
      // Each look starts a process: the longer it takes, the less often.
      usleep(pause)
      pause = min(pause + 10_000, 100_000)
    } while ContinuousClock.now < end
    throw RigError(
      "\(description) did not come to the screen within \(limit).", why: "It shows:\n\(last)")
  }

  /// Waits until the title of a panel is bold, because the panel has the focus.
  package func expect(focused title: String) throws(RigError) {
    try expect(title, attribute: 1)
  }

  /// Waits until the name of a tab is underlined, because the tab is shown.
  package func expect(tab name: String) throws(RigError) { try expect(name, attribute: 4) }

  /// Waits until `text` begins a part of the screen with an attribute of SGR.
  private func expect(_ text: String, attribute: Int) throws(RigError) {
    let style = "\u{1b}\\[(\\d+;)*\(attribute)(;\\d+)*m(\u{1b}\\[[\\d;:]*m)*"
    let pattern = style + NSRegularExpression.escapedPattern(for: text)
    let found = poll(for: Self.patience) { () -> Bool? in
      do throws(RigError) {
        return try styledScreen().range(of: pattern, options: .regularExpression).map { _ in true }
      } catch {
        return nil
      }
    }
    guard found == nil else { return }
    throw RigError(
      "'\(text)' did not get the attribute \(attribute).", why: "It shows:\n\(try screen())")
  }

  /// What the program last copied by OSC 52.
  package func copied() throws(RigError) -> String {
    let found = poll(for: Self.patience) { () -> String? in
      do throws(RigError) { return try tmux("show-buffer") } catch { return nil }
    }
    guard let found else {
      throw RigError("Nothing was copied.", why: "It shows:\n\(try screen())")
    }
    return found
  }

  /// How often the program said that it has nothing to do; 0 before the first time.
  package var idleCount: Int {
    FileManager.default.contents(atPath: idleFile).flatMap {
      Int(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    } ?? 0
  }

  /// When it last said so, in nanoseconds since 1970; another program in the same terminal counts
  /// from 1 again.
  private var idleTime: Int {
    var facts = stat()
    guard stat(idleFile, &facts) == 0 else { return 0 }
    return facts.st_mtim.tv_sec * 1_000_000_000 + facts.st_mtim.tv_nsec
  }

  /// Waits until the program has been idle since it started.
  package func untilIdle(within limit: Duration = TmuxSession.patience) throws(RigError) {
    guard poll(for: limit, { idleCount > 0 ? true : nil }) != nil else {
      throw RigError(
        "The program was never idle within \(limit).", why: "It shows:\n\(try screen())")
    }
  }

  /// Does something to the program and waits until it is idle again.
  package func untilIdle(
    within limit: Duration = TmuxSession.patience, after action: () throws(RigError) -> Void
  ) throws(RigError) {
    let before = (count: idleCount, time: idleTime)
    try action()
    // The file is empty for a moment while it is written.
    let hasRested = poll(for: limit) { () -> Bool? in
      let count = idleCount
      return count != 0 && (count, idleTime) != before ? true : nil
    }
    guard hasRested != nil else {
      throw RigError(
        "The program was not idle within \(limit).",
        why: "Its counter stayed at \(before.count). It shows:\n\(try screen())")
    }
  }

  /// Sends the program a signal.
  package func kill(_ signal: Int32) throws(RigError) { _ = Glibc.kill(try pid(), signal) }

  /// Ends the terminal and the program in it, which hears of it as of a window that is closed.
  package func close() {
    do {
      try tmux("kill-server")
    } catch {
      // It has ended already.
    }
    // What it still writes must not meet the removal of its folders.
    guard let pid = FileManager.default.contents(atPath: folder.path("pid")).flatMap(Self.number),
      poll(for: .seconds(20), { ProcessTable.isAlive(pid) ? nil : true }) == nil
    else { return }
    _ = Glibc.kill(pid, SIGKILL)
    _ = poll(for: .seconds(20)) { ProcessTable.isAlive(pid) ? nil : true }
  }

  /// Presses a key and takes the terminal away in the same moment.
  ///
  /// - Returns: Whether the program ended by itself.
  package func hangUp(after key: String) throws(RigError) -> Bool {
    let program = try pid()
    try tmux("send-keys", key, ";", "kill-server")
    return poll(for: .seconds(20), { ProcessTable.isAlive(program) ? nil : true }) != nil
  }

  /// What tmux says of its pane, such as `alternate_on`: 1 while the other screen shows.
  package func pane(_ variable: String) throws(RigError) -> String {
    try tmux("display-message", "-p", "#{\(variable)}")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func number(_ bytes: Data) -> Int32? {
    Int32(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @discardableResult
  private func tmux(_ words: String...) throws(RigError) -> String { try tmux(words) }

  @discardableResult
  private func tmux(_ words: [String]) throws(RigError) -> String {
    try ChildProcess.run(
      ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + words,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
        "HOME": folder.path,
      ])
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
