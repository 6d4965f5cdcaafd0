import ClientCore
import ClientModel
import ClientWorkspace
import ClientYAML
import FoundationEssentials
import Glibc
import ViewModels

/// The settings in `config.yaml`. They apply to all workspaces of the user.
struct Settings: Sendable {
  /// The theme. If it is nil, the background of the terminal determines the theme.
  var theme: String?
  var mouse = MousePreference.used
  var sidebar = SidebarPreference.shown
  var log = LogLevel.info
  var bell = BellPreference.rung
  var onFinish: FinishCommand?
  /// The default of `--check` in `send` and `run`. It determines whether an error status changes
  /// the exit code.
  var check = StatusCheck.nothing
  var ownEdits = OwnEditPreference.asked
  /// The server of the store, or nil for the store on this machine.
  var store: StoreSetting?
  var connections = ConnectionPool()
  var client = ClientOptions()

  /// The signal at the end of a long job: the terminal's bell and title, or none.
  enum BellPreference: Hashable, Sendable { case rung, silent }

  /// The treatment of edits outside Weir in a trusted workspace that only the user can change.
  enum OwnEditPreference: Hashable, Sendable { case asked, trusted }

  static let ownEditsKey = "own_edits"
  static let storeKey = "store"

  /// Reads the file. If it has an error, the defaults apply.
  ///
  /// - Parameter words: Keys to search for. If the file contains none of them, it is not parsed,
  ///   because parsing YAML takes longer than most commands. If there are no words, the file is
  ///   always parsed.
  static func read(
    in folder: String, mentioning words: String...
  ) -> (settings: Settings, problem: YAMLProblem?) {
    var settings = Settings()
    let path = folder + "/config.yaml"
    // For most users, the file does not exist. Foundation is slow to report this.
    guard access(path, F_OK) == 0, let bytes = FileManager.default.contents(atPath: path) else {
      return (settings, nil)
    }
    let text = String(decoding: FileEncoding.utf8(Array(bytes)), as: UTF8.self)
    guard words.isEmpty || words.contains(where: text.contains) else { return (settings, nil) }
    do throws(YAMLProblem) {
      try settings.take(text, from: path)
      return (settings, nil)
    } catch {
      // The keys before the error are ignored too.
      return (Settings(), error)
    }
  }

  private mutating func take(_ text: String, from path: String) throws(YAMLProblem) {
    let fields = try YAMLDocument.parse(text, file: path)
      .fields(
        known: [
          "theme", "mouse", "sidebar", "log", "bell", "check", "on_finish", Self.ownEditsKey,
          Self.storeKey, ConnectionSettings.key,
        ]
          + ClientOptions.keys)
    if let name = try fields["theme"]?.text() { theme = name }
    if let use = try fields["mouse"]?.choice([
      "used": MousePreference.used, "off": .leftToTerminal,
    ]) {
      mouse = use
    }
    if let use = try fields["sidebar"]?.choice([
      "shown": SidebarPreference.shown, "hidden": .hidden,
    ]) {
      sidebar = use
    }
    if let level = try fields["log"]?.choice(
      Dictionary(uniqueKeysWithValues: LogLevel.allCases.map { ($0.rawValue, $0) }))
    {
      log = level
    }
    if let use = try fields["bell"]?.choice(["on": BellPreference.rung, "off": .silent]) {
      bell = use
    }
    if let use = try fields["check"]?.choice(["on": StatusCheck.statuses, "off": .nothing]) {
      check = use
    }
    if let use = try fields[Self.ownEditsKey]?.choice([
      "asked": OwnEditPreference.asked, "trusted": .trusted,
    ]) {
      ownEdits = use
    }
    connections = try ConnectionSettings.pool(fields[ConnectionSettings.key])
    client = try ClientOptions(fields)
    if let node = fields["on_finish"] { onFinish = try FinishCommand(node) }
    if let node = fields[Self.storeKey] { store = try StoreSetting(node) }
  }

  /// Changes the file. A missing file is created. Everything else in the file stays the same.
  ///
  /// - Throws: An error if the file cannot be read, because its content would be lost.
  static func change(
    in folder: String, _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws {
    let path = folder + "/config.yaml"
    var bytes: [UInt8] = []
    if access(path, F_OK) == 0 { bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    let encoding = FileEncoding(of: bytes)
    guard let text = encoding.text(bytes) else {
      throw YAMLProblem(
        YAMLPosition(file: path, line: 1, column: 1), why: "It is not UTF-8 text.",
        whatToDo: "Save it as UTF-8.")
    }
    var file = try YAMLEdit(text, file: path)
    try edit(&file)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(encoding.bytes(file.text)).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
