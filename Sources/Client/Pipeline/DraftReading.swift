import ClientModel

/// One reading of a draft: what was found wrong on the way, and how much was filled in.
struct DraftReading {
  var preparation: Preparation
  /// What the user composed, filled from its gateway where it leaves something open.
  var draft: Draft
  var gateway: Gateway?
  var share: GatewayShare?
  /// Where what the gateway filled in belongs; nil without one.
  var expected: Origin?
  /// Whose text the URL begins with.
  var start = URLStart.draft
  /// A row or a response brought the full URL, and it does not lead to the gateway's server.
  var isLedByData = false
  /// What the endpoint says of path variables that are left open.
  var rules: [PathVariableRule] = []
  /// The fields of the query and of the body that filled path variables, and go nowhere else.
  var spentQuery: Set<String> = []
  var spentBody: Set<String> = []
  /// How many headers and query fields are the user's own: problems of the others are the gateway's.
  private let ownHeaders: Int
  private let ownQuery: Int
  /// The cache rule of the draft itself, before its gateway filled it.
  let ownCacheRule: CacheRule?
  var problems: [DraftProblem] = []
  var warnings: [DraftProblem] = []
  /// The templates and path variables without a value.
  private(set) var openNames: [String] = []
  /// The address for a person, once nothing was wrong with what makes it up.
  var address: String?
  /// Bytes of filled templates so far. Source of the bound: reliability.md section 2.1.
  private var filled = 0
  static let fillLimit = 10_000_000

  init(_ draft: Draft, _ preparation: Preparation) {
    self.draft = draft
    self.preparation = preparation
    ownHeaders = draft.headers.count
    ownQuery = draft.query.count
    ownCacheRule = draft.options.cache
  }

  /// What is a credential by its name.
  var names: CredentialNames { preparation.gateways.credentialNames }

  /// Whether a field of a query or a form goes as a secret: because it is marked so, or because it has
  /// the name of a credential and its value is a reference. A literal stays in its place among the fields.
  func isSecret(_ field: DraftField, _ name: String) -> Bool {
    field.mark == .secret
      || field.mark == .plain && SecretReference(field.value) != nil
        && names.contains(name, in: .field)
  }

  mutating func report(
    _ place: DraftProblem.Place, _ what: String, _ why: String, _ whatToDo: String
  ) {
    var place = place
    switch place {
    case .header(let index) where index >= ownHeaders: place = .option("gateway")
    case .query(let index) where index >= ownQuery: place = .option("gateway")
    case .authorization where share?.credentials == .gateway: place = .option("gateway")
    default: break
    }
    problems.append(DraftProblem(place, what: what, why: why, whatToDo: whatToDo))
  }

  /// Notes that a template or path variable has no value.
  mutating func note(open name: String) {
    if !openNames.contains(name) { openNames.append(name) }
  }

  /// The text with its templates filled; an unknown name is reported at the place and left out.
  mutating func fill(_ text: String, _ place: DraftProblem.Place) -> SensitiveText {
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

  /// Reports a template that has no closing braces, except in a body: that is often code or text in which braces
  /// mean something else.
  private mutating func reportUnclosed(_ text: String, _ place: DraftProblem.Place) {
    switch place {
    case .url, .pathVariable, .query, .header, .authorization: break
    case .method, .formField, .part, .body, .assertion, .option: return
    }
    guard Template.unclosed(in: text) != nil else { return }
    // The text may be a secret, so the message does not quote it.
    report(
      place, "A template has no closing braces.", "It would be sent as it is.",
      "Write {{name}} for the value of that name, or {{\"{{\"}} for the braces themselves.")
  }

  /// The text filled where no secret may stand.
  mutating func fillPlain(_ text: String, _ place: DraftProblem.Place, _ what: String) -> String {
    plain(fill(text, place), place, what)
  }

  /// What is filled, where no secret may stand.
  mutating func plain(
    _ filled: SensitiveText, _ place: DraftProblem.Place, _ what: String
  ) -> String {
    if let plain = filled.plain { return plain }
    report(
      place, "\(what) cannot hold a secret.", "It would be shown and logged in clear.",
      "Put the secret in a header, a query field or the body.")
    return ""
  }

  /// The text of a secret place: a reference as such, everything else sealed.
  mutating func fillSecret(
    _ text: String, _ place: DraftProblem.Place, _ encoding: SensitiveText.Encoding = .none
  ) -> SensitiveText {
    if let reference = SecretReference(text) {
      return SensitiveText([.reference(reference, encoding)])
    }
    return fill(text, place).sealed(encoding)
  }

  /// A text that is percent-encoded already, with its templates filled and encoded.
  mutating func fillEncoded(
    _ text: String, _ place: DraftProblem.Place, in part: PercentEncoding.Place = .query
  ) -> SensitiveText {
    reportUnclosed(text, place)
    var parts: [SensitiveText.Part] = []
    for piece in Template.pieces(of: text) {
      switch piece {
      case .text(let text): parts.append(.plain(PercentEncoding.settle(text, in: part)))
      case .name(let name):
        parts += value(of: name, place).mapPlain(.percent) { PercentEncoding.encode($0) }.parts
      }
    }
    return SensitiveText(joining: parts)
  }

  mutating func value(of name: Substring, _ place: DraftProblem.Place) -> SensitiveText {
    let environment = preparation.environment
    let name = String(name)
    guard let value = environment.data[name] ?? environment.values[name] else {
      note(open: name)
      let layer =
        environment.name.isEmpty
        ? "No environment is chosen, and no value under `shared` has that name."
        : "Neither `\(environment.name)` nor `shared` has a value of that name."
      let nearest = environment.nearestName(to: name).map { "Did you mean {{\($0)}}? " } ?? ""
      report(
        place, "{{\(name)}} has no value.", layer,
        "\(nearest)Add it to environments.yaml, or pass --var \(name)=VALUE. "
          + "A shared value is written value:\(name).")
      return SensitiveText("")
    }
    return counted(value, place)
  }

  /// The value, as long as all that is filled in has a sensible size.
  mutating func counted(
    _ value: SensitiveText, _ place: DraftProblem.Place
  ) -> SensitiveText {
    filled += value.plain?.utf8.count ?? 0
    guard filled <= Self.fillLimit else {
      if filled < Int.max / 2 {
        filled = Int.max / 2
        report(
          place, "The request is too large.", "Its templates come to more than 10 MB.",
          "Send a large value as a file.")
      }
      return SensitiveText("")
    }
    return value
  }
}
