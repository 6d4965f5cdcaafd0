import ClientModel
import ClientYAML
import Foundation
import Panels
import Terminal
import ViewModels

/// Keys, colours and other choices of the user: the bundled ones, over them the settings folder's.
struct Looks {
  var keys = KeyReader()
  private(set) var theme = "dark"
  private(set) var palette = Palette.plain
  private(set) var mouse = MousePreference.used
  private(set) var bell = Settings.BellPreference.rung
  /// What was wrong with the user's files; the bundled defaults stand in for it.
  private(set) var notices: [Notice] = []
  /// Which commands lost a default key to one of the user's.
  private(set) var losses: [Notice] = []
  /// The themes of the settings folder; of the bundled ones, only a chosen one is read.
  private var ownThemes: [Theme] = []
  private let folder: String

  /// Reads the settings folder; a folder that is not there is no mistake.
  init(folder: String) {
    self.folder = folder
    readThemes()
    readKeys()
    readSettings()
    if !themeNames.contains(theme) { replaceUnknownTheme() }
    choose(theme: theme)
  }

  private mutating func replaceUnknownTheme() {
    notices.append(
      Notice(
        .warning, "The theme \(theme) is not used.",
        why: "\(settingsPath) names it, and there is no theme of that name that can be read.",
        whatToDo: "Write one of these: \(themeNames.joined(separator: ", "))."))
    theme = "dark"
  }

  /// A theme of the settings folder replaces the bundled one of its name.
  var themeNames: [String] {
    let own = ownThemes.map(\.name)
    return Theme.bundledNames.filter { !own.contains($0) } + own
  }

  mutating func choose(theme name: String) {
    do {
      var chosen = ownThemes.first { $0.name == name }
      if chosen == nil { chosen = try Theme.bundled(named: name) }
      guard let chosen else { return }
      theme = chosen.name
      palette = chosen.palette
    } catch {
      note(error)
    }
  }

  /// Stores a choice for the next session.
  ///
  /// - Returns: Why it could not be stored; nil if it was.
  mutating func store(_ preference: Preference) -> Notice? {
    switch preference {
    case .theme(let name): choose(theme: name)
    case .mouse(let use): mouse = use
    }
    let before = FileManager.default.contents(atPath: settingsPath) ?? Data()
    let text = Settings.text(
      String(decoding: before, as: UTF8.self),
      setting: [("theme", theme), ("mouse", mouse == .used ? "used" : "off")])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: URL(fileURLWithPath: settingsPath), options: .atomic)
      return nil
    } catch {
      return Notice(
        .warning, "Your choice holds for this session only.",
        why: "\(settingsPath) cannot be written. \(FileTrouble(error).why)",
        whatToDo: "Check the folder's rights and the space left.")
    }
  }

  private var settingsPath: String { folder + "/config.yaml" }

  private mutating func readThemes() {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder + "/themes")
    } catch {
      return  // Most people have none.
    }
    for name in names.sorted() where name.ends(with: ".yaml") {
      guard let text = text(of: folder + "/themes/" + name) else { continue }
      do {
        let theme = try Theme(text, file: name)
        ownThemes.removeAll { $0.name == theme.name }
        ownThemes.append(theme)
      } catch {
        note(error)
      }
    }
  }

  private mutating func readKeys() {
    let path = folder + "/keymap.yaml"
    guard let text = text(of: path) else { return }
    let file = KeymapFile(text, file: path)
    keys = KeyReader(file.keymap)
    for problem in file.problems { note(problem) }
    losses = file.losses.map { loss in
      Notice(
        .info, "`\(loss.key)` is a key of \(loss.to), and no longer of \(loss.from).",
        why: "\(path) says so.",
        whatToDo: "Give \(loss.from) another key there, or [] for none.")
    }
  }

  /// Reads the key map again, after its file changed.
  ///
  /// - Returns: What is to be known about it.
  mutating func rereadKeys() -> [Notice] {
    (keys, notices, losses) = (KeyReader(), [], [])
    readKeys()
    return notices + losses
  }

  private mutating func readSettings() {
    guard text(of: settingsPath) != nil else { return }
    let (settings, problem) = Settings.read(in: folder)
    if let problem { note(problem) }
    theme = settings.theme
    mouse = settings.mouse
    bell = settings.bell
  }

  /// Nil when there is no such file; another reason is noted.
  private mutating func text(of path: String) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      notices.append(
        Notice(
          .warning, "\(path) was not read.", why: FileTrouble(error).why,
          whatToDo: "Correct the file; the defaults are used."))
      return nil
    }
  }

  private mutating func note(_ problem: YAMLProblem) {
    notices.append(
      Notice(.warning, problem.what, why: problem.why, whatToDo: problem.whatToDo))
  }
}
