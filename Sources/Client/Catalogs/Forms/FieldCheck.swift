import ClientModel

/// A fault in typed text: the reason why it does not match the schema, and what the user can do.
struct FieldFault: Hashable {
  let why: String
  let whatToDo: String

  init(_ why: String, _ whatToDo: String) {
    self.why = why
    self.whatToDo = whatToDo
  }
}

extension FormField {
  /// Returns all faults of a text in this field. Templates are not checked.
  func faults(of text: String) -> [FieldFault] {
    if let fault = shapeFault(of: text) { return [fault] }
    switch kind {
    case .choice(let options): return fault(of: text, among: options).map { [$0] } ?? []
    case .integer, .number: return numberFaults(text)
    case .boolean:
      guard text != "true", text != "false" else { return [] }
      return [FieldFault("`\(text)` is neither true nor false.", "Write true or false.")]
    case .date, .dateTime, .text:
      return schema.kind == .text || schema.kind == .any ? textFaults(text) : []
    case .json:
      let looksLikeJSON = text.utf8.first.map { "{[\"".utf8.contains($0) } ?? false
      guard setting == .json, looksLikeJSON, FormValue(json: text) == nil else { return [] }
      return [FieldFault("It is not JSON.", "Close every bracket and quote, or write plain text.")]
    case .severalOf, .proposals, .file, .list, .object, .alternatives, .null, .more, .unmapped:
      return []
    }
  }

  /// Returns a fault if the field is a list or object and the text is not JSON of that type.
  private func shapeFault(of text: String) -> FieldFault? {
    guard schema.choices.isEmpty else { return nil }
    switch (schema.kind, FormValue(json: text)) {
    case (.object, .object), (.list, .list): return nil
    case (.object, _):
      return FieldFault("It is not a JSON object.", "Write an object such as {\"name\": 1}.")
    case (.list, _): return FieldFault("It is not a JSON list.", "Write a list such as [1, 2].")
    default: return nil
    }
  }

  func fault(of text: String, among options: [FieldOption]) -> FieldFault? {
    let labels = options.map(\.label)
    guard !labels.contains(text) else { return nil }
    if let nearest = NearestWord.nearest(to: text, in: labels) {
      return FieldFault("`\(text)` is not one of its values.", "Did you mean `\(nearest)`?")
    }
    let few = labels.prefix(8).joined(separator: ", ")
    let rest = labels.count > 8 ? ", and \(labels.count - 8) more" : ""
    return FieldFault("`\(text)` is not one of its values.", "Choose one of: \(few)\(rest).")
  }

  // MARK: Numbers

  private func numberFaults(_ text: String) -> [FieldFault] {
    let isInteger = kind == .integer
    guard JSONNumber.isValid(text), let value = Double(text), value.isFinite else {
      let word = isInteger ? "whole number" : "number"
      return [
        FieldFault(
          "`\(text)` is not a \(word).", "Write a number such as \(isInteger ? "7" : "2.5").")
      ]
    }
    if isInteger, value != value.rounded() {
      return [
        FieldFault(
          "`\(text)` is not a whole number.", "Remove the decimal point and the digits after it.")
      ]
    }
    var faults: [FieldFault] = []
    let bounds = schema.bounds
    if let minimum = bounds.minimum,
      bounds.isMinimumExclusive ? value <= minimum : value < minimum
    {
      let word = bounds.isMinimumExclusive ? "more than" : "at least"
      faults.append(
        FieldFault("`\(text)` is too small.", "Write \(word) \(minimum.brief)."))
    }
    if let maximum = bounds.maximum,
      bounds.isMaximumExclusive ? value >= maximum : value > maximum
    {
      let word = bounds.isMaximumExclusive ? "less than" : "at most"
      faults.append(
        FieldFault("`\(text)` is too large.", "Write \(word) \(maximum.brief)."))
    }
    if isInteger, !fitsFormat(text, value) {
      let bits = schema.format == "int32" ? 32 : 64
      faults.append(
        FieldFault("`\(text)` does not fit in \(bits) bits.", "Write a smaller number."))
    }
    if let step = bounds.multipleOf, step > 0 {
      let times = value / step
      if abs(times - times.rounded()) > 1e-9 * max(1, abs(times)) {
        faults.append(
          FieldFault(
            "`\(text)` is not a multiple of \(step.brief).", "Write a multiple of it."))
      }
    }
    return faults
  }

  private func fitsFormat(_ text: String, _ value: Double) -> Bool {
    switch schema.format {
    case "int32": return abs(value) <= 2_147_483_648 && Int32(exactly: value) != nil
    case "int64": return Int64(text) != nil || Int64(exactly: value) != nil
    default: return true
    }
  }

  // MARK: Texts

  private func textFaults(_ text: String) -> [FieldFault] {
    var faults: [FieldFault] = []
    let bounds = schema.bounds
    let length = text.unicodeScalars.count
    if let minimum = bounds.minimumLength, length < minimum {
      faults.append(FieldFault("It has \(length) characters.", "Write at least \(minimum)."))
    }
    if let maximum = bounds.maximumLength, length > maximum {
      faults.append(FieldFault("It has \(length) characters.", "Write at most \(maximum)."))
    }
    if let pattern = bounds.pattern, TextPattern(pattern)?.fits(text) == false {
      faults.append(
        FieldFault("It does not match the pattern \(pattern).", "Change it to match the pattern."))
    }
    switch schema.format {
    case "date" where !CalendarText.isDate(text):
      faults.append(FieldFault("`\(text)` is not a date.", "Write it as 2026-11-21."))
    case "date-time" where !CalendarText.isDateTime(text):
      faults.append(
        FieldFault("`\(text)` is not a date and time.", "Write it as 2026-11-21T19:18:58Z."))
    case "uuid" where !Self.isUUID(text):
      faults.append(
        FieldFault("`\(text)` is not a UUID.", "Write it as 123e4567-e89b-12d3-a456-426614174000."))
    default: break
    }
    return faults
  }

  /// Returns whether the text is a UUID.
  ///
  /// - Source: RFC 9562, section 4.
  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { PercentEncoding.digit($0) != nil } }
  }
}

/// Checks of the notation of dates and times.
enum CalendarText {
  /// Returns whether the text is a date.
  ///
  /// - Source: RFC 3339, section 5.6, `full-date`.
  static func isDate(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(day)
  }

  /// Returns whether the text is a date with a time.
  ///
  /// - Source: RFC 3339, section 5.6, `date-time`.
  static func isDateTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, isDate(String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[10] | 0x20 == UInt8(ascii: "t"), isClock(bytes[11..<19], seconds: 60)
    else { return false }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let mark = rest.first else { return false }
    if mark | 0x20 == UInt8(ascii: "z") { return rest.count == 1 }
    return (mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-")) && rest.count == 6
      && isClock(Array(rest.dropFirst() + ":00".utf8)[...], seconds: 0)
  }

  /// Returns whether the bytes are `hh:mm:ss`. The maximum of `ss` is `seconds`, which is 60 to
  /// allow a leap second.
  private static func isClock(_ bytes: ArraySlice<UInt8>, seconds: Int) -> Bool {
    let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 2] else { return false }
    let numbers = parts.compactMap { number($0) }
    return numbers.count == 3 && numbers[0] < 24 && numbers[1] < 60 && numbers[2] <= seconds
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { 0x30...0x39 ~= $0 } ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
