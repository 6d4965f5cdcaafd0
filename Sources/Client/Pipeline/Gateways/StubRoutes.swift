import ClientDocuments
package import ClientModel

/// The active stub routes. They create the responses to matching requests.
package struct StubRoutes: Sendable {
  /// The request to look up, as it would be sent.
  package struct Question: Sendable {
    package var method: String
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(
      method: String, url: String, headers: [(name: String, value: String)] = [],
      body: [UInt8] = []
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  package var routes: [StubRoute]

  package init(_ routes: [StubRoute] = []) { self.routes = routes }

  /// Creates the routes of gateways. The environment fills the addresses. A gateway whose address
  /// cannot be filled has no routes.
  package init(_ gateways: Gateways, environment: Environment) {
    routes = gateways.all.flatMap { gateway -> [StubRoute] in
      guard !gateway.stubs.isEmpty else { return [] }
      let preparation = Preparation(
        environment: environment, files: .assumed, gateways: gateways)
      let draft = Draft(url: "/", gateway: gateway.name)
      guard let url = preparation.examine(draft).request?.url else { return [] }
      return gateway.stubs.map { route in
        var route = route
        route.base = String(url.pieces(at: "?", maxSplits: 1)[0])
        return route
      }
    }
  }

  /// Returns the response of the first matching route. Returns nil if no route matches.
  package func response(to question: Question) -> StubResponse? {
    let asked = AskedRequest(question)
    for route in routes {
      guard let variables = asked.fits(route) else { continue }
      switch route.ending {
      case .failure(let failure):
        return StubResponse(delay: route.delay, ending: .failure(failure))
      case .response(let reply):
        return StubResponse(delay: route.delay, ending: asked.written(reply, variables))
      case .made(let source):
        return StubResponse(
          delay: route.delay, ending: .made(by: source, for: asked.shown(variables)))
      }
    }
    return nil
  }
}

/// A request split into the parts that are compared with routes.
private struct AskedRequest {
  let question: StubRoutes.Question
  private let path: Substring
  private let query: [(name: String, value: String)]
  private let values: JSONValues

  init(_ question: StubRoutes.Question) {
    self.question = question
    let parts = question.url.pieces(at: "?", maxSplits: 1)
    path = parts.first ?? ""
    query = (parts.count > 1 ? parts[1] : "").words(at: "&").map { field in
      let pair = field.pieces(at: "=", maxSplits: 1)
      let decoded = pair.map { PercentEncoding.decode($0) ?? String($0) }
      return (decoded[0], decoded.count > 1 ? decoded[1] : "")
    }
    values = JSONValues(question.body)
  }

  /// Returns the path variables' values if the route matches. Returns nil otherwise.
  func fits(_ route: StubRoute) -> [String: String]? {
    guard route.method == nil || route.method == question.method,
      route.query.allSatisfy({ $0.holds(for: queryValue($0.name)) }),
      route.headers.allSatisfy({ $0.holds(for: header($0.name)) }),
      route.values.allSatisfy({ $0.holds(for: values.text(at: $0.name)) })
    else { return nil }
    return variables(route)
  }

  private func variables(_ route: StubRoute) -> [String: String]? {
    var rest: Substring
    if let base = route.base {
      let trimmed = base.ends(with: "/") ? base.droppingLast(bytes: 1) : base[...]
      guard path.begins(with: trimmed) else { return nil }
      rest = path.dropping(bytes: trimmed.utf8.count)
      guard rest.isEmpty || rest.begins(with: "/") else { return nil }
    } else {
      let url = String(path)
      rest = url[RequestURL.pathStart(of: url)...]
    }
    if rest.isEmpty { rest = "/" }
    var pattern = route.path.pieces(at: "/")[...]
    var segments = rest.pieces(at: "/")[...]
    if pattern.first == "" { pattern.removeFirst() }
    segments.removeFirst()
    var found: [String: String] = [:]
    while let wanted = pattern.popFirst() {
      if wanted == "*", pattern.isEmpty { return found }
      guard let segment = segments.popFirst() else { return nil }
      let text = PercentEncoding.decode(segment) ?? String(segment)
      if let read = PathVariable.read(wanted), read.end == wanted.endIndex {
        found[read.variable.name] = text
      } else if wanted.begins(with: ":"), wanted.utf8.count > 1 {
        found[String(wanted.dropping(bytes: 1))] = text
      } else if wanted != "*", wanted != segment, String(wanted) != text {
        return nil
      }
    }
    return segments.isEmpty ? found : nil
  }

  private func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

  private func header(_ name: String) -> String? {
    question.headers.first { $0.name.caseInsensitiveEquals(name) }?.value
  }

  // MARK: Writing

  /// Returns the request with masked credentials. A program creates the response from it.
  func shown(_ variables: [String: String]) -> StubRequest {
    let names = CredentialNames.standard
    return StubRequest(
      method: question.method, url: names.masked(question.url), path: variables,
      headers: question.headers.map { header in
        ResponseField(
          header.name, names.contains(header.name, in: .header) ? Secret.mask : header.value)
      }, body: question.body)
  }

  func written(_ reply: StubReply, _ variables: [String: String]) -> StubResponse.Ending {
    let type = reply.headers.first("Content-Type") ?? Self.mediaType(of: reply.body)
    let isJSON = type.flatMap(MediaType.init)?.isJSON ?? false
    let body = Array(filled(reply.body, variables, isJSON ? .json : .none).utf8)
    var fields = reply.headers.map {
      // A value from the request must not begin another header.
      ResponseField(
        $0.name,
        filled($0.value, variables, .none).words(at: "\n").flatMap { $0.words(at: "\r") }.joined())
    }
    if let type, fields.first("Content-Type") == nil {
      fields.insert(ResponseField("Content-Type", type), at: 0)
    }
    if fields.first("Content-Length") == nil {
      fields.append(ResponseField("Content-Length", "\(body.count)"))
    }
    return .response(ResponseHead(status: reply.status, fields: fields), body: body)
  }

  static func mediaType(of body: String) -> String? {
    guard let first = body.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
      return nil
    }
    return first == "{" || first == "[" ? "application/json" : "text/plain; charset=utf-8"
  }

  private func filled(
    _ text: String, _ variables: [String: String], _ encoding: SensitiveText.Encoding
  ) -> String {
    var result = ""
    var quotes = QuoteTracker()
    for piece in StubTemplate.pieces(of: text) {
      switch piece {
      case .text(let text):
        quotes.read(text)
        result += text
      case .name(let name):
        let value = value(String(name), variables)
        result +=
          encoding == .json
          ? quotes.isInside
            ? JSONText.escaped(value ?? "") : value.map(Self.bare) ?? "null" : value ?? ""
      }
    }
    return result
  }

  /// Returns the JSON for a value outside quotes. Valid JSON is unchanged, and any other text
  /// becomes a string.
  private static func bare(_ value: String) -> String {
    JSONValidator.fault(in: Array(value.utf8)) == nil ? value : JSONText.quoted(value)
  }

  private func value(_ name: String, _ variables: [String: String]) -> String? {
    switch name {
    case "method": return question.method
    case "url": return question.url
    default: break
    }
    guard let dot = name.firstIndex(ofByte: ".") else { return nil }
    let key = String(name.rest(after: dot))
    switch name[..<dot] {
    case "path": return variables[key]
    case "query": return queryValue(key)
    case "header": return header(key)
    case "body": return values.text(at: key)
    default: return nil
    }
  }
}

extension GeneratedResponse {
  /// Creates a response from a program's output. The body is a string or another JSON value.
  package init(_ reply: CommandReply) {
    let body = reply.body ?? ""
    var fields = reply.headers.compactMap { name, value in value.map { ResponseField(name, $0) } }
    if fields.first("Content-Type") == nil,
      let type = reply.mediaType ?? AskedRequest.mediaType(of: body)
    {
      fields.insert(ResponseField("Content-Type", type), at: 0)
    }
    self.init(status: reply.status ?? 200, headers: fields, body: Array(body.utf8))
  }
}

/// The templates `{{name}}` in a stub response. A name may end in a JSON Pointer, as in
/// `{{body./user/id}}`.
enum StubTemplate {
  enum Piece: Equatable {
    case text(Substring)
    case name(Substring)
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(ofBytes: "{{"),
      let close = rest[open.upperBound...].firstRange(ofBytes: "}}")
    {
      let name = rest[open.upperBound..<close.lowerBound].trimmed(of: " \t")
      guard isName(name) else {
        pieces.append(.text(rest[..<open.upperBound]))
        rest = rest[open.upperBound...]
        continue
      }
      pieces.append(.text(rest[..<open.lowerBound]))
      pieces.append(.name(name))
      rest = rest[close.upperBound...]
    }
    return pieces + [.text(rest)]
  }

  /// Returns whether a name refers to a part of the request. Double braces around any other text
  /// are part of the JSON.
  static func isName(_ name: Substring) -> Bool {
    if name == "method" || name == "url" { return true }
    guard let (kind, _) = name.cut(at: ".") else { return false }
    return ["path", "query", "header", "body"].contains(kind)
      && !name.contains(anyByte: "{\"\n\r")
  }
}
