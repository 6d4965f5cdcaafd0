import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

@testable import ClientHTTP

/// Signatures of requests to Amazon Web Services: by the published cases, and as they arrive at a server.
@Suite(.usesSystem(minutes: 5)) struct AWSSignatureTests {
  @Test func `all published cases are there`() {
    #expect(AWSSuite.all.count == 38)
  }

  @Test(arguments: AWSSuite.all)
  func `a published case gives its canonical request and its signature`(example: AWSSuite.Case)
    throws
  {
    var request = example.wire
    let digest = try BodyHash.of(request.body)
    if example.signsBody { request.headers.append(("x-amz-content-sha256", digest)) }
    if !example.normalize { request.url = request.url.replacing(" ", with: "%20") }
    let signature = AWSSignature(example.credentials, at: AWSSuite.Case.seconds)
    let signed = try signature.signed(request)
    let canonical = CanonicalRequest(
      signed, digest: digest, path: example.normalize ? .normalized : .asSent)
    #expect(canonical.text == example.canonical)
    #expect(try signature.signature(of: canonical) == example.signature)
    // What is not resolved is the way of S3, and the service here is another.
    guard example.normalize else { return }
    #expect(
      Self.header("Authorization", of: signed)
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(canonical.signedHeaders), Signature=\(example.signature)")
    #expect(Self.header("X-Amz-Date", of: signed) == "20150830T123600Z")
    #expect(signed.authorization == nil)
  }

  private static func header(_ name: String, of request: WireRequest) -> String? {
    request.headers.first { $0.name == name }?.value
  }

  private static func credentials(
    service: String = "execute-api", token: String = ""
  ) -> Authentication<String> {
    let values = [
      "key-id": "AKID", "region": "eu-west-1", "service": service, "secret-key": "hush",
      "session-token": token,
    ]
    return Authentication(.awsSignature) { values[$0.name] ?? "" }
  }

  @Test func `a signed request arrives complete, and its secret key does not`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let file = try FileReference.now(traffic.folder.write("body", LedgerServer.pattern(600_000)))
    let bodies: [WireRequest.Body] = [
      .none, .bytes(Array("{}".utf8)), .file(file),
      .multipart(
        boundary: "cut",
        parts: [.init(name: "f", content: .file(file), fileName: "f", mediaType: nil)]),
    ]
    for body in bodies {
      let request = WireRequest.fixture(
        .post, server.url + "/a%20b?z=1&a=%7e", headers: [("X-Amz-Target", "T")], body: body,
        authorization: Self.credentials(token: "session"))
      #expect(await traffic.send(request).status == 200)
      let arrived = try #require(server.takeAll().first)
      let authorization = try #require(arrived.header("Authorization"))
      #expect(authorization.contains("/eu-west-1/execute-api/aws4_request"))
      let isMultipart = if case .multipart = body { true } else { false }
      #expect(
        authorization.contains(
          "SignedHeaders=\(isMultipart ? "content-type;" : "")host;x-amz-date;x-amz-security-token;"
            + "x-amz-target,"))
      #expect(arrived.header("X-Amz-Security-Token") == "session")
      #expect(!String(decoding: arrived.raw, as: UTF8.self).contains("hush"))
    }
  }

  @Test func `only headers that are sent are signed`() throws {
    let request = WireRequest.fixture(
      "http://h:81/?b=%ff&a=%7e&c=%#part",
      headers: [
        ("Accept", ""), ("User-Agent", "me"), ("Cookie", "a=b"), ("X-Empty", ""), ("Host", "other"),
      ])
    let canonical = CanonicalRequest(request, digest: "", path: .normalized)
    #expect(canonical.text == "GET\n/\na=~&b=%FF&c=%25\nhost:other\nx-empty:\n\nhost;x-empty\n")
  }

  @Test func `S3 gets the digest of the body, or what was written in its place`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    func sent(_ headers: [(name: String, value: String)]) async throws -> HTTPRequest {
      _ = await traffic.send(
        .fixture(
          .put, server.url + "/a/../b", headers: headers, body: .bytes(Array("abc".utf8)),
          authorization: Self.credentials(service: "s3")))
      return try #require(server.takeAll().first)
    }
    let digest = try await sent([]).header("X-Amz-Content-Sha256")
    #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let unsigned = try await sent([("x-amz-content-sha256", "UNSIGNED-PAYLOAD")])
    #expect(unsigned.header("X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD")
  }

  @Test func `a written Authorization header is sent instead`() async throws {
    let server = try RecorderServer()
    _ = try await Traffic().send(
      .fixture(
        server.url, headers: [("Authorization", "mine")], authorization: Self.credentials()))
    let arrived = try #require(server.requests.first)
    #expect(arrived.header("Authorization") == "mine")
    #expect(arrived.header("X-Amz-Date") == nil)
  }

  @Test func `a file that changed since is not signed and not sent`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let path = try traffic.folder.write("body", LedgerServer.pattern(10))
    let file = try FileReference.now(path)
    _ = try traffic.folder.write("body", LedgerServer.pattern(11))
    let finish = await traffic.send(
      .fixture(.put, server.url, body: .file(file), authorization: Self.credentials()))
    #expect(finish.failure?.kind == .fileChanged)
    #expect(server.requests.isEmpty)
  }

  @Test func `one that is cancelled while it is signed ends once, and nothing is sent`()
    async throws
  {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let file = try FileReference.now(traffic.folder.write("big", LedgerServer.pattern(8 << 20)))
    let ids = (0..<20).map { _ in
      traffic.begin(
        .fixture(.put, server.url, body: .file(file), authorization: Self.credentials()))
    }
    traffic.transport.cancel(ids)
    for id in ids { #expect(await traffic.end(of: id).result.end == .cancelled) }
    #expect(await traffic.send(.fixture(server.url)).status == 200)
    #expect(server.requests.map(\.method) == ["GET"])
    let ends = traffic.events.count { if case .finished = $0 { true } else { false } }
    #expect(ends == ids.count + 1)
  }
}
