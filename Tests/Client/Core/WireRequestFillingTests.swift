import ClientCore
import ClientModel
import Testing

@Suite struct WireRequestFillingTests {
  private let token = SecretReference.environment("TOKEN")

  private func filled(_ request: PreparedRequest, _ secret: String = "s") throws -> WireRequest {
    try WireRequest(filling: request, with: [token: Secret(secret)])
  }

  private func reference(_ encoding: SensitiveText.Encoding = .none) -> SensitiveText {
    SensitiveText([.reference(token, encoding)])
  }

  @Test func `secret query fields are appended percent-encoded`() throws {
    var request = PreparedRequest.fixture(path: "/?a=1")
    request.secretQuery = [
      HeaderField("k y", reference()),
      HeaderField("l", SensitiveText([.plain("x&"), .literal(Secret("é"), .percent)])),
    ]
    let wire = try filled(request, "a b&c=/~")
    #expect(wire.url == "http://a.example/?a=1&k%20y=a%20b%26c%3D%2F~&l=x%26%C3%A9")
    request.secretQueryPlaces = [0, 1]
    let ordered = try filled(request, "v")
    #expect(ordered.url == "http://a.example/?k%20y=v&a=1&l=x%26%C3%A9")
  }

  @Test func `a secret in a JSON body is escaped`() throws {
    let body = SensitiveText([.plain("{\"t\":\""), .reference(token, .json), .plain("\"}")])
    let wire = try filled(.fixture(.post, body: .text(body)), "a\"b\\c\n\u{1}")
    guard case .bytes(let bytes) = wire.body else {
      Issue.record("no bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"t":"a\"b\\c\n\u0001"}"#)
  }

  @Test func `the order of headers is preserved, and an idempotency key joins them`() throws {
    let request = PreparedRequest.fixture(
      .post,
      headers: [HeaderField("B", "1"), HeaderField("A", reference()), HeaderField("B", "2")],
      key: "k-1")
    let wire = try filled(request)
    #expect(wire.headers.map(\.name) == ["B", "A", "B", "Idempotency-Key"])
    #expect(wire.headers.map(\.value) == ["1", "s", "2", "k-1"])
    #expect(wire.isRepeatable)
  }

  @Test(arguments: ["a\r\nEvil: 1", "a\nb", "a\u{0}b", "a\u{7F}"])
  func `a value that would split the request is refused by name`(value: String) {
    func failure(_ request: PreparedRequest) -> Failure? {
      do {
        _ = try filled(request, value)
        return nil
      } catch {
        return error as? Failure
      }
    }
    let header = failure(.fixture(headers: [HeaderField("X-Token", reference())]))
    #expect(header?.kind == .invalidRequest)
    #expect(header?.why.contains("X-Token") == true)
    #expect(header?.description.contains("Evil") == false)
    #expect(failure(.fixture(credentials: .bearer(reference())))?.kind == .invalidRequest)
    let basic = Credentials.basic(user: "u", password: reference())
    #expect(failure(.fixture(credentials: basic))?.kind == .invalidRequest)
    var proxied = PreparedRequest.fixture()
    proxied.options.route.proxy = reference()
    #expect(failure(proxied)?.kind == .invalidRequest)
    let part = MultipartPart(name: "n", content: .text("x"), mediaType: value)
    let multipart = PreparedBody.multipart(boundary: "b", parts: [part])
    #expect(failure(.fixture(.post, body: multipart))?.kind == .invalidRequest)
    #expect(failure(.fixture(headers: [HeaderField(value, "x")]))?.kind == .invalidRequest)
    #expect(failure(.fixture(path: "/" + value))?.kind == .invalidRequest)
  }

  @Test func `a reference without a value is missing, by its name`() {
    let request = PreparedRequest.fixture(credentials: .bearer(reference()))
    #expect(request.references == [token])
    #expect {
      try WireRequest(filling: request)
    } throws: { error in
      (error as? Failure)?.kind == .secretMissing
        && (error as? Failure)?.why.contains("env:TOKEN") == true
    }
  }

  @Test func `a filled request prints without its secrets`() throws {
    let wire = try filled(.fixture(credentials: .bearer(reference())), "hunter2")
    #expect(!"\(wire) \(String(reflecting: wire))".contains("hunter2"))
    var dumped = ""
    dump(wire, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }
}
