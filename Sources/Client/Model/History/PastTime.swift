import Glibc

/// Parses a time in the past: `90s`, `5m`, `2h` or `3d` before now, `today`, `yesterday`,
/// `2026-11-21` or `2026-11-21t08:00`.
enum PastTime {
  static func read(_ text: String, now: Timestamp) -> Timestamp? {
    if let unit = text.last, let count = Int64(text.dropLast()), count >= 0, count < 1 << 32,
      let seconds = ["s": 1, "m": 60, "h": 3600, "d": 86_400][unit]
    {
      return now.advanced(by: .seconds(-count * Int64(seconds)))
    }
    if let days: Int32 = ["today": 0, "yesterday": 1][text] {
      var seconds = time_t(now.milliseconds / 1000)
      var parts = tm()
      localtime_r(&seconds, &parts)
      (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
      parts.tm_mday -= days
      return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
    }
    let numbers = text.lowercased().unicodeScalars
      .split { "-t:".unicodeScalars.contains($0) }.map { Int32(String($0)) ?? -1 }
    guard [3, 5, 6].contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }),
      (1970...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    // The date and the time are local.
    var parts = tm()
    parts.tm_isdst = -1
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    if numbers.count > 3 { (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4]) }
    if numbers.count > 5 { parts.tm_sec = numbers[5] }
    return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
  }
}
