/// The time that a received value probably represents, as text in UTC.
enum Moment {
  /// The numbers that are read as seconds since 1970, from 2001-09-09 to 2100-01-01. Numbers
  /// outside this range are rarely times.
  private static let seconds = 1_000_000_000..<4_102_444_800

  /// Returns the time for a number of seconds, milliseconds, microseconds or nanoseconds since
  /// 1970. Returns nil if the number is probably not a time.
  static func words(ofNumber text: String) -> String? {
    let integer = text.prefix(whileByte: { $0 != UInt8(ascii: ".") })
    guard let number = Int(integer),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    if seconds.contains(number) { return words(number) + " UTC" }
    guard integer.count == text.count else { return nil }
    for (unit, places) in [(1_000, 3), (1_000_000, 6), (1_000_000_000, 9)]
    where seconds.contains(number / unit) {
      return words(number / unit) + "." + digits(number % unit, places) + " UTC"
    }
    return nil
  }

  /// Returns the weekday of a date in ISO 8601. If the text has a time and a zone, the time in UTC
  /// is added. Returns nil if the text is not such a date.
  ///
  /// - Source: RFC 3339, section 5.6. In contrast to the RFC, the zone may be missing.
  static func words(ofText text: String) -> String? {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard text.utf8.count <= 40, let year = reader.number(4), reader.take("-"),
      let month = reader.number(2), reader.take("-"), let day = reader.number(2),
      (1...12).contains(month), (1...length(of: month, year)).contains(day)
    else { return nil }
    let days = self.days(year, month, day)
    if reader.rest.isEmpty { return weekday(days) }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
      reader.take(":"), let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    if reader.take(":") {
      // The value 60 is valid, because it is a leap second.
      guard let stated = reader.number(2), stated <= 60 else { return nil }
      second = stated
      if reader.take(".") || reader.take(",") {
        guard reader.skipDigits() else { return nil }
      }
    }
    let moment = days * 86_400 + hour * 3600 + minute * 60 + second
    guard let zone = reader.zone() else { return nil }
    guard case .offset(let minutes) = zone else { return weekday(days) + ", no time zone" }
    let utc = moment - minutes * 60
    return "\(weekday(floored(utc, 86_400))), \(words(utc)) UTC, \(utc) s since 1970"
  }

  private enum Zone {
    case none
    case offset(Int)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: letter) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ length: Int) -> Int? {
      let digits = rest.prefix(length)
      guard digits.count == length, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(length)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func skipDigits() -> Bool {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }

    /// Parses the time zone. Returns nil if the unread text is not a time zone.
    mutating func zone() -> Zone? {
      if rest.isEmpty { return Zone.none }
      if take("Z") || take("z") { return rest.isEmpty ? .offset(0) : nil }
      let isWest = rest.first == UInt8(ascii: "-")
      guard take("-") || take("+"), let hours = number(2), hours < 24 else { return nil }
      _ = take(":")
      let minutes = rest.isEmpty ? 0 : number(2)
      guard let minutes, minutes < 60, rest.isEmpty else { return nil }
      return .offset((isWest ? -1 : 1) * (hours * 60 + minutes))
    }
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func floored(_ number: Int, _ by: Int) -> Int {
    number >= 0 ? number / by : -((-number + by - 1) / by)
  }

  private static func weekday(_ days: Int) -> String {
    let names = [
      "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]
    return names[((days % 7) + 7) % 7]
  }

  /// Returns the number of days since 1970-01-01. A year starts in March here, so that a leap day
  /// is the last day of its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = floored(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date and time for a number of seconds since 1970. A year starts in March here, as
  /// in `days`.
  private static func words(_ seconds: Int) -> String {
    let days = floored(seconds, 86_400) + 719_468
    let era = floored(days, 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    let date =
      "\(digits(year, 4))-\(digits(month < 10 ? month + 3 : month - 9, 2))-\(digits(day, 2))"
    let time = seconds - floored(seconds, 86_400) * 86_400
    let clock = [time / 3600, time / 60 % 60, time % 60].map { digits($0, 2) }
    return date + " " + clock.joined(separator: ":")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
