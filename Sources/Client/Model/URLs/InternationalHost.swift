import CIDN

/// Converts a host name with non-ASCII letters to the ASCII form `xn--…`. Name servers and
/// certificates use this form.
///
/// A host is accepted only if its ASCII form decodes to the same letters, in lower case and
/// composed. Full-width forms and ligatures are rejected, because the conversion would replace
/// them. The user must type such a host in its ASCII form. Messages and lists show only the ASCII
/// form, so that hosts that look alike can be distinguished.
///
/// - Source: UTS #46, nontransitional (ß and ς are not replaced), by libidn2.
package enum InternationalHost {
  /// The file name of libidn2, or nil if the library cannot be loaded.
  package static var library: String? { cidn_library_name().map { String(cString: $0) } }

  static func ascii(_ text: String) throws(URLProblem) -> String {
    // Chinese and Japanese keyboards type the ideographic full stop.
    let name = text.replacing(bytes: "\u{3002}", with: ".")
    var ascii = [CChar](repeating: 0, count: Int(CIDN_ROOM))
    var letters = ascii
    switch cidn_convert(name, &ascii, &letters) {
    case .CIDN_CONVERTED where !isDisputed(name) && name.lowercased() == Self.text(letters):
      return Self.text(ascii)
    case .CIDN_CONVERTED, .CIDN_REFUSED:
      throw URLProblem(
        "The host `\(text)` has a part that can be read in several ways.",
        "Write it in its ASCII form, which begins with xn--.")
    case .CIDN_TOO_LONG:
      throw URLProblem("The host `\(text)` has an overlong part.", "Check the dots in the host.")
    case .CIDN_NO_LIBRARY:
      throw URLProblem(
        "The host `\(text)` has letters outside ASCII, and libidn2 is not installed.",
        "Install it: apt install libidn2-0. Or write the ASCII form, which begins with xn--.")
    }
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns whether the name contains a character that programs convert in different ways. One is
  /// the capital ß, which becomes ss or ß depending on the Unicode version. The others are Hangul
  /// jamo, which are parts of Korean syllables.
  private static func isDisputed(_ name: String) -> Bool {
    name.unicodeScalars.contains { $0.value == 0x1E9E || (0x1100...0x11FF).contains($0.value) }
  }
}
