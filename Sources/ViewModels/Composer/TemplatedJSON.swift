import ClientDocuments
import ClientModel

/// JSON in which templates can replace values, such as `{"count": {{n}}}`.
struct TemplatedJSON {
  /// A byte that is not valid in JSON. It replaces each byte of a template outside strings.
  private static let mark: UInt8 = 0x01

  private let bytes: [UInt8]
  /// The templates outside strings, in ascending order.
  private let templates: [Range<Int>]

  init(_ text: String) {
    bytes = Array(text.utf8)
    templates = Self.templates(in: bytes)
  }

  /// The first error of the text. Nil if the text has no error. Each template outside strings is
  /// read as a number with only the digit 1, because a number must not begin with a zero.
  var fault: JSONFault? { JSONValidator.fault(in: bytes(with: UInt8(ascii: "1"))) }

  /// The indented text, one value per line. Nil if the text has an error. Strings and templates are
  /// unchanged.
  var laidOut: String? {
    guard fault == nil else { return nil }
    let marked = bytes(with: Self.mark)
    var rest = zip(marked, bytes).lazy.filter { $0.0 == Self.mark }.map(\.1).makeIterator()
    let laid = JSONLayout.text(marked).map { byte in
      byte == Self.mark ? rest.next() ?? byte : byte
    }
    return String(decoding: laid, as: UTF8.self)
  }

  private func bytes(with substitute: UInt8) -> [UInt8] {
    var bytes = bytes
    for template in templates {
      for place in template { bytes[place] = substitute }
    }
    return bytes
  }

  private static func templates(in bytes: [UInt8]) -> [Range<Int>] {
    var templates: [Range<Int>] = []
    var (at, isInString) = (0, false)
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where isInString: at += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString:
        if let end = end(ofTemplateAt: at, in: bytes) {
          templates.append(at..<end)
          at = end - 1
        }
      default: break
      }
      at += 1
    }
    return templates
  }

  /// Returns the end of the template that begins at a byte. Returns nil if there is none.
  private static func end(ofTemplateAt start: Int, in bytes: [UInt8]) -> Int? {
    let brace = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard start + 1 < bytes.count, bytes[start + 1] == brace.0 else { return nil }
    var at = start + 2
    while at + 1 < bytes.count {
      if bytes[at] == brace.1, bytes[at + 1] == brace.1 { return at + 2 }
      at += 1
    }
    return nil
  }
}

extension Draft {
  /// Returns the JSON text of a field in indented form. Returns nil if the text is empty or not
  /// JSON.
  func indented(_ field: ComposerField) -> String? {
    guard bodyKind == .json || field == .variables else { return nil }
    let text = text(of: field)
    guard !text.isEmpty, let laid = TemplatedJSON(text).laidOut else { return nil }
    return laid.ends(with: "\n") ? String(laid.droppingLast(bytes: 1)) : laid
  }
}
