package import ClientModel

/// The JSON object that a stage's program gets on its standard input.
///
/// The object contains no secrets. Secret headers are omitted, and their names are in
/// `secretHeaders`. A body or a query field with a secret is omitted too.
package enum CommandMessage {
  /// The maximum size of a body in bytes. Larger bodies are omitted.
  package static let bodyLimit = 1 << 20

  /// Returns the message of a request: `stage`, `gateway`, `method`, `url`, `headers`,
  /// `secretHeaders`, `body`.
  package static func request(_ request: PreparedRequest, stage: StageNote.Phase) -> [UInt8] {
    var fields = heading(of: request, stage)
    fields += [
      ("headers", headers(of: request)),
      (
        "secretHeaders",
        .array(request.headers.filter(\.isCredential).map { .string($0.name) })
      ),
      ("body", body(request.body)),
    ]
    return Array(object(fields).text.utf8)
  }

  /// Returns the message of a response.
  ///
  /// The message has the request's `gateway`, `method` and `url`, and `status`, `headers`,
  /// `mediaType`, `size` and `root`. The body is text under `body`, or a file under `bodyFile`.
  ///
  /// - Parameter body: The body. Nil if the body is too large or not UTF-8; `path` then names its
  ///   file.
  package static func response(
    to request: PreparedRequest, head: ResponseHead, mediaType: String?, size: ByteCount,
    body: String?, path: String?, root: String
  ) -> [UInt8] {
    var fields = heading(of: request, .response)
    fields += [
      ("status", .raw("\(head.status)")),
      (
        "headers",
        .array(head.fields.map { field(name: $0.name, value: $0.value) })
      ),
      ("mediaType", mediaType.map(JSONTree.string) ?? .null),
      ("size", .raw("\(size.bytes)")), ("root", .string(root)),
      ("body", body.map(JSONTree.string) ?? .null),
      ("bodyFile", path.map(JSONTree.string) ?? .null),
    ]
    return Array(object(fields).text.utf8)
  }

  /// Returns the message of a request to a stub: `stage`, `method`, `url`, `path`, `headers`,
  /// `body`.
  package static func stub(_ request: StubRequest) -> [UInt8] {
    let isGiven = !request.body.isEmpty && request.body.count <= bodyLimit
    let body = isGiven ? String(validating: request.body, as: UTF8.self) : nil
    let path = request.path.sorted { $0.key < $1.key }.map { ($0.key, JSONTree.string($0.value)) }
    return Array(
      object([
        ("stage", .string("stub")), ("method", .string(request.method)),
        ("url", .string(request.url)), ("path", object(path)),
        ("headers", .array(request.headers.map { field(name: $0.name, value: $0.value) })),
        ("body", body.map(JSONTree.string) ?? .null),
      ]).text.utf8)
  }

  private static func heading(
    of request: PreparedRequest, _ stage: StageNote.Phase
  ) -> [(String, JSONTree)] {
    [
      ("stage", .string(stage.word)),
      ("gateway", request.gateway.map { .string($0.name) } ?? .null),
      ("method", .string(request.method.rawValue)),
      ("url", .string(RequestQuery.withoutSecrets(of: request))),
    ]
  }

  private static func headers(of request: PreparedRequest) -> JSONTree {
    .array(
      request.headers.filter { !$0.isCredential }
        .map { field(name: $0.name, value: $0.value.plain ?? "") })
  }

  private static func body(_ body: PreparedBody) -> JSONTree {
    switch body {
    case .text(let text):
      guard let plain = text.plain, plain.utf8.count <= bodyLimit else { return .null }
      return .string(plain)
    case .bytes(let bytes) where bytes.count <= bodyLimit:
      return String(validating: bytes, as: UTF8.self).map(JSONTree.string) ?? .null
    case .none, .bytes, .file, .multipart: return .null
    }
  }

  private static func field(name: String, value: String) -> JSONTree {
    object([("name", .string(name)), ("value", .string(value))])
  }

  private static func object(_ fields: [(String, JSONTree)]) -> JSONTree {
    .object(
      keys: fields.map(\.0), values: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
  }
}
