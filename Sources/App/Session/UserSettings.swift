import ClientModel
import ClientYAML
import FoundationEssentials
import Glibc
import Panels
import Terminal
import ViewModels

/// The keys, colours and other settings. The user's choices in the settings folder override the
/// bundled defaults.
struct UserSettings {
  var keys = KeyReader()
  /// The chosen theme. While the user previews another theme, the palette is that of the preview.
  private(set) var theme = "dark"
  private(set) var palette = Palette.plain
  /// The query of the terminal's background. If the user has chosen no theme, the background
  /// determines the theme.
  private(set) var background = BackgroundQuery(configured: nil)
  private(set) var mouse = MousePreference.used
  private(set) var sidebar = SidebarPreference.shown
  private(set) var bell = Settings.BellPreference.rung
  /// The errors in the user's files. Bundled defaults replace the invalid parts.
  var notices: [Notice] { problems + keyProblems }
  private var problems: [Notice] = []
  private var keyProblems: [Notice] = []
  /// The notices about default keys that the user assigned to another command.
  private(set) var losses: [Notice] = []
  private var themes = ThemeLibrary()
  private let folder: String
  private let splitFile: SplitFile

  /// Reads the settings folder. The folder may be missing.
  ///
  /// - Parameter state: The folder with the sizes of the panels.
  init(folder: String, state: String) {
    self.folder = folder
    splitFile = SplitFile(state: state)
    readThemes()
    readKeys()
    readSettings()
    if !themeNames.contains(theme) { replaceUnknownTheme() }
    choose(theme: theme)
  }

  private mutating func replaceUnknownTheme() {
    problems.append(
      Notice(
        .warning, "The theme \(theme) is not used.",
        why: "\(settingsPath) names it, but there is no readable theme of that name.",
        whatToDo: "Use one of these: \(themeNames.joined(separator: ", "))."))
    theme = "dark"
  }

  var themeNames: [String] { themes.names }

  /// Uses a theme. Has no effect if the theme is unknown.
  mutating func choose(theme name: String) {
    guard let palette = palette(of: name) else { return }
    (theme, self.palette) = (name, palette)
  }

  /// Uses the colours of a theme, but does not choose the theme. Has no effect if the theme is
  /// unknown.
  mutating func preview(theme name: String) { palette = palette(of: name) ?? palette }

  private mutating func palette(of name: String) -> Palette? {
    do {
      return try themes.theme(named: name)?.palette
    } catch {
      note(error)
      return nil
    }
  }

  /// Returns whether to ask the terminal for its background now.
  mutating func asksBackground(at now: ContinuousClock.Instant) -> Bool {
    background.begin(at: now)
  }

  /// Handles the background that the terminal reports. The theme may change.
  mutating func take(background color: Color, at now: ContinuousClock.Instant) {
    if let name = background.theme(for: color, at: now) { choose(theme: name) }
  }

  /// The initial events of the interface.
  var events: [AppEvent] {
    [
      .themes(themeNames, chosen: theme), .mouse(mouse), .sidebar(sidebar),
      .splits(splitFile.read()),
    ] + (notices + losses).map(AppEvent.notice)
  }

  /// Stores a choice for the next session.
  ///
  /// - Returns: A notice with the reason why the choice was not stored. Nil if it was stored.
  mutating func store(_ preference: Preference) -> Notice? {
    let line: (key: String, value: YAMLValue)
    switch preference {
    case .theme(let name):
      background.settle()
      choose(theme: name)
      line = ("theme", .text(theme))
    case .mouse(let use):
      mouse = use
      // The value has no quotes, as in the manual.
      line = ("mouse", .plain(use == .used ? "used" : "off"))
    case .splits(let splits): return splitFile.write(splits)
    case .sidebar(let use):
      sidebar = use
      line = ("sidebar", .text(use.rawValue))
    }
    do {
      try Settings.change(in: folder) { (file) throws(YAMLProblem) in
        try file.set([.key(line.key)], to: line.value)
      }
      return nil
    } catch {
      let problem = error as? YAMLProblem
      return Notice(
        .warning, "Your choice applies to this session only.",
        why: problem?.why ?? "\(settingsPath) cannot be written. \(FileAccessError(error).why)",
        whatToDo: problem?.whatToDo ?? "Check the folder's permissions and the free space.")
    }
  }

  private var settingsPath: String { folder + "/config.yaml" }

  private mutating func readThemes() {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder + "/themes")
    } catch {
      return  // Most users have no themes.
    }
    for name in names.sorted() where name.ends(with: ".yaml") {
      let (text, problem) = Self.text(of: folder + "/themes/" + name)
      if let problem { problems.append(problem) }
      guard let text else { continue }
      do {
        themes.add(try ThemeFile(text, file: name))
      } catch {
        note(error)
      }
    }
    for problem in themes.removeIncomplete() { note(problem) }
  }

  private mutating func readKeys() {
    let path = keymapPath
    let (text, problem) = Self.text(of: path)
    let file = KeymapFile(text ?? "", file: path)
    // A new reader would lose the pending keys of a chord.
    if file.keymap != keys.keymap { keys = KeyReader(file.keymap) }
    keyProblems = (problem.map { [$0] } ?? []) + file.problems.map(Self.notice)
    losses = file.losses.map { loss in
      Notice(
        .info, "`\(loss.key)` is now a key of \(loss.to), and is no longer a key of \(loss.from).",
        why: "\(path) assigns it.",
        whatToDo: "Give \(loss.from) another key there, or write [] if it needs no key.")
    }
  }

  /// Reads the key map again after a change in the settings folder.
  ///
  /// - Returns: The notices about the key map. Nil if neither the keys nor the notices changed.
  mutating func rereadKeys() -> [Notice]? {
    let before = (keys.keymap, keyProblems, losses)
    readKeys()
    return before == (keys.keymap, keyProblems, losses) ? nil : keyProblems + losses
  }

  /// Returns the keys of a command, or writes new keys to the key map. New keys apply immediately.
  mutating func carryOut(_ effect: KeysEffect) -> [AppEvent] {
    switch effect {
    case .ask(let command):
      return [.keys(KeymapEdit.words(of: command, in: keys.keymap), of: command)]
    case .set(let words, let command):
      // Invalid keys stay in the field, so that the user can correct them.
      if let problem = change(command, to: words) {
        return [.notice(problem), .keys(words, of: command)]
      }
      let known = losses
      _ = rereadKeys()
      let title = command.facts?.title ?? ""
      let now = KeymapEdit.words(of: command, in: keys.keymap)
      let changed = Notice(
        .info, "The keys of \"\(title)\" are now: \(now.isEmpty ? "none" : now).", why: keymapPath)
      return ([changed] + losses.filter { !known.contains($0) }).map(AppEvent.notice)
    }
  }

  /// Writes the new keys of a command to the key map.
  ///
  /// - Returns: A notice with the reason why the keys were not written. Nil if they were written.
  private func change(_ command: Command, to words: String) -> Notice? {
    let what = "The keys of \"\(command.facts?.title ?? "")\" were not changed."
    let (before, unread) = Self.text(of: keymapPath)
    if let unread { return unread }
    do throws(KeymapEdit.Problem) {
      let text = try KeymapEdit(words, for: command).text(over: before ?? "", file: keymapPath)
      return write(text, to: keymapPath, orReport: what)
    } catch {
      return Notice(.warning, what, why: error.why, whatToDo: error.whatToDo)
    }
  }

  /// Writes a file of the settings folder.
  ///
  /// - Returns: A notice with the reason why the file was not written. Nil if it was written.
  private func write(_ text: String, to path: String, orReport what: String) -> Notice? {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let encoding = FileEncoding(of: FileManager.default.contents(atPath: path) ?? Data())
      try Data(encoding.bytes(text)).write(to: URL(fileURLWithPath: path), options: .atomic)
      return nil
    } catch {
      return Notice(
        .warning, what, why: "\(path) cannot be written. \(FileAccessError(error).why)",
        whatToDo: "Check the folder's permissions and the free space.")
    }
  }

  private var keymapPath: String { folder + "/keymap.yaml" }

  private mutating func readSettings() {
    let (text, unread) = Self.text(of: settingsPath)
    if let unread { problems.append(unread) }
    guard text != nil else { return }
    let (settings, problem) = Settings.read(in: folder)
    if let problem { note(problem) }
    background = BackgroundQuery(configured: settings.theme)
    if let name = settings.theme { theme = name }
    mouse = settings.mouse
    sidebar = settings.sidebar
    bell = settings.bell
  }

  /// Reads a file.
  ///
  /// - Returns: The text or the problem. Both are nil if the file does not exist.
  private static func text(of path: String) -> (text: String?, problem: Notice?) {
    guard FileManager.default.fileExists(atPath: path) else { return (nil, nil) }
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
      let problem = Notice(
        .warning, "\(path) was not read.", why: "It is not a regular file.",
        whatToDo: "Replace it with a file; the defaults are used.")
      return (nil, problem)
    }
    do {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      guard let text = FileEncoding(of: bytes).text(bytes) else {
        throw CocoaError(.fileReadInapplicableStringEncoding)
      }
      return (text, nil)
    } catch {
      let problem = Notice(
        .warning, "\(path) was not read.", why: FileAccessError(error).why,
        whatToDo: "Correct the file; the defaults are used.")
      return (nil, problem)
    }
  }

  private mutating func note(_ problem: YAMLProblem) { problems.append(Self.notice(problem)) }

  private static func notice(_ problem: YAMLProblem) -> Notice {
    Notice(.warning, problem.what, why: problem.why, whatToDo: problem.whatToDo)
  }
}

/// The file that stores the positions of the lines between the panels.
struct SplitFile {
  private let path: String

  init(state: String) { path = state + "/splits" }

  func read() -> PanelSplits {
    guard let bytes = FileManager.default.contents(atPath: path) else { return PanelSplits() }
    return PanelSplits(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes the positions.
  ///
  /// - Returns: A notice with the reason why the file was not written. Nil if it was written.
  func write(_ splits: PanelSplits) -> Notice? {
    do {
      try Data(splits.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return nil
    } catch {
      return Notice(
        .warning, "The sizes of the panels apply to this session only.",
        why: "\(path) cannot be written. \(FileAccessError(error).why)",
        whatToDo: "Check the folder's permissions and the free space.")
    }
  }
}

/// The choice between the dark and the light theme.
///
/// The terminal's background decides if the user has configured no theme. The states are `unasked`
/// → `asked` → `settled`. The query is settled by the first report, by a theme that the user
/// chooses, or from the start by a configured theme.
struct BackgroundQuery {
  /// The maximum time for a report. A later report is ignored, because the user is already reading
  /// the screen.
  static let reportTimeout = Duration.milliseconds(200)

  private enum State {
    case unasked
    case asked(ContinuousClock.Instant)
    case settled
  }

  private var state: State

  /// Creates a query. A configured theme settles the query.
  ///
  /// - Parameter theme: The configured theme. Nil if there is none.
  init(configured theme: String?) { state = theme == nil ? .unasked : .settled }

  /// Returns whether to ask the terminal now. The terminal is asked only once.
  mutating func begin(at now: ContinuousClock.Instant) -> Bool {
    guard case .unasked = state else { return false }
    state = .asked(now)
    return true
  }

  /// Returns the remaining time for a report. Returns zero if no report is expected.
  func remainingTime(at now: ContinuousClock.Instant) -> Duration {
    guard case .asked(let start) = state else { return .zero }
    return max(.zero, Self.reportTimeout - start.duration(to: now))
  }

  /// Returns the theme for a reported background. Returns nil if the report is late or the theme is
  /// already chosen.
  mutating func theme(
    for background: Color, at now: ContinuousClock.Instant
  ) -> String? {
    guard case .asked(let start) = state else { return nil }
    state = .settled
    guard start.duration(to: now) <= Self.reportTimeout, let isLight = background.isLight else {
      return nil
    }
    return isLight ? "light" : "dark"
  }

  /// Ends the query, because the user has chosen a theme.
  mutating func settle() { state = .settled }
}
