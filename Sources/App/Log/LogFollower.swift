import ClientCore
import ClientModel
import Logging

/// The follower that writes the events of a client to the log, one line for each event.
struct LogFollower: Sendable {
  private let file: LogFile
  private let writing: Task<Void, Never>

  /// Starts to log a client's events. Returns nil if the user has disabled the log.
  ///
  /// - Parameter report: Called once with the reason if the log cannot be written.
  static func begin(
    for client: Client, in folders: UserFolders, report: @escaping @Sendable (Failure) -> Void
  ) async -> LogFollower? {
    guard let level = LogLevel.chosen(in: folders).threshold else { return nil }
    let file = LogFile(path: "\(folders.state)/weir.log", report: report)
    let logger = Logger(label: "weir", factory: { _ in LogLine(to: file, level: level) })
    return LogFollower(file: file, writing: await client.log(to: logger))
  }

  /// Returns when all published events are written.
  func end() async {
    await writing.value
    await file.flush()
  }
}

/// The level of detail in the log.
enum LogLevel: String, CaseIterable, Sendable {
  case debug, info, warning, error, off

  /// Returns the level from `WEIR_LOG`, or else from `log` in the settings, or else `info`.
  ///
  /// An invalid variable is ignored. An invalid setting counts as `info`, and the interface reports
  /// it.
  static func chosen(
    in folders: UserFolders, word: String? = SystemVariables.value("WEIR_LOG")
  ) -> LogLevel {
    if let word, let level = LogLevel(rawValue: word) { return level }
    return Settings.read(in: folders.config, mentioning: "log").settings.log
  }

  var threshold: Logger.Level? {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    case .off: nil
    }
  }
}
