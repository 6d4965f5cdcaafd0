extension ServiceError {
  /// The service's own texts as a sentence in one line: code, reason and detail. Missing texts are
  /// omitted. Nil if all three are missing.
  package var sentence: String? {
    let rest =
      if let reason, let detail {
        reason + (".!?:;".contains(reason.last ?? " ") ? " " : ": ") + detail
      } else {
        reason ?? detail ?? ""
      }
    switch (code, rest.isEmpty) {
    case (nil, true): return nil
    case (nil, false): return Self.ended(rest)
    case (let code?, true): return "Its code is \(code)."
    case (let code?, false): return "\(code): \(Self.ended(rest))"
    }
  }

  /// Returns the text with a full stop if it ends with a letter or a digit. Advice may follow it.
  private static func ended(_ text: String) -> String {
    text.last.map { $0.isLetter || $0.isNumber } == true ? text + "." : text
  }
}

extension Failure {
  /// The errors of the service, one per line. Empty if there is only one error, because `why`
  /// already contains it.
  package var errorLines: [String] { errors.count > 1 ? errors.compactMap(\.sentence) : [] }
}
