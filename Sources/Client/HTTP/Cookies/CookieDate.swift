import ClientModel

/// A parser for the dates in `Expires` attributes of cookies, which servers write in many formats.
///
/// - Source: RFC 6265, section 5.1.1.
enum CookieDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the time of a date, or nil if the text is not a date. Ignores a time zone.
  static func parse(_ text: String) -> Timestamp? {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard (1...daysOf(month, in: year)).contains(day), year >= 1601, time[0] <= 23, time[1] <= 59,
      time[2] <= 59
    else { return nil }
    let seconds = days(before: day, month, year) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private typealias Token = Substring.UTF8View

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the number at the start of a token, or nil if its number of digits is out of range.
  private static func number(_ token: Token, digits: ClosedRange<Int>) -> Int? {
    let found = token.prefix(while: isDigit)
    guard digits.contains(found.count) else { return nil }
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func time(_ token: Token) -> [Int]? {
    let parts = token.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit) else {
      return nil
    }
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  private static func month(_ token: Token) -> Int? {
    let start = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
    return months.firstIndex(of: start).map { $0 + 1 }
  }

  private static func daysOf(_ month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days between 1970-01-01 and a date.
  private static func days(before day: Int, _ month: Int, _ year: Int) -> Int {
    let past = year - 1
    let leap = past / 4 - past / 100 + past / 400
    let months = (1..<month).reduce(0) { $0 + daysOf($1, in: year) }
    return past * 365 + leap + months + day - 1 - 719_162
  }
}
