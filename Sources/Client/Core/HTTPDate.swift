package import ClientModel

/// Parses dates in the three formats of HTTP.
///
/// - Source: RFC 9110, section 5.6.7.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let longDays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Returns the time of a date. Returns nil if the text has none of the three formats.
  ///
  /// Letters are case-insensitive. Everything else must match exactly, and the time zone must be
  /// GMT. Source: RFC 9111, section 4.2.
  ///
  /// - Parameter now: The time that determines the century of a two-digit year.
  package static func parse(_ text: String, at now: Timestamp) -> Timestamp? {
    let words = split(text.lowercased(), at: " ")
    switch words.count {
    case 6 where words[2].isEmpty:
      // asctime: Sun Nov  6 08:49:37 1994
      guard days.contains(words[0]), words[3].utf8.count == 1 else { return nil }
      return moment(year: words[5], month: words[1], day: "0\(words[3])", time: words[4])
    case 5:
      // asctime: Sun Nov 16 08:49:37 1994
      guard days.contains(words[0]) else { return nil }
      return moment(year: words[4], month: words[1], day: words[2], time: words[3])
    case 6:
      // Sun, 06 Nov 1994 08:49:37 GMT
      guard let day = words[0].withoutComma, days.contains(day), words[5] == "gmt" else {
        return nil
      }
      return moment(year: words[3], month: words[2], day: words[1], time: words[4])
    case 4:
      // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
      let parts = split(words[1], at: "-")
      guard let day = words[0].withoutComma, longDays.contains(day), words[3] == "gmt",
        parts.count == 3, let year = number(parts[2], digits: 2)
      else { return nil }
      return moment(
        year: "\(century(of: year, now))", month: parts[1], day: parts[0], time: words[2])
    default: return nil
    }
  }

  /// Returns the full year of a two-digit year in the current century. If it is more than 50 years
  /// in the future, it is in the previous century instead.
  private static func century(of year: Int, _ now: Timestamp) -> Int {
    let thisYear = 1970 + Int(now.milliseconds / 31_556_952_000)
    let candidate = year + thisYear / 100 * 100
    return candidate > thisYear + 50 ? candidate - 100 : candidate
  }

  private static func moment(
    year: String, month: String, day: String, time: String
  ) -> Timestamp? {
    let parts = split(time, at: ":")
    guard let month = months.firstIndex(of: month).map({ $0 + 1 }),
      let year = number(year, digits: 4), let day = number(day, digits: 2),
      (1...length(ofMonth: month, year)).contains(day), parts.count == 3,
      let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }

  private static func split(_ text: String, at mark: Unicode.Scalar) -> [String] {
    text.utf8.split(separator: UInt8(ascii: mark), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func number(_ text: String, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return nil
    }
    return Int(text)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let next = month == 12 ? daysSince1970(year + 1, 1, 1) : daysSince1970(year, month + 1, 1)
    return next - daysSince1970(year, month, 1)
  }

  /// Returns the number of days from 1970-01-01 to a Gregorian date. Years are counted from March,
  /// because the leap day is then the last day of the year.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension String {
  /// The text before a trailing comma. Nil if there is no trailing comma.
  fileprivate var withoutComma: String? {
    utf8.last == UInt8(ascii: ",") ? String(decoding: utf8.dropLast(), as: UTF8.self) : nil
  }
}
