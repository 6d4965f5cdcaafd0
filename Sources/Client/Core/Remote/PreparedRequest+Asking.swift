package import ClientModel

extension PreparedRequest {
  /// Returns the request that polls the status or the result of a remote job.
  ///
  /// The request is sent to the address of the job. If this address has a different origin,
  /// credentials and other data for the original origin are removed.
  ///
  /// - Returns: The request, or nil if the address must not be requested. Such an address is not
  ///   http or https, or leads from https to http.
  package func pollRequest(_ standing: RemoteJobState) -> PreparedRequest? {
    var method = HTTPMethod.get
    var address = standing.phase == .result ? standing.resultAddress : standing.address
    if standing.userRequest == .cancel, let cancel = standing.cancelAddress {
      method = remote?.rule.cancel?.method ?? .delete
      address = cancel
    }
    guard let address, let target = Self.target(address),
      !(origin.scheme == "https" && target.origin.scheme == "http")
    else { return nil }
    var next = RedirectPolicy.moved(self, to: target)
    next.method = method
    next.body = .none
    next.idempotencyKey = nil
    next.headers.removeAll { Self.isOfSubmit($0.name) }
    // A cached status would always be outdated.
    next.options.cache = nil
    next.outcome = nil
    if target.origin == origin {
      // An API key in the query belongs to the origin, like an API key in a header.
      let own = remote?.query ?? []
      let shared = secretQuery.filter { field in !own.contains { $0.name == field.name } }
      next.secretQuery = (own + shared).filter { !target.holds(field: $0.name) }
      if standing.userRequest != .cancel { next.repeatFields(of: self, standing.pollForm) }
    }
    return next
  }

  /// Adds the fields that the rule repeats. They are sent as a POST form. If the original request
  /// was a GET, or if the server rejected the form, they are sent in the query.
  private mutating func repeatFields(of request: PreparedRequest, _ asking: RemoteJobState.PollForm)
  {
    let names = request.remote?.rule.form ?? []
    var parts: [MultipartPart] = []
    var boundary = "----weir-poll"
    if case .multipart(let own, let all) = request.body {
      boundary = own
      parts = all.filter { names.contains($0.name) }
    }
    if request.method == .get || asking == .byGet {
      for part in parts where !secretQuery.contains(where: { $0.name == part.name }) {
        if case .text(let text) = part.content {
          secretQuery.append(HeaderField(part.name, text))
        }
      }
      return
    }
    for name in names {
      guard let index = secretQuery.firstIndex(where: { $0.name == name }) else { continue }
      let value = secretQuery.remove(at: index).value
      guard !parts.contains(where: { $0.name == name }) else { continue }
      parts.append(MultipartPart(name: name, content: .text(value.unencoded)))
    }
    guard !parts.isEmpty else { return }
    method = .post
    body = .multipart(boundary: boundary, parts: parts)
  }

  private static func target(_ address: String) -> RequestURL? {
    do throws(URLProblem) { return try RequestURL.absolute(address) } catch {
      return nil
    }
  }

  /// Returns whether a header applies only to the original request. Such a header describes the
  /// body, a condition or the requested response.
  private static func isOfSubmit(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.begins(with: "content-") || name.begins(with: "if-")
      || ["prefer", "expect", "digest", "range", "idempotency-key"].contains(name)
  }
}

extension SensitiveText {
  /// The text after percent-decoding, for use outside a URL.
  fileprivate var unencoded: SensitiveText {
    SensitiveText(
      parts.map { part in
        switch part {
        case .plain: part
        case .literal(let secret, let encoding): .literal(secret, encoding.outsideURL)
        case .reference(let reference, let encoding): .reference(reference, encoding.outsideURL)
        }
      })
  }
}

extension SensitiveText.Encoding {
  fileprivate var outsideURL: SensitiveText.Encoding {
    switch self {
    case .none, .percent: .none
    case .json: .json
    }
  }
}

extension RequestURL {
  /// Returns whether the query has a field of this name. Names are compared without decoding.
  fileprivate func holds(field name: String) -> Bool {
    (query ?? "").words(at: "&").contains { part in
      (part.cut(at: "=")?.before ?? part).isSame(as: name)
    }
  }
}
