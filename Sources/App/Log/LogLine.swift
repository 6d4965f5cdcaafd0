import ClientModel
import Glibc
import Logging

/// The log handler that writes the messages of a logger to the log file. A line is
/// `2026-11-21T09:08:07.065Z info [17] message`, where 17 is the process id.
struct LogLine: LogHandler {
  let file: LogFile
  /// The process id. It is stored because reading it is a system call.
  private let process = getpid()
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
    line += " \(event.level.rawValue) [\(process)] \(event.message)"
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
      .sorted(by: { $0.key < $1.key })
    {
      line += " \(key)=\("\(value)".inOneLine)"
    }
    file.append(Array((line + "\n").utf8))
  }

  /// Returns a time in UTC. Source: RFC 3339, section 5.6.
  static func time(_ seconds: Int, milliseconds: Int) -> String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    // Several thousand timestamps are formatted per second, so the digits are written directly into
    // the string.
    return String(unsafeUninitializedCapacity: 24) { text in
      func put(_ number: Int, _ width: Int, at place: Int, then mark: Unicode.Scalar) {
        var rest = number
        for digit in (place..<place + width).reversed() {
          text[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[place + width] = UInt8(ascii: mark)
      }
      put(Int(parts.tm_year) + 1900, 4, at: 0, then: "-")
      put(Int(parts.tm_mon) + 1, 2, at: 5, then: "-")
      put(Int(parts.tm_mday), 2, at: 8, then: "T")
      put(Int(parts.tm_hour), 2, at: 11, then: ":")
      put(Int(parts.tm_min), 2, at: 14, then: ":")
      put(Int(parts.tm_sec), 2, at: 17, then: ".")
      put(milliseconds, 3, at: 20, then: "Z")
      return 24
    }
  }
}
