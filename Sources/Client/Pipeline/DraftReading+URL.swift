import ClientModel

/// The URL of a draft with filled path variables and query fields, and the credentials in the URL.
struct DraftTarget {
  var url: RequestURL
  var secretQuery: [HeaderField] = []
  /// The number of other query fields before each secret field.
  var secretQueryPlaces: [Int] = []
  var credentials: Credentials?
}

extension DraftReading {
  /// Returns the target of the draft. Reports the reason and returns nil if the URL is invalid.
  mutating func target() -> DraftTarget? {
    guard !draft.url.unicodeScalars.contains(where: SecretSlots.isSlot) else {
      report(
        .url, "The URL cannot be used.", "It contains a private-use character.", "Type it again.")
      return nil
    }
    let before = problems.count
    var slots = SecretSlots()
    let filled = fillURL(draft.url, from: start)
    let text = fillPathVariables(slots.substitute(filled.text))
    guard problems.count == before else {
      _ = queryFields()
      return nil
    }
    let url: RequestURL
    do {
      url = try RequestURL.parse(text)
    } catch {
      let host = RequestURL.authority(of: text).pieces(at: "@").last ?? ""
      if slots.holdsSecret(host) {
        report(
          .url, "The host cannot contain a secret.", "The host is shown and logged in plain text.",
          Self.openAdvice)
      } else {
        report(.url, "The URL cannot be used.", error.why, error.whatToDo)
      }
      _ = queryFields()
      return nil
    }
    if let expected, url.origin != expected { return refuse(url, insteadOf: expected) }
    hasURLFromData = filled.isData && gateway == nil
    return target(of: url, slots)
  }

  /// The advice for a value that is secret only because it is in a private file.
  private static let openAdvice =
    "If a value of .env is not secret, list its name under `plain` of `secrets` in weir.yaml."

  /// Reports a URL with an unexpected origin, and returns nil. A gateway's headers and credentials
  /// belong to one origin, which path variables must not change.
  private mutating func refuse(_ url: RequestURL, insteadOf expected: Origin) -> DraftTarget? {
    report(
      .url, "The URL cannot be used.",
      "It leads to \(url.origin), and its gateway's settings are for \(expected).",
      "Write the path alone, or choose no gateway.")
    return nil
  }

  private mutating func target(of url: RequestURL, _ slots: SecretSlots) -> DraftTarget? {
    var target = DraftTarget(url: url)
    if !draft.url.utf8.allSatisfy({ $0 < 0x80 }), url.host.contains("xn--") {
      warnings.append(
        DraftProblem(
          .url, what: "The host is sent and shown as \(url.host).",
          why: "It has non-ASCII letters, which can look like those of another host.",
          whatToDo: "Compare it with the intended host."))
    }
    if let user = url.user {
      target.credentials = .basic(
        user: slots.restore(user, .none).sealed(),
        password: slots.restore(url.password ?? "", .none).sealed())
      warnings.append(
        DraftProblem(
          .url, what: "The URL contains a user name or password; the host is \(url.host).",
          why: "The text before the `@` is sealed and sent as basic authentication.",
          whatToDo: "Move it to the authorization."))
    }
    let path = PercentEncoding.decode(url.path) ?? url.path
    if slots.holdsSecret(path) {
      report(
        .url, "The path cannot contain a secret.", "The path is shown and logged in plain text.",
        "Send the secret in a header or a query field. \(Self.openAdvice)")
      return nil
    }
    var plain: [String] = []
    for field in (url.query ?? "").pieces(at: "&") {
      guard let decoded = PercentEncoding.decode(field), slots.holdsSecret(decoded) else {
        plain.append(String(field))
        continue
      }
      let parts = decoded.pieces(at: "=", maxSplits: 1)
      guard parts.count == 2, !slots.holdsSecret(parts[0]) else {
        report(
          .url, "A secret cannot be a query field's name.", "Names are shown in plain text.",
          "Write name={{secret}}.")
        continue
      }
      target.secretQuery.append(
        HeaderField(String(parts[0]), slots.restore(parts[1], .percent)))
      target.secretQueryPlaces.append(plain.count)
    }
    let fields = queryFields()
    // Without a query in the URL, `plain` is one empty field, which is removed below.
    let count = (url.query ?? "").isEmpty ? 0 : plain.count
    target.secretQueryPlaces += fields.places.map { count + $0 }
    plain += fields.plain
    if url.query == "" { plain.removeFirst() }
    if url.query != nil || !plain.joined().isEmpty {
      target.url = url.with(
        query: plain.drop { $0.isEmpty && url.query == nil }.joined(separator: "&"))
    }
    target.secretQuery += fields.secret
    return target
  }

  /// Returns the query fields of the draft, encoded, and the number of plain fields before each
  /// secret field.
  private mutating func queryFields() -> (plain: [String], secret: [HeaderField], places: [Int]) {
    var plain: [String] = []
    var (secret, places) = ([HeaderField](), [Int]())
    for (index, field) in draft.query.enumerated()
    where field.mark != .off && !usedQueryFields.contains(field.name) {
      let name = fillPlain(field.name, .query(index), "The name of a query field")
      if field.mark == .encoded {
        let value = fillEncoded(field.value, .query(index))
        if let text = value.plain {
          plain.append("\(PercentEncoding.encode(name))=\(text)")
        } else {
          // A field with a secret is encoded when the request is sent.
          places.append(plain.count)
          secret.append(
            HeaderField(name, value.mapPlain(.percent) { PercentEncoding.decode($0) ?? $0 }))
        }
        continue
      }
      let isSecret = isSecret(field, name)
      let value =
        isSecret
        ? fillSecret(field.value, .query(index), .percent) : fill(field.value, .query(index))
      if let text = value.plain, !isSecret {
        plain.append("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))")
      } else {
        places.append(plain.count)
        secret.append(HeaderField(name, value.mapPlain(.percent) { $0 }))
      }
    }
    return (plain, secret, places)
  }
}
