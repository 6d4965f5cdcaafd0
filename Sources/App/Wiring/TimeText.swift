import ClientModel
import Glibc

/// Parses times that people type: `+90s`, `+5m`, `+2h`, `14:30`, `2026-11-21T08:00`.
enum TimeText {
  static func parse(_ text: String, now: Timestamp) throws(UsageProblem) -> Timestamp {
    if text.begins(with: "+"), let unit = text.last, let count = Int64(text.dropFirst().dropLast()),
      let seconds = ["s": 1, "m": 60, "h": 3600, "d": 86400][unit], count < 1 << 32
    {
      return now.advanced(by: .seconds(count * Int64(seconds)))
    }
    let numbers = text.unicodeScalars.split { "-T :".unicodeScalars.contains($0) }.map {
      Int32(String($0)) ?? -1
    }
    var base = time_t(now.milliseconds / 1000)
    var parts = tm()
    localtime_r(&base, &parts)
    parts.tm_sec = 0
    parts.tm_isdst = -1
    switch (numbers.count, numbers.allSatisfy { $0 >= 0 }) {
    case (2, true):
      (parts.tm_hour, parts.tm_min) = (numbers[0], numbers[1])
      let today = Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
      // A time of day that has already passed means tomorrow.
      return today > now ? today : today.advanced(by: .seconds(86_400))
    case (5, true), (6, true):
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4])
      if numbers.count == 6 { parts.tm_sec = numbers[5] }
      return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
    default: break
    }
    throw UsageProblem(
      what: "\(Console.safe(text)) is not a time.", why: "It is not in a known format.",
      whatToDo: "Write +90s, +5m, +2h, 14:30 or 2026-11-21T08:00.")
  }
}
