import ClientModel

/// The directives of `Cache-Control`. Unknown names are ignored, and invalid numbers are rejected.
///
/// - Source: RFC 9111, sections 4.2.1 and 5.2; RFC 9110, section 5.6.
package struct CacheControl: Hashable, Sendable {
  /// The seconds in a directive.
  package enum Seconds: Hashable, Sendable {
    case absent
    /// The directive has no valid number, or it has two different numbers.
    case invalid
    case stated(Int64)
  }

  /// The maximum number of seconds. Larger numbers are reduced to this one. Source: RFC 9111,
  /// section 1.2.2.
  package static let mostSeconds: Int64 = 1 << 31

  private struct Directive: Hashable, Sendable {
    var name: String
    /// The unquoted value, or nil for none.
    var value: String?
  }

  private var directives: [Directive] = []

  /// Parses the directives of a message.
  ///
  /// - Parameter lines: The values of the message's `Cache-Control` fields, in order.
  package init(_ lines: [String]) {
    for line in lines { read(Array(line.utf8)[...]) }
  }

  /// Returns whether a directive is present, with any value.
  package func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// Returns the seconds of a directive. The result is `invalid` if the directive has two different
  /// values.
  package func seconds(_ name: String) -> Seconds {
    let values = Set(directives.filter { $0.name == name }.map { Self.count($0.value) })
    guard let first = values.first else { return .absent }
    guard values.count == 1, let first else { return .invalid }
    return .stated(first)
  }

  /// Returns whether a directive is present without a value, as is allowed for `max-stale`.
  package func isBare(_ name: String) -> Bool {
    directives.contains { $0.name == name && $0.value == nil }
  }

  /// Returns the number in a text of digits, or nil for any other text. A number that is too large
  /// becomes the maximum. Source: RFC 9111, section 1.2.2.
  static func count(_ text: String?) -> Int64? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return nil
    }
    return min(Int64(text) ?? mostSeconds, mostSeconds)
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    var start = line.startIndex
    var at = start
    var quote: Int?
    while at < line.endIndex {
      switch line[at] {
      case UInt8(ascii: "\""): quote = quote == nil ? at : nil
      case UInt8(ascii: "\\") where quote != nil: at += 1
      case UInt8(ascii: ",") where quote == nil:
        append(line[start..<at])
        start = at + 1
      default: break
      }
      at += 1
    }
    guard let open = quote else { return append(line[start...]) }
    // The directives after an unterminated quote must still be found, for example `no-store`.
    append(line[start...open])
    for piece in line[(open + 1)...].split(separator: UInt8(ascii: ",")).dropFirst() {
      append(piece)
    }
  }

  private mutating func append(_ piece: ArraySlice<UInt8>) {
    let equals = piece.firstIndex(of: UInt8(ascii: "="))
    let name = Self.text(piece[..<(equals ?? piece.endIndex)]).lowercased()
    guard !name.isEmpty else { return }
    guard let equals else { return directives.append(Directive(name: name, value: nil)) }
    let value = piece[(equals + 1)...]
    // White space around `=` is invalid. The value is then ignored.
    let isTight =
      piece[..<equals].last.map(Self.isBlank) != true
      && value.first.map(Self.isBlank) != true
    directives.append(Directive(name: name, value: isTight ? Self.unquoted(value) : ""))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
    let value = text(bytes)
    guard value.utf8.count >= 2, value.begins(with: "\""), value.ends(with: "\"") else {
      return value
    }
    return String(value.dropFirst().dropLast())
  }
}
