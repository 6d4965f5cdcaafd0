import ClientDocuments
package import ClientModel

extension OutcomeRule {
  /// Returns one value of a JSON body as text. Returns nil if it does not exist.
  ///
  /// - Parameter mediaType: The value of Content-Type, which may declare the charset.
  package static func value(
    at pointer: String, in body: [UInt8], mediaType: String?
  ) -> String? {
    JSONValues(body, mediaType: mediaType).text(at: pointer)
  }

  /// Returns the outcome of a complete response.
  ///
  /// - Parameters:
  ///   - body: The decoded body. Values of a body over 1 MiB are not read.
  ///   - length: The length of the body, if `body` is empty because the body is longer than 1 MiB.
  package func outcome(
    of head: ResponseHead, body: [UInt8], length: ByteCount? = nil
  ) -> Outcome {
    let response = StatedResponse(head: head, values: JSONValues(body, mediaType: head.mediaType))
    let words = response.words(code: code, reason: reason, detail: detail)
    if authentication.contains(where: response.fits) { return .needsAuthentication(words) }
    if upgrade.contains(where: response.fits) { return .upgradeRequired(words) }
    if let clause = failure.first(where: response.fits) {
      return .serviceFailure(response.explained(words, by: clause))
    }
    let isSuccess =
      success.isEmpty ? head.status < 400 : success.contains(where: response.fits)
    if isSuccess {
      guard self.body != .any, ![204, 205].contains(head.status),
        length ?? 0 <= ByteCount(JSONValues.limit),
        let fault = self.body.fault(in: response.values.text)
      else { return .success }
      return .serviceFailure(ServiceError(reason: fault))
    }
    return .serviceFailure(response.explained(words, unless: success))
  }
}

extension OutcomeRule.Body {
  /// Returns the first mismatch between a body and the rule. Returns nil if the body matches.
  fileprivate func fault(in bytes: [UInt8]) -> String? {
    let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let start else { return "The response is empty; it must be JSON." }
    if let fault = JSONValidator.fault(in: bytes) {
      return "The response is not JSON. \(fault.sentence)"
    }
    return self == .object && start != UInt8(ascii: "{")
      ? "The response is JSON, but not an object." : nil
  }
}

/// The parts of a response that outcome rules read.
private struct StatedResponse {
  let head: ResponseHead
  let values: JSONValues

  func fits(_ clause: OutcomeClause) -> Bool {
    !clause.isEmpty
      && (clause.statuses.isEmpty || clause.statuses.contains { $0.contains(head.status) })
      && clause.values.allSatisfy { $0.holds(for: values.text(at: $0.name)) }
      && clause.headers.allSatisfy { $0.holds(for: head.fields.first($0.name)) }
  }

  /// Reads code, reason and detail of an error. Each is the first value found among its pointers. A
  /// detail that repeats only the code or the reason is left out.
  func words(code: [String], reason: [String], detail: [String]) -> ServiceError {
    let (code, reason) = (first(of: code), first(of: reason))
    let named = [code?.pointer, reason?.pointer].compactMap { $0 }
    let detail = first(
      of: detail.filter { pointer in !named.contains { $0.begins(with: pointer + "/") } })
    return ServiceError(code: code?.text, reason: reason?.text, detail: detail?.text)
  }

  private func first(of pointers: [String]) -> (pointer: String, text: String)? {
    for pointer in pointers {
      if let text = values.text(at: pointer), !text.isEmpty, text != "null" {
        // JSON is not truncated, so that it stays parseable.
        let isValue = text.begins(with: "{") || text.begins(with: "[")
        return (pointer, isValue ? text : String(text.prefix(500)))
      }
    }
    return nil
  }

  /// Adds a reason if the service stated none: the first failed test of the first success clause. A
  /// header value is not quoted, because it may identify a session.
  func explained(_ words: ServiceError, unless success: [OutcomeClause]) -> ServiceError {
    guard words == ServiceError(), let clause = success.first else { return words }
    if !clause.statuses.isEmpty, !clause.statuses.contains(where: { $0.contains(head.status) }) {
      return words
    }
    if let test = clause.values.first(where: { !$0.holds(for: values.text(at: $0.name)) }) {
      let found = values.text(at: test.name)
      return ServiceError(
        reason: found.map { "The response has `\($0.prefix(60))` at \(test.name)." }
          ?? "The response has no value at \(test.name).")
    }
    guard let test = clause.headers.first(where: { !$0.holds(for: head.fields.first($0.name)) })
    else { return words }
    guard head.fields.first(test.name) != nil else {
      return ServiceError(reason: "The response has no header \(test.name).")
    }
    return ServiceError(
      reason: test.wanted == .absent
        ? "The response has the header \(test.name)."
        : "The response's header \(test.name) has another value.")
  }

  /// Adds a reason if the service stated none: the first test of the failure clause.
  func explained(_ words: ServiceError, by clause: OutcomeClause) -> ServiceError {
    guard words == ServiceError() else { return words }
    if let test = clause.values.first {
      return ServiceError(
        reason: values.text(at: test.name).map {
          "The response has `\($0.prefix(60))` at \(test.name)."
        }
          ?? "The response has no value at \(test.name).")
    }
    guard let test = clause.headers.first else { return words }
    return ServiceError(
      reason: test.wanted == .absent
        ? "The response has no header \(test.name)."
        : "The response's header \(test.name) reports a failure."
    )
  }
}
