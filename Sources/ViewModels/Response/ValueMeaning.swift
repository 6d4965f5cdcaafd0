/// What the text of a value most likely stands for, told below the tree: a moment that is counted in
/// seconds or milliseconds since 1970, or a text in base64 (RFC 4648).
enum ValueMeaning {
  /// 2001-09-09 to 2100-01-01: numbers outside are rarely times.
  private static let seconds = 1_000_000_000..<4_102_444_800

  /// In words; nil for what seems to mean nothing but itself.
  static func words(of row: TreeRow) -> String? {
    switch row.kind {
    case .number: moment(row.preview).map { "As a time: \($0)" }
    case .string: text(row).map { "From base64: \($0)" }
    case .object, .array, .boolean, .null, .unknown: nil
    }
  }

  private static func moment(_ text: String) -> String? {
    let whole = text.prefix { $0 != "." }
    guard let number = Int(whole), text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    if seconds.contains(number) { return words(number) + " UTC" }
    guard whole.count == text.count, seconds.contains(number / 1000) else { return nil }
    return words(number / 1000) + "." + digits(number % 1000, 3) + " UTC"
  }

  /// Days are turned into a date by counting years from March, so that a leap day ends its year.
  private static func words(_ seconds: Int) -> String {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    let date = "\(year)-\(digits(month < 10 ? month + 3 : month - 9, 2))-\(digits(day, 2))"
    let time = seconds % 86_400
    let clock = [time / 3600, time / 60 % 60, time % 60].map { digits($0, 2) }
    return date + " " + clock.joined(separator: ":")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func text(_ row: TreeRow) -> String? {
    var letters = row.preview.utf8.dropFirst()
    if !row.isCut { letters = letters.dropLast() }
    // Short words are base64 by chance.
    guard letters.count >= 12, row.isCut || letters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    var (bits, held) = (0, 0)
    var padding = 0
    for letter in letters.prefix(letters.count / 4 * 4) {
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: letter) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    guard padding <= 2 else { return nil }
    // The last character may be cut with the row.
    for dropped in 0...(row.isCut ? 3 : 0) {
      guard let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) else { continue }
      let isText = text.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
          || scalar == "\n" || scalar == "\t" || scalar == "\r"
      }
      return isText ? text + (row.isCut ? "…" : "") : nil
    }
    return nil
  }

  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

extension ResponseModel {
  /// What is told of the selected value while nothing else stands at the foot of the screen.
  package var meaningWords: String? {
    tab == .tree ? pane.selectedTreeRow.flatMap(ValueMeaning.words) : nil
  }
}
