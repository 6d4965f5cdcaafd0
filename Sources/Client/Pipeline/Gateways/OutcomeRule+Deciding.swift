import ClientDocuments
package import ClientModel

extension OutcomeRule {
  /// The text of one value of a JSON body; nil when there is none.
  ///
  /// - Parameter mediaType: The value of Content-Type, which may declare the charset.
  package static func value(
    at pointer: String, in body: [UInt8], mediaType: String?
  ) -> String? {
    JSONValues(body, mediaType: mediaType).text(at: pointer)
  }

  /// What a complete response means.
  ///
  /// - Parameters:
  ///   - body: The decoded body; of one over 1 MiB no value is looked at.
  ///   - length: The length of the body, if `body` is empty because it is longer than that.
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
        let fault = self.body.fault(in: body, head.mediaType)
      else { return .success }
      return .serviceFailure(ServiceWords(reason: fault))
    }
    return .serviceFailure(response.explained(words, unless: success))
  }
}

extension OutcomeRule.Body {
  /// Why a body is not what it must be; nil if it is.
  fileprivate func fault(in body: [UInt8], _ mediaType: String?) -> String? {
    let bytes: [UInt8]
    do throws(DocumentError) {
      bytes = try JSONValues.text(of: body, mediaType)
    } catch {
      return error.why
    }
    let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let start else { return "The response is empty; it must be JSON." }
    if let fault = JSONValidator.fault(in: bytes) {
      return "The response is not JSON. \(fault.sentence)"
    }
    return self == .object && start != UInt8(ascii: "{")
      ? "The response is JSON, but not an object." : nil
  }
}

/// A response as outcome rules look at it.
private struct StatedResponse {
  let head: ResponseHead
  let values: JSONValues

  func fits(_ clause: OutcomeClause) -> Bool {
    !clause.isEmpty
      && (clause.statuses.isEmpty || clause.statuses.contains { $0.contains(head.status) })
      && clause.values.allSatisfy { $0.holds(for: values.text(at: $0.name)) }
      && clause.headers.allSatisfy { $0.holds(for: head.fields.first($0.name)) }
  }

  /// What the service says of an error, at the first of these pointers each. A value that only contains the code
  /// or the reason is no detail.
  func words(code: [String], reason: [String], detail: [String]) -> ServiceWords {
    let (code, reason) = (first(of: code), first(of: reason))
    let named = [code?.pointer, reason?.pointer].compactMap { $0 }
    let detail = first(
      of: detail.filter { pointer in !named.contains { $0.begins(with: pointer + "/") } })
    return ServiceWords(code: code?.text, reason: reason?.text, detail: detail?.text)
  }

  private func first(of pointers: [String]) -> (pointer: String, text: String)? {
    for pointer in pointers {
      if let text = values.text(at: pointer), !text.isEmpty, text != "null" {
        // JSON stays complete, so that it can be read as JSON.
        let isValue = text.begins(with: "{") || text.begins(with: "[")
        return (pointer, isValue ? text : String(text.prefix(500)))
      }
    }
    return nil
  }

  /// A failure without words of the service's own says which test of the first success clause failed. What
  /// a header says is not repeated: it may be a session.
  func explained(_ words: ServiceWords, unless success: [OutcomeClause]) -> ServiceWords {
    guard words == ServiceWords(), let clause = success.first else { return words }
    if !clause.statuses.isEmpty, !clause.statuses.contains(where: { $0.contains(head.status) }) {
      return words
    }
    if let test = clause.values.first(where: { !$0.holds(for: values.text(at: $0.name)) }) {
      let found = values.text(at: test.name)
      return ServiceWords(
        reason: found.map { "The response has `\($0.prefix(60))` at \(test.name)." }
          ?? "The response has nothing at \(test.name).")
    }
    guard let test = clause.headers.first(where: { !$0.holds(for: head.fields.first($0.name)) })
    else { return words }
    guard head.fields.first(test.name) != nil else {
      return ServiceWords(reason: "The response has no header \(test.name).")
    }
    return ServiceWords(
      reason: test.wanted == .absent
        ? "The response has the header \(test.name)."
        : "The response's header \(test.name) has another value.")
  }

  /// The same of a failure clause that holds.
  func explained(_ words: ServiceWords, by clause: OutcomeClause) -> ServiceWords {
    guard words == ServiceWords() else { return words }
    if let test = clause.values.first {
      return ServiceWords(
        reason: values.text(at: test.name).map {
          "The response has `\($0.prefix(60))` at \(test.name)."
        }
          ?? "The response has nothing at \(test.name).")
    }
    guard let test = clause.headers.first else { return words }
    return ServiceWords(
      reason: test.wanted == .absent
        ? "The response has no header \(test.name)." : "The response's header \(test.name) says so."
    )
  }
}
