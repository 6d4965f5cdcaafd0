import ClientModel

/// A date as HTTP writes it, in any of its three forms.
///
/// - Source: RFC 9110, section 5.6.7.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Nil for anything that is not a date of one of the three forms.
  ///
  /// - Parameter now: Decides the century of a two-digit year.
  static func parse(_ text: String, at now: Timestamp) -> Timestamp? {
    let words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
    guard words.count == 5 || words.count == 6 else { return nil }
    if words.count == 5 {
      // asctime: Sun Nov  6 08:49:37 1994
      return moment(year: words[4], month: words[1], day: words[2], time: words[3], now)
    }
    guard words[5] == "gmt" || words[5] == "utc" else { return nil }
    return moment(year: words[3], month: words[2], day: words[1], time: words[4], now)
  }

  private static func moment(
    year: String, month: String, day: String, time: String, _ now: Timestamp
  ) -> Timestamp? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let monthIndex = months.firstIndex(of: month), var year = number(year, 9999),
      let day = number(day, 31), day > 0, parts.count == 3, let hour = number(parts[0], 23),
      let minute = number(parts[1], 59), let second = number(parts[2], 60)
    else { return nil }
    if year < 100 {
      // A two-digit year more than 50 years ahead lies in the past.
      let thisYear = 1970 + Int(now.milliseconds / 31_556_952_000)
      year += thisYear / 100 * 100
      if year > thisYear + 50 { year -= 100 }
    }
    let seconds = days(year, monthIndex + 1, day) * 86_400 + hour * 3600 + minute * 60 + second
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }

  private static func number(_ text: some StringProtocol, _ limit: Int) -> Int? {
    guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let value = Int(text), value <= limit
    else { return nil }
    return value
  }

  /// Days since 1970-01-01 in the Gregorian calendar; years are counted from March, so that the
  /// leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
