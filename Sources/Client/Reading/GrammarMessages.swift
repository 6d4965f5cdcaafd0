import ClientDocuments
import ReadingValues

/// Messages about syntax errors in a body.
struct GrammarMessages {
  let kind: BodyKind
  let check: JSONCheck?

  /// The first error and its position as a sentence, or nil if there is no error.
  var faultWords: String? {
    if let fault = check?.fault {
      let others = (check?.brokenLines.count ?? 0) - (check?.stop == nil ? 1 : 0)
      let more =
        others > 0 ? " \(others) more \(others == 1 ? "value is" : "values are") broken." : ""
      let byte = kind == .jsonSequence ? "" : ", byte \(fault.offset)"
      return "Invalid JSON. \(message(of: fault, at: place(of: fault) + byte))\(more)"
    }
    guard let broken = check?.brokenText else { return nil }
    return "Invalid UTF-8: line \(broken.place.line), column \(broken.place.column), "
      + "byte \(broken.offset)."
  }

  /// Returns the position as line and column. For a JSON text sequence, returns the byte offset,
  /// because its values are not separated by line breaks.
  private func place(of fault: JSONFault) -> String {
    kind == .jsonSequence
      ? "Byte \(fault.offset)" : "Line \(fault.place.line), column \(fault.place.column)"
  }

  private func message(of fault: JSONFault, at place: String) -> String {
    let isLine = check?.brokenLines.isEmpty == false && fault.found == nil
    let found = isLine ? "the end of the line" : fault.finding
    return "\(place): expected \(fault.wanted), found \(found)."
  }

  /// Returns the message about an error in the line at an offset, or nil if there is no error.
  func message(ofLineAt offset: Int) -> String? {
    check?.fault(ofLineAt: offset).map { message(of: $0, at: place(of: $0)) }
  }
}
