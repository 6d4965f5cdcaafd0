/// A date in the notation of curl's `-z`, such as `Jan 10, 2017` or `-Wed 01 Sep 2021 12:18:00`.
///
/// - Source: the manual page of curl_getdate; zones other than GMT and UTC are not read.
struct CurlDate {
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var time = [0, 0, 0]

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  /// Parses a date. Returns nil if the text is not a date; curl then treats it as a file name.
  init?(_ text: String) {
    for bytes in text.lowercased().utf8.split(whereSeparator: ", -".utf8.contains)
    where !take(String(decoding: bytes, as: UTF8.self)) { return nil }
    guard year != nil, month != nil, day != nil else { return nil }
  }

  private mutating func take(_ word: String) -> Bool {
    let start = String(word.prefix(3))
    if word.utf8.contains(UInt8(ascii: ":")) {
      let parts = word.utf8.split(separator: UInt8(ascii: ":"))
        .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard (2...3).contains(parts.count), parts.allSatisfy({ (0..<60).contains($0) }) else {
        return false
      }
      time = parts + (parts.count == 2 ? [0] : [])
    } else if let number = Int(word) {
      if word.count == 4, year == nil {
        year = number
      } else if (1...31).contains(number), day == nil {
        day = number
      } else {
        return false
      }
    } else if let index = Self.months.firstIndex(of: start), month == nil {
      month = index + 1
    } else if !Self.days.contains(start), word != "gmt", word != "utc" {
      return false
    }
    return true
  }

  /// The date in the format of HTTP headers. Source: RFC 9110, section 5.6.7.
  var header: String {
    let (year, month, day) = (year ?? 0, month ?? 1, day ?? 1)
    // Sakamoto's algorithm computes the day of the week.
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let early = month < 3 ? year - 1 : year
    let weekday = (early + early / 4 - early / 100 + early / 400 + offsets[month - 1] + day) % 7
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(Self.capitalised(Self.days[weekday])), \(two(day)) \(Self.capitalised(Self.months[month - 1])) "
      + "\(year) \(two(time[0])):\(two(time[1])):\(two(time[2])) GMT"
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

extension CurlReading {
  /// Applies `-z`. A date becomes a header. A file name is reported as omitted, because an import
  /// does not read a file's date.
  mutating func takeTimeCondition(_ word: [UInt8], _ name: String) {
    let isBefore = word.first == UInt8(ascii: "-")
    guard !ShellVariables.areUsed(in: word), let date = CurlDate(source.shown(word)) else {
      return miss(
        "\(name) \(source.shown(word))", "An import does not look at the date of a file.")
    }
    set(header: isBefore ? "If-Unmodified-Since" : "If-Modified-Since", date.header)
  }
}
