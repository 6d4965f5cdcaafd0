/// The grammar and the UTF-8 of a JSON body, judged in steps of bounded work at any size.
///
/// Memory is one bit for each open container.
package struct JSONCheck: Sendable {
  private var validator: JSONValidator
  /// How many bytes have been judged; all of them once a fault is found.
  package private(set) var checked = 0
  /// Whether nothing is left to judge.
  package private(set) var isDone = false

  package init(form: JSONDocument.Form) {
    validator = JSONValidator(form: form == .value ? .value : .lines)
  }

  /// The first place where the body stops being JSON; nil while there is none.
  package var fault: JSONFault? { validator.fault }

  /// The first bytes that are no UTF-8 (RFC 3629); nil while there are none.
  package var brokenText: JSONRemark? { validator.brokenText }

  /// Judges about `budget` bytes more of a whole body.
  package mutating func step(
    _ source: ByteSource, budget: Int
  ) throws(DocumentError) {
    var piece = [UInt8](repeating: 0, count: 128 * 1024)
    var left = max(1, budget)
    while checked < source.count, left > 0, validator.fault == nil {
      let got = try source.read(into: &piece, from: checked)
      guard got > 0 else { break }
      validator.feed(piece[..<got])
      checked += got
      left -= got
    }
    if checked >= source.count || validator.fault != nil {
      _ = validator.finish()
      isDone = true
    }
  }
}
