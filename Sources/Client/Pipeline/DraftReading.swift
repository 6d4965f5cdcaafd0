import ClientModel

/// The state while one draft is prepared: the problems and filled parts so far.
struct DraftReading {
  var preparation: Preparation
  /// The user's draft, completed by its gateway.
  var draft: Draft
  var gateway: Gateway?
  var share: GatewayParts?
  /// The origin to which the gateway's settings belong, or nil without a gateway.
  var expected: Origin?
  /// The source of the text at the beginning of the URL.
  var start = URLStart.draft
  /// Whether a row or a response chose the server of a request without a gateway.
  var hasURLFromData = false
  /// The endpoint's rules for path variables without a value.
  var rules: [PathVariableRule] = []
  /// The query and body fields that filled path variables. They are not sent as fields.
  var usedQueryFields: Set<String> = []
  var spentBody: Set<String> = []
  /// The number of headers in the draft itself. Later headers come from the folder and then from
  /// the gateway, and their problems are reported there.
  private let ownHeaders: Int
  /// The number of headers in the draft and its folder. Later headers come from the gateway.
  private var headersWithFolder = 0
  /// The names of the headers that come from the request's folder.
  private(set) var inheritedHeaders: [String] = []
  private let ownQuery: Int
  /// The cache rule of the draft itself, before the gateway's defaults. Nil if the draft has none.
  let ownCacheRule: CacheRule?
  var problems: [DraftProblem] = []
  var warnings: [DraftProblem] = []
  /// The templates and path variables without a value.
  private(set) var openNames: [String] = []
  /// The URL for display. Nil while a part of the URL is invalid.
  var address: String?
  /// The total size of the filled templates so far in bytes, at most `fillLimit`.
  private var filled = 0
  static let fillLimit = 10_000_000

  init(_ draft: Draft, _ preparation: Preparation) {
    self.draft = draft
    self.preparation = preparation
    ownHeaders = draft.headers.count
    ownQuery = draft.query.count
    ownCacheRule = draft.options.cache
    self.preparation.environment = preparation.environment.inside(draft.inheritedFolder)
    inherit(preparation.environment.headers(inside: draft.inheritedFolder))
    headersWithFolder = self.draft.headers.count
  }

  /// Adds the headers of the request's folder that the request does not have. A header with an
  /// empty value in the request is not sent.
  private mutating func inherit(_ headers: [DraftField]) {
    for field in headers {
      let isSame = { (name: String) in name.caseInsensitiveEquals(field.name) }
      let own = draft.headers.prefix(ownHeaders).indices.filter {
        draft.headers[$0].mark != .off && isSame(draft.headers[$0].name)
      }
      for index in own where draft.headers[index].value.isEmpty {
        draft.headers[index].mark = .off
        draft.removedHeaders.append(field.name)
      }
      guard own.isEmpty, !field.value.isEmpty, !draft.removedHeaders.contains(where: isSame)
      else { continue }
      draft.headers.append(field)
      inheritedHeaders.append(field.name)
    }
  }

  /// The names that mark a field as a credential.
  var names: CredentialNames { preparation.gateways.credentialNames }

  /// Returns whether a query or form field is sent as a secret, because the user marked it as
  /// secret or because it has the name of a credential and a reference as its value.
  func isSecret(_ field: DraftField, _ name: String) -> Bool {
    field.mark == .secret
      || field.mark == .plain && SecretReference(field.value) != nil
        && names.contains(name, in: .field)
  }

  mutating func report(
    _ place: DraftProblem.Location, _ what: String, _ why: String, _ whatToDo: String
  ) {
    var place = place
    switch place {
    case .header(let index) where index >= headersWithFolder: place = .option("gateway")
    case .header(let index) where index >= ownHeaders: place = .option("folder")
    case .query(let index) where index >= ownQuery: place = .option("gateway")
    case .authorization where share?.credentials == .gateway: place = .option("gateway")
    default: break
    }
    problems.append(DraftProblem(place, what: what, why: why, whatToDo: whatToDo))
  }

  mutating func note(open name: String) {
    if !openNames.contains(name) { openNames.append(name) }
  }

  /// Fills the templates of a text. An unknown name is reported and left out.
  mutating func fill(_ text: String, _ place: DraftProblem.Location) -> SensitiveText {
    reportUnclosed(text, place)
    var parts: [SensitiveText.Part] = []
    for piece in Template.pieces(of: text) {
      switch piece {
      case .text(let text): parts.append(.plain(String(text)))
      case .name(let name): parts += value(of: name, place).parts
      }
    }
    return SensitiveText(joining: parts)
  }

  /// Reports a template without closing braces. A body is not checked, because braces often have
  /// another meaning in code or text.
  private mutating func reportUnclosed(_ text: String, _ place: DraftProblem.Location) {
    switch place {
    case .url, .pathVariable, .query, .header, .authorization: break
    case .method, .formField, .part, .body, .assertion, .option: return
    }
    guard Template.unclosed(in: text) != nil else { return }
    // The text may be a secret, so the message does not quote it.
    report(
      place, "A template has no closing braces.", "It would be sent unchanged.",
      "Write {{name}} for the value of that name, or {{\"{{\"}} for the braces themselves.")
  }

  /// Fills the text of a field that must not contain a secret.
  mutating func fillPlain(_ text: String, _ place: DraftProblem.Location, _ what: String) -> String
  {
    plain(fill(text, place), place, what)
  }

  /// Returns the plain text of a filled field. Reports a secret and returns an empty string.
  mutating func plain(
    _ filled: SensitiveText, _ place: DraftProblem.Location, _ what: String
  ) -> String {
    if let plain = filled.plain { return plain }
    report(
      place, "\(what) cannot contain a secret.", "It would be shown and logged in plain text.",
      "Put the secret in a header, a query field or the body.")
    return ""
  }

  /// Fills the text of a secret field. A reference stays a reference. Any other text is sealed.
  mutating func fillSecret(
    _ text: String, _ place: DraftProblem.Location, _ encoding: SensitiveText.Encoding = .none
  ) -> SensitiveText {
    if let reference = SecretReference(text) {
      return SensitiveText([.reference(reference, encoding)])
    }
    return fill(text, place).sealed(encoding)
  }

  /// Fills text that is already percent-encoded. Values are encoded too.
  mutating func fillEncoded(
    _ text: String, _ place: DraftProblem.Location, in part: PercentEncoding.Place = .query
  ) -> SensitiveText {
    reportUnclosed(text, place)
    var parts: [SensitiveText.Part] = []
    for piece in Template.pieces(of: text) {
      switch piece {
      case .text(let text): parts.append(.plain(PercentEncoding.completeEncoding(text, in: part)))
      case .name(let name):
        parts += value(of: name, place).mapPlain(.percent) { PercentEncoding.encode($0) }.parts
      }
    }
    return SensitiveText(joining: parts)
  }

  /// Returns the value of a template. Reports a name without a value and returns empty text.
  mutating func value(
    of use: Template.Use, _ place: DraftProblem.Location
  ) -> SensitiveText {
    do throws(VariableFault) {
      let value = try value(named: use.name)
      if let value, !value.isEmpty || use.fallback == nil { return counted(value, place) }
      if let fallback = use.fallback { return counted(SensitiveText(fallback), place) }
      reportMissing(use.name, place)
    } catch {
      report(place, error.what, error.why, error.whatToDo)
    }
    return SensitiveText("")
  }

  /// Returns the value of a name. Data takes precedence. Returns nil if the name has no value.
  private func value(named name: String) throws(VariableFault) -> SensitiveText? {
    if let value = preparation.environment.data[name] { return value }
    return try preparation.environment.value(of: name)
  }

  private mutating func reportMissing(_ name: String, _ place: DraftProblem.Location) {
    note(open: name)
    let environment = preparation.environment
    let layer =
      environment.name.isEmpty
      ? "No environment is chosen, and no value under `shared` has that name."
      : "Neither `\(environment.name)` nor `shared` has a value of that name."
    let nearest = environment.nearestName(to: name).map { "Did you mean {{\($0)}}? " } ?? ""
    report(
      place, "{{\(name)}} has no value.", layer,
      "\(nearest)Add it to environments.yaml, or to .env if it is secret, or pass --var \(name)=VALUE. "
        + "For a shared value, write value:\(name).")
  }

  /// Adds the size of a value to the total size. Reports a problem and returns empty text if the
  /// total exceeds the limit.
  mutating func counted(
    _ value: SensitiveText, _ place: DraftProblem.Location
  ) -> SensitiveText {
    filled += value.plain?.utf8.count ?? 0
    guard filled <= Self.fillLimit else {
      if filled < Int.max / 2 {
        filled = Int.max / 2
        report(
          place, "The request is too large.", "The values of its templates exceed 10 MB.",
          "Send a large value as a file.")
      }
      return SensitiveText("")
    }
    return value
  }
}
