extension ServiceError {
  /// The service's own texts in one line: code, reason and detail, if present. Nil if all three are
  /// missing.
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
  /// The errors of the service, one per line. Empty for a single error, because it is part of
  /// `why`.
  package var errorLines: [String] { errors.count > 1 ? errors.compactMap(\.sentence) : [] }
}
