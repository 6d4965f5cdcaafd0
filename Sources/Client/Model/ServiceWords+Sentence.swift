extension ServiceWords {
  /// The service's own words in one line: code, reason and detail as far as there are any.
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
  /// The errors of the service, a line each, where there are several: a single one is in `why`.
  package var errorLines: [String] { errors.count > 1 ? errors.compactMap(\.sentence) : [] }
}
