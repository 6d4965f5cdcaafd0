package import ClientModel

/// The preparation of a request: templates are filled, everything is checked, and secrets are
/// sealed.
package struct Preparation: Sendable {
  /// The values for `{{name}}`. All layers are merged.
  package var environment: Environment
  package var files: FileFacts
  package var random: RandomSource
  package var gateways: Gateways

  package init(
    environment: Environment = Environment(), files: FileFacts, random: RandomSource = .system,
    gateways: Gateways = Gateways()
  ) {
    self.environment = environment
    self.files = files
    self.random = random
    self.gateways = gateways
  }

  /// Prepares the request. Throws all problems at once.
  package func prepare(_ draft: Draft) throws(DraftProblems) -> PreparedRequest {
    let result = examine(draft)
    guard let request = result.request else { throw DraftProblems(problems: result.problems) }
    return request
  }

  /// Checks a draft completely. The check is fast enough to run after each keystroke.
  package func examine(_ draft: Draft) -> Examination {
    var reading = DraftReading(draft, self)
    let request = reading.request()
    return Examination(
      request: reading.problems.isEmpty ? request : nil, problems: reading.problems,
      warnings: reading.warnings, share: reading.share, address: reading.address,
      openNames: reading.openNames, inheritedHeaders: reading.inheritedHeaders)
  }
}

extension DraftReading {
  /// Prepares the request. Returns nil only if a problem was reported. All parts are checked, so
  /// that all problems are reported at once.
  mutating func request() -> PreparedRequest? {
    takeGateway()
    let isRouted = problems.isEmpty
    let method = method()
    let before = problems.count
    let target = target()
    let isResolved = isRouted && problems.count == before
    let headers = headers()
    let (body, mediaType) = body()
    let credentials = credentials(headers)
    var options = options()
    if let rule = options.cache, rule.key.name != nil { options.cache = filled(rule) }
    let key = idempotencyKey(headers)
    let assertions = assertions()
    guard let method, let target else { return nil }
    let sentType = headers.first { $0.name.caseInsensitiveEquals("Content-Type") }?.value.plain
    var request = PreparedRequest(
      method: method, url: target.url.text, origin: target.url.origin,
      secretQuery: target.secretQuery,
      headers: target.url.origin.isBroker
        ? headers : headers + defaults(besides: headers, mediaType: mediaType),
      body: names.sealing(body, mediaType: sentType ?? mediaType),
      credentials: credentials ?? target.credentials, options: options, idempotencyKey: key,
      environment: preparation.environment.name, gateway: gatewayUse(), remote: remoteUse(),
      outcome: outcome, endpoint: draft.endpoint, filter: draft.filter,
      assertions: assertions)
    request.secretQueryPlaces = target.secretQueryPlaces
    request.paging = gateway?.paging ?? draft.paging
    if hasURLFromData { takeOffCredentials(of: &request) }
    request.hideURLSecrets(named: names)
    refuseDots(in: request)
    if request.origin.isBroker { request = publication(request) }
    warnOfCacheObstacle(to: request)
    if isResolved { address = request.displayURL }
    return request
  }

  private var outcome: OutcomeRule? {
    if let rule = draft.outcome { return rule }
    return if case .graphQL = draft.body { .graphQL } else { nil }
  }

  private mutating func method() -> HTTPMethod? {
    let name = fillPlain(draft.method, .method, "The method")
    if let method = HTTPMethod(name) { return method }
    report(
      .method, "The method `\(visible(name))` cannot be sent.",
      name.isEmpty ? "It is empty." : "A method has no spaces or control characters.",
      "Choose one such as GET or POST.")
    return nil
  }

  private mutating func assertions() -> [Assertion] {
    var found: [Assertion] = []
    for (index, text) in draft.assertions.enumerated() {
      // The user has not finished typing this row.
      if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { continue }
      let line = fillPlain(text, .assertion(index), "An assertion")
      do throws(Assertion.Problem) {
        found.append(try Assertion(line))
      } catch {
        report(.assertion(index), "This is not an assertion.", error.why, error.whatToDo)
      }
    }
    return found
  }

  private mutating func credentials(_ headers: [HeaderField]) -> Credentials? {
    guard let authorization = draft.authorization else { return nil }
    if headers.contains(where: { $0.name.caseInsensitiveEquals("Authorization") }) {
      report(
        .authorization, "Authorization is set twice.",
        "The credentials and a header both set Authorization.", "Remove one of them.")
    }
    let made = authorization.map { field, text in credential(field, text) }
    for (field, text) in made.fields where field.presence == .filled && text.isEmpty {
      report(
        .authorization, "The \(field.name) is empty.", "There is nothing to send.",
        "Type it, or a reference such as \(field.example).")
    }
    return made
  }

  private mutating func credential(_ field: AuthScheme.Field, _ text: String) -> SensitiveText {
    let isOpen = field.secrecy == .open && SecretReference(text) == nil
    let value = isOpen ? fill(text, .authorization) : fillSecret(text, .authorization)
    if value.parts.contains(where: Self.breaksLine) {
      report(
        .authorization, "The credentials cannot be sent.",
        "They contain a line break or another control character.", "Type them again without it.")
    }
    return value
  }

  /// Returns the idempotency key. A single Idempotency-Key header counts as the key, because the
  /// server reads it as one.
  private mutating func idempotencyKey(_ headers: [HeaderField]) -> String? {
    let given = headers.filter { $0.name.caseInsensitiveEquals("Idempotency-Key") }
    let sent = given.count == 1 ? given[0].value.plain.flatMap { $0.isEmpty ? nil : $0 } : nil
    guard let typed = draft.idempotencyKey else { return sent }
    guard given.isEmpty else {
      report(
        .option("idempotency-key"), "The request would have two idempotency keys.",
        "An Idempotency-Key header is set in addition to the option.", "Remove one of them.")
      return nil
    }
    if typed.isEmpty { return preparation.random.hexadecimal(16) }
    let key = fillPlain(typed, .option("idempotency-key"), "The idempotency key")
    if !HTTPToken.isFieldValue(key) {
      report(
        .option("idempotency-key"), "The idempotency key cannot be sent.",
        "It contains a line break or another control character.", "Use letters and digits.")
    }
    return key
  }
}

/// The result of checking a draft.
package struct Examination: Hashable, Sendable {
  /// The request, or nil if there are problems.
  package var request: PreparedRequest?
  package var problems: [DraftProblem]
  /// The warnings that do not prevent sending, such as a password in the URL.
  package var warnings: [DraftProblem]
  /// The parts filled by the gateway. Nil without a gateway.
  package var share: GatewayParts?
  /// The URL with masked secrets. Nil if the URL is invalid.
  package var address: String?
  /// The templates and path variables without a value, in the order of the request.
  package var openNames: [String]
  /// The names of the headers from the request's folder.
  package var inheritedHeaders: [String]

  package init(
    request: PreparedRequest?, problems: [DraftProblem], warnings: [DraftProblem],
    share: GatewayParts? = nil, address: String? = nil, openNames: [String] = [],
    inheritedHeaders: [String] = []
  ) {
    self.openNames = openNames
    self.inheritedHeaders = inheritedHeaders
    self.share = share
    self.address = address
    self.request = request
    self.problems = problems
    self.warnings = warnings
  }
}

/// All problems of one draft. There is at least one.
package struct DraftProblems: Error, Hashable, Sendable {
  package let problems: [DraftProblem]

  package init(problems: [DraftProblem]) { self.problems = problems }
}

/// A source of random bytes for boundaries and idempotency keys. Tests pass a fixed one.
package struct RandomSource: Sendable {
  /// The function that returns this number of random bytes.
  package let bytes: @Sendable (Int) -> [UInt8]

  package init(bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }

  /// The system's generator.
  package static let system = RandomSource { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Returns `count` random bytes as lower-case hexadecimal digits, two per byte.
  func hexadecimal(_ count: Int) -> String { bytes(count).hexadecimal }
}
