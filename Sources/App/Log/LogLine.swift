import ClientModel
import Foundation
import Logging

/// Puts what a logger says into the log file: `2026-11-21T09:08:07.065Z info [17] message`, where 17 is
/// the process.
struct LogLine: LogHandler {
  let file: LogFile
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  init(to file: LogFile, level: Logger.Level) {
    self.file = file
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var moment = timespec()
    clock_gettime(CLOCK_REALTIME, &moment)
    var line = Self.time(moment.tv_sec, milliseconds: moment.tv_nsec / 1_000_000)
    line += " \(event.level.rawValue) [\(getpid())] \(event.message)"
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
      .sorted(by: { $0.key < $1.key })
    {
      line += " \(key)=\("\(value)".inOneLine)"
    }
    file.append(Array((line + "\n").utf8))
  }

  /// A moment in UTC. Source: RFC 3339, section 5.6.
  static func time(_ seconds: Int, milliseconds: Int) -> String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: some BinaryInteger, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-"
      + padded(parts.tm_mday, 2) + "T" + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2)
      + ":" + padded(parts.tm_sec, 2) + "." + padded(milliseconds, 3) + "Z"
  }
}
