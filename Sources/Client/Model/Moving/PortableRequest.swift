/// A prepared request in a file of jobs.
package struct PortableRequest: Codable, Hashable, Sendable {
  package struct Field: Codable, Hashable, Sendable {
    package var name: String
    package var value: PortableText
  }

  package var method: String
  package var url: String
  package var secretQuery: [Field]
  package var headers: [Field]
  package var body: PortableBody
  package var credentials: Authentication<PortableText>?
  package var options: PortableOptions
  package var idempotencyKey: String?
  package var environment: String
  package var gateway: String?

  init(_ request: PreparedRequest, _ secrets: inout LeftOutSecrets) {
    method = request.method.rawValue
    let divided = request.dividedURL
    url = divided.open
    secretQuery = []
    for field in divided.secret {
      let parts = field.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map { String(decoding: Array($0), as: UTF8.self) }
        .map { PercentEncoding.decode($0) ?? $0 }
      let value = SensitiveText.secret(texts.count > 1 ? texts[1] : "")
      secretQuery.append(Field(name: texts[0], value: PortableText(value, &secrets)))
    }
    for field in request.secretQuery {
      secretQuery.append(Field(name: field.name, value: PortableText(field.value, &secrets)))
    }
    headers = []
    for field in request.headers {
      headers.append(Field(name: field.name, value: PortableText(field.sealedValue, &secrets)))
    }
    body = PortableBody(request.body, &secrets)
    credentials = request.credentials?.map { PortableText($1, &secrets) }
    options = PortableOptions(request.options, &secrets)
    idempotencyKey = request.idempotencyKey
    environment = request.environment
    gateway = request.gateway?.name
  }

  /// The names of the omitted secrets, in the order of the request.
  package var leftOut: [String] {
    var names = (secretQuery + headers).flatMap(\.value.leftOut) + body.leftOut
    names += credentials?.values.flatMap(\.leftOut) ?? []
    return names + (options.proxy?.leftOut ?? [])
  }

  func prepared(
    gateway: (String) throws(Failure) -> GatewayUse
  ) throws(Failure) -> PreparedRequest {
    guard let method = HTTPMethod(method) else {
      throw .notPortable("`\(self.method)` is not a method.")
    }
    let origin = try Self.origin(of: url)
    var request = PreparedRequest(
      method: method, url: url, origin: origin, body: try body.prepared(),
      options: try options.transport(), idempotencyKey: idempotencyKey, environment: environment)
    for field in secretQuery {
      request.secretQuery.append(HeaderField(field.name, try field.value.sensitive()))
    }
    for field in headers {
      request.headers.append(HeaderField(field.name, try field.value.sensitive()))
    }
    request.credentials = try credentials?.map { (_, text) throws(Failure) in
      try text.sensitive()
    }
    if let name = self.gateway { request.gateway = try gateway(name) }
    return request
  }

  /// Checks the URL and returns its origin. The URL must be fully checked here, because the
  /// transport does not check it again.
  private static func origin(of url: String) throws(Failure) -> Origin {
    let failure = Failure.notPortable("`\(url)` is not an http or https URL.")
    guard !url.unicodeScalars.contains(where: { $0.value <= 0x20 }), !url.contains(byte: "#"),
      !url.contains(bytes: Secret.mask), RequestURL.namesHost(url),
      RequestURL.account(in: url) == nil
    else { throw failure }
    do throws(URLProblem) { return try RequestURL.absolute(url).origin } catch { throw failure }
  }
}
