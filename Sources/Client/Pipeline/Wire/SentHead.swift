package import ClientModel

/// The header fields of a request as sent, in order.
///
/// Fields added by the transport are included if they are known: `Host`, credentials, offered
/// codings, a multipart boundary and `Content-Length`. For headers set on dispatch, only the names
/// are known. Cookies from the jar are not included, because they are not stored.
package struct SentHead: Sendable {
  package private(set) var fields: [(name: String, value: String)] = []

  private let request: PreparedRequest
  /// Whether the body was sent. False if a stage removed it, and after a 303, which leads to a GET.
  package let carriesBody: Bool
  private let secrets: CurlExport.Secrets
  /// The changes by stages on dispatch to the stored request.
  private let late: DispatchChanges

  /// Creates the header fields of an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The attempt, or nil for a request that has not been sent.
  ///   - secrets: The form in which secrets are shown. Credentials that the transport computes are
  ///     always masked.
  package init(
    _ request: PreparedRequest, _ attempt: Attempt?, secrets: CurlExport.Secrets = .masked
  ) {
    self.request = request
    self.secrets = secrets
    late = attempt?.result?.processing?.late ?? DispatchChanges()
    let sent = attempt?.result?.transfer.requestBody.bytes ?? 0
    switch late.body {
    case .replaced: carriesBody = attempt?.hop == 0 || sent > 0
    case .removed: carriesBody = false
    case nil: carriesBody = attempt.map { $0.hop == 0 || $0.method == request.method } ?? true
    }
    let isElsewhere = attempt.map { $0.origin != request.origin } ?? false
    let host = ownHeaders.first { $0.name.caseInsensitiveEquals("Host") && !isElsewhere }
    if let host {
      if !host.value.isEmpty { add("Host", shown(host)) }
    } else {
      add("Host", Self.authority(of: late.displayURL ?? attempt?.displayURL ?? request.url))
    }
    if !isElsewhere, !late.removes("Authorization"), let credentials = request.credentials {
      add("Authorization", "\(credentials.scheme.header) \(Secret.mask)")
    }
    if !has("Accept") { add("Accept", "*/*") }
    if let codings = attempt?.result?.offeredCodings { add("Accept-Encoding", codings) }
    addOwn(isElsewhere: isElsewhere)
    for name in attempt?.result?.processing?.lateHeaders ?? [] {
      setLate(name, isElsewhere: isElsewhere)
    }
    if let key = request.idempotencyKey, !isElsewhere, !has("Idempotency-Key") {
      add("Idempotency-Key", key)
    }
    guard carriesBody else {
      let method = late.method ?? attempt?.method ?? request.method
      if method.anticipatesContent { add("Content-Length", "0") }
      return
    }
    if case .multipart = request.body, late.body == nil, !has("Content-Type") {
      add("Content-Type", multipart("multipart/form-data"))
    }
    addLength(sent)
  }

  /// The headers of the stored request, without those removed on dispatch.
  private var ownHeaders: [HeaderField] { request.headers.filter { !late.removes($0.name) } }

  private mutating func setLate(_ name: String, isElsewhere: Bool) {
    if isElsewhere, CredentialNames.standard.contains(name, in: .header) { return }
    if let place = fields.firstIndex(where: { $0.name.caseInsensitiveEquals(name) }) {
      // The stored value is outdated, but the scheme of credentials usually still applies.
      let isSealed = fields[place].value.ends(with: Secret.mask)
      if !isSealed { fields[place].value = Secret.mask }
    } else {
      add(name, Secret.mask)
    }
  }

  private mutating func addLength(_ sent: Int64) {
    if late.body == .replaced { return add("Content-Length", "\(sent)") }
    if sent > 0 || request.statesEmptyLength { add("Content-Length", "\(sent)") }
  }

  private mutating func addOwn(isElsewhere: Bool) {
    // All cookies are in one field. libcurl writes this field first if it adds cookies of the jar,
    // and last otherwise.
    let usesJar = request.options.cookies == .jar
    if usesJar { addCookies(isElsewhere: isElsewhere) }
    defer { if !usesJar { addCookies(isElsewhere: isElsewhere) } }
    for field in ownHeaders where !field.name.caseInsensitiveEquals("Cookie") {
      let name = field.name
      if name.caseInsensitiveEquals("Host") || name.caseInsensitiveEquals("Content-Length") {
        continue
      }
      if isElsewhere, field.isCredential { continue }
      // An empty field with one of these names suppresses the default.
      if field.value.isEmpty, Self.suppressible.contains(where: name.caseInsensitiveEquals) {
        continue
      }
      let value = shown(field)
      add(name, name.caseInsensitiveEquals("Content-Type") ? multipart(value) : value)
    }
  }

  private mutating func addCookies(isElsewhere: Bool) {
    let cookies = ownHeaders.filter {
      $0.name.caseInsensitiveEquals("Cookie") && !$0.value.isEmpty
        && !(isElsewhere && $0.isCredential)
    }
    guard let name = cookies.first?.name else { return }
    add(name, cookies.map(shown).joined(separator: "; "))
  }

  private func shown(_ field: HeaderField) -> String {
    switch secrets {
    case .masked: field.shownValue
    case .inClear: field.value.inClear
    }
  }

  private static let suppressible = [
    "Accept", "User-Agent", "Accept-Encoding", "Expect", "Content-Type",
  ]

  private mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

  private func has(_ name: String) -> Bool {
    ownHeaders.contains { $0.name.caseInsensitiveEquals(name) }
  }

  /// Adds the boundary to a multipart media type. Other types stay unchanged.
  private func multipart(_ type: String) -> String {
    guard case .multipart(let boundary, _) = request.body, late.body == nil,
      !type.contains(bytes: "boundary="),
      type.lowercased().begins(with: "multipart/")
    else { return type }
    return "\(type); boundary=\(HTTPToken.isToken(boundary) ? boundary : "\"\(boundary)\"")"
  }

  // MARK: Addresses

  private static func authority(of url: String) -> String {
    let start = url.firstRange(ofBytes: "://")?.upperBound ?? url.startIndex
    return String(url[start..<RequestURL.pathStart(of: url)])
  }

  /// Returns the target in the request line.
  static func target(of url: String) -> String {
    let target = url[RequestURL.pathStart(of: url)...]
    return target.begins(with: "/") ? String(target) : "/\(target)"
  }
}
