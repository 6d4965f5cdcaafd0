import ClientCore
import ClientModel
import Logging

/// A process's part in the log: what its client does, line by line.
struct Journal: Sendable {
  private let file: LogFile
  private let writing: Task<Void, Never>

  /// Begins to log what a client does; nil when the user wants no log.
  ///
  /// - Parameter report: Called once, with the reason, that the log cannot be written.
  static func begin(
    for client: Client, in places: Places, report: @escaping @Sendable (Failure) -> Void
  ) async -> Journal? {
    guard let level = LogLevel.chosen(in: places).threshold else { return nil }
    let file = LogFile(path: "\(places.state)/weir.log", report: report)
    let logger = Logger(label: "weir", factory: { _ in LogLine(to: file, level: level) })
    return Journal(file: file, writing: await client.log(to: logger))
  }

  /// Returns when everything that the client published until its end is written.
  func end() async {
    await writing.value
    await file.flush()
  }
}

/// How much the log says.
enum LogLevel: String, CaseIterable, Sendable {
  case debug, info, warning, error, off

  /// The variable `WEIR_LOG`, else `log` in the settings, else `info`. A word that is none of these is
  /// reported by the interface; the log then says too much rather than too little.
  static func chosen(
    in places: Places, word: String? = SystemVariables.value("WEIR_LOG")
  ) -> LogLevel {
    if let word, let level = LogLevel(rawValue: word) { return level }
    return Settings.read(in: places.config, mentioning: "log").settings.log
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
