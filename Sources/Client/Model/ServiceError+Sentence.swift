extension ServiceError {
  /// The service's own texts in one line: code, reason and detail. Missing texts are omitted. Nil
  /// if all three are missing.
  package var sentence: String? {
    let rest =
      if let reason, let detail {
        reason + (".!?:;".contains(reason.last ?? " ") ? " " : ": ") + detail
      } else {
        reason ?? detail ?? ""
      }
    switch (code, rest.isEmpty) {
    case (nil, true): return nil
    case (nil, false): return rest
    case (let code?, true): return "Its code is \(code)."
    case (let code?, false): return "\(code): \(rest)"
    }
  }
}

extension Failure {
  /// The errors of the service, one per line. Empty if there is only one error, because `why`
  /// already contains it.
  package var errorLines: [String] { errors.count > 1 ? errors.compactMap(\.sentence) : [] }
}
