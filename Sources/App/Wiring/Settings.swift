import ClientCore
import ClientModel
import ClientWorkspace
import ClientYAML
import FoundationEssentials
import Glibc
import ViewModels

/// What `config.yaml` says: choices of the user that hold in every workspace.
struct Settings: Sendable {
  /// Without one, the background of the terminal decides.
  var theme: String?
  var mouse = MousePreference.used
  var sidebar = SidebarPreference.shown
  var log = LogLevel.info
  var bell = BellPreference.rung
  var onFinish: FinishCommand?
  /// Whether `send` and `run` check responses without being asked to.
  var check = StatusCheck.nothing
  var connections = ConnectionPool()
  var client = ClientOptions()

  /// Whether the end of a long job rings the terminal's bell and names itself in the title.
  enum BellPreference: Hashable, Sendable { case rung, silent }

  /// Reads the file; what is wrong with it leaves the defaults.
  ///
  /// - Parameter words: Where the file holds none of these, it is not read as YAML, which takes longer
  ///   than most commands.
  static func read(
    in folder: String, mentioning words: String...
  ) -> (settings: Settings, problem: YAMLProblem?) {
    var settings = Settings()
    let path = folder + "/config.yaml"
    // Foundation makes a long story of a file that is not there, and for most it is not.
    guard access(path, F_OK) == 0, let bytes = FileManager.default.contents(atPath: path) else {
      return (settings, nil)
    }
    let text = String(decoding: FileEncoding.utf8(Array(bytes)), as: UTF8.self)
    guard words.isEmpty || words.contains(where: text.contains) else { return (settings, nil) }
    do throws(YAMLProblem) {
      try settings.take(text, from: path)
      return (settings, nil)
    } catch {
      return (settings, error)
    }
  }

  private mutating func take(_ text: String, from path: String) throws(YAMLProblem) {
    let fields = try YAMLDocument.parse(text, file: path)
      .fields(
        known: [
          "theme", "mouse", "sidebar", "log", "bell", "check", "on_finish", ConnectionSettings.key,
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
    connections = try ConnectionSettings.pool(fields[ConnectionSettings.key])
    client = try ClientOptions(fields)
    if let node = fields["on_finish"] { onFinish = try FinishCommand(node) }
  }

  /// Changes the file, which is made when it is missing; the rest of it stays as it was written.
  ///
  /// - Throws: When the file cannot be read: what cannot be read would be lost.
  static func change(
    in folder: String, _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws {
    let path = folder + "/config.yaml"
    var bytes: [UInt8] = []
    if access(path, F_OK) == 0 { bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    let encoding = FileEncoding(of: bytes)
    guard let text = encoding.text(bytes) else {
      throw YAMLProblem(
        YAMLPlace(file: path, line: 1, column: 1), why: "It is not UTF-8 text.",
        whatToDo: "Save it as UTF-8.")
    }
    var file = try YAMLEdit(text, file: path)
    try edit(&file)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(encoding.bytes(file.text)).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
