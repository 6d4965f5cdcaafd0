/// The conversion of a host name with letters outside ASCII to the form that name servers and
/// certificates use: `xn--…`.
///
/// A host is accepted only if every program interprets it as the same name. Its letters and marks
/// must not change if they are converted to lower case and composed again. Full-width forms,
/// ligatures, emoji and digits other than 0 to 9 are rejected. Such a host must be typed in its
/// `xn--…` form. Messages and lists show only that form, so that hosts that look alike can be
/// distinguished.
///
/// - Source: RFC 5891, section 5; RFC 3492; UTS #46 (ß and ς are not replaced).
enum InternationalHost {
  static func ascii(_ text: String) throws(URLProblem) -> String {
    var labels: [String] = []
    for piece in text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: isDot)
    {
      let label = Substring(piece)
      guard label.utf8.allSatisfy({ $0 < 0x80 }) else {
        labels.append(try ascii(label: label, of: text))
        continue
      }
      // Because of one such label, libidn2 rejects the host, and libcurl then uses the host as
      // typed.
      guard !label.begins(with: "-"), !label.ends(with: "-"), !hasReservedDashes(label) else {
        throw ambiguous(text)
      }
      labels.append(String(label))
    }
    return labels.joined(separator: ".")
  }

  /// Returns whether the third and fourth characters are hyphens, which marks an encoded label (RFC
  /// 5891, section 4.2.3.1). In a host with labels that are not encoded yet, such a label is
  /// rejected, because it may be invalid, and libidn2 would then convert nothing.
  private static func hasReservedDashes(_ label: Substring) -> Bool {
    label.utf8.dropFirst(2).starts(with: "--".utf8)
  }

  private static func ambiguous(_ host: String) -> URLProblem {
    URLProblem(
      "The host `\(host)` has a part that can be read in several ways.",
      "Write it in its ASCII form, which begins with xn--.")
  }

  /// Returns whether the scalar separates labels. Chinese and Japanese keyboards type the
  /// ideographic full stop.
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}"
  }

  private static func ascii(label: Substring, of host: String) throws(URLProblem) -> String {
    var scalars: [Unicode.Scalar] = []
    let lowered = label.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    // The loop visits each `Character`, because a letter and its accents are one `Character`.
    for letter in lowered {
      if let joined = joined(letter) {
        scalars.append(joined)
      } else {
        scalars += letter.unicodeScalars
      }
    }
    let isMark = scalars.first.map { marks.contains($0.properties.generalCategory) } ?? true
    guard !isMark, scalars.allSatisfy(isAllowed), scalars.first != "-", scalars.last != "-",
      !(scalars.count > 3 && scalars[2] == "-" && scalars[3] == "-"),
      !label.unicodeScalars.contains(where: isDisputed), !holdsLoosePair(scalars)
    else {
      throw ambiguous(host)
    }
    // Some symbols, such as the Kelvin sign, have an ASCII letter as their lower case.
    if scalars.allSatisfy(\.isASCII) {
      return String(String.UnicodeScalarView(scalars))
    }
    guard let digits = punycode(scalars.map(\.value)) else {
      throw URLProblem("The host `\(host)` has an overlong part.", "Check the dots in the host.")
    }
    return "xn--" + digits
  }

  private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark]
  private static let categories: Set<Unicode.GeneralCategory> = marks.union([
    .lowercaseLetter, .otherLetter, .modifierLetter,
  ])

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "-" || scalar == "_" || isLetterOrDigit(scalar.value) }
    if scalar == "ß" || scalar == "ς" { return true }
    let properties = scalar.properties
    guard categories.contains(properties.generalCategory) else { return false }
    // Normalization may compose a mark of any other class with its letter, or reorder it.
    let settled: [Unicode.CanonicalCombiningClass] = [.notReordered, .virama, .nukta]
    let isSettled = settled.contains(properties.canonicalCombiningClass)
    return isSettled && !properties.changesWhenNFKCCaseFolded
      && !properties.isDefaultIgnorableCodePoint && !properties.isFullCompositionExclusion
  }

  /// Returns whether programs convert the scalar in different ways. This is true for the capital
  /// ß, which maps to ss or ß depending on the Unicode version, and for Hangul jamo (parts of
  /// Korean syllables).
  private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "ẞ" || (0x1100...0x11FF).contains(scalar.value)
  }

  /// Returns whether a scalar and the following mark should be composed to one scalar, or would be
  /// reordered by normalization.
  private static func holdsLoosePair(_ scalars: [Unicode.Scalar]) -> Bool {
    zip(scalars, scalars.dropFirst()).contains { first, second in
      guard marks.contains(second.properties.generalCategory) else { return false }
      let order = second.properties.canonicalCombiningClass
      return joinedLetters["\(first)\(second)"] != nil
        || (order == .nukta && first.properties.canonicalCombiningClass == .virama)
    }
  }

  private static func isLetterOrDigit(_ value: UInt32) -> Bool {
    (0x61...0x7A).contains(value) || (0x30...0x39).contains(value)
  }

  /// Returns a letter and its marks as one composed scalar, or nil if there is none. Strings are
  /// equal if they are canonically equivalent, so the table finds a letter independent of the order
  /// of its marks.
  private static func joined(_ letter: Character) -> Unicode.Scalar? {
    letter.unicodeScalars.count > 1 ? joinedLetters[String(letter)] : nil
  }

  private static let joinedLetters: [String: Unicode.Scalar] = {
    let letters = (0xC0...0x1FFF).compactMap(Unicode.Scalar.init).filter {
      categories.contains($0.properties.generalCategory)
        && !$0.properties.isFullCompositionExclusion
    }
    return Dictionary(letters.map { (String($0), $0) }) { first, _ in first }
  }()

  /// Encodes a label. Returns nil if the result would have more than 63 characters. Source: RFC
  /// 3492, section 6.3.
  private static func punycode(_ scalars: [UInt32]) -> String? {
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    var handled = output.count
    if handled > 0 { output.append(UInt8(ascii: "-")) }
    var (next, delta, bias) = (UInt32(128), UInt32(0), UInt32(72))
    let basic = handled
    // Longer labels would be rejected at the end anyway, and their deltas could overflow 32 bits.
    guard scalars.count <= 63 else { return nil }
    while handled < scalars.count, let least = scalars.filter({ $0 >= next }).min() {
      delta += (least - next) * UInt32(handled + 1)
      next = least
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, UInt32(handled + 1), isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output.count <= 59 ? String(decoding: output, as: UTF8.self) : nil
  }

  private static func append(_ delta: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
    var rest = delta
    var place: UInt32 = 36
    while true {
      let threshold = place <= bias ? 1 : min(26, place - bias)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      place += 36
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
  }

  private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias: UInt32 = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
