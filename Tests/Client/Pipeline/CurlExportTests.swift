import ClientModel
import ClientPipeline
import Testing

struct CurlExportTests {
  private let preparation = Preparation(
    environment: Environment(values: [
      "token": SensitiveText([.reference(.environment("TOKEN"), .none)])
    ]), files: .assumed)

  @Test func `secrets are names or dots unless asked for`() throws {
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/p?x=1", query: [DraftField("k", "s3cret", mark: .secret)],
        headers: [
          DraftField("Authorization", "Bearer {{token}}"), DraftField("Cookie", "sid=hunter2"),
          DraftField("X", "it's"),
        ],
        body: .json("{\"t\": \"{{token}}\"}")))
    let masked = CurlExport.line(request)
    #expect(masked.contains("-H 'Authorization: Bearer '\"$TOKEN\""))
    #expect(masked.contains("-H 'X: it'\\''s'"))
    #expect(masked.contains("'{\"t\": \"'\"$TOKEN\"'\"}'"))
    #expect(!masked.contains("s3cret") && !masked.contains("hunter2"))
    let clear = CurlExport.line(request, secrets: .inClear)
    #expect(clear.contains("k=s3cret") && clear.contains("hunter2"))
  }

  @Test(arguments: [
    Draft(url: "https://a/b?c=d&e=[1]"), Draft(method: "DELETE", url: "http://a/"),
    Draft(method: "HEAD", url: "http://a/"),
    Draft(
      method: "POST", url: "http://a/", headers: [DraftField("X", ""), DraftField("Y", "a\tb")],
      body: .json("{\"a\": \"it's\\n\"}")),
    Draft(
      method: "PUT", url: "http://a/",
      body: .text("-x\n'é' $HOME `id` \u{1b}", mediaType: "text/plain")),
    Draft(
      method: "POST", url: "http://a/", body: .form([DraftField("a", "b c")]),
      removedHeaders: ["Accept", "User-Agent"]),
    Draft(
      method: "POST", url: "http://a/",
      body: .multipart([
        DraftPart(name: "a", value: "@b;c"), DraftPart(name: "d", value: "\"q\\", mediaType: "x/y"),
        DraftPart(name: "f", path: "p q.png"),
      ])),
    Draft(method: "GET", url: "http://a/", body: .file(path: "x.bin", mediaType: "x/y")),
    Draft(url: "http://a/", authorization: .basic(user: "u", password: "p:q")),
    Draft(url: "http://a/", authorization: .digest(user: "u", password: "")),
    Draft(url: "http://a/", authorization: .bearer("t")),
    Draft(url: "http://a/", authorization: .aws(token: "")),
    Draft(method: "POST", url: "http://a/"), Draft(method: "PROPFIND", url: "http://a/"),
    Draft(method: "DELETE", url: "http://a/", headers: [DraftField("Content-Length", "0")]),
  ]) func `an exported line imports as the same request`(draft: Draft) throws {
    let fixed = Preparation(
      files: .assumed, random: RandomSource { Array(repeating: 1, count: $0) })
    var typed = draft
    typed.options.retry.attempts = 1
    typed.options.cookies = .off
    let request = try fixed.prepare(typed)
    let line = CurlExport.line(request, secrets: .inClear)
    let again = try fixed.prepare(
      try CurlCommand.parse(
        line, files: FileReader { _ in .failure(FileRefusal(why: "", whatToDo: "")) }
      ).draft)
    #expect(again == request, "\(line)")
  }

  @Test func `a signature is exported as the options that make curl compute it`() throws {
    let fixed = Preparation(
      files: .assumed, random: RandomSource { Array(repeating: 1, count: $0) })
    let draft = Draft(url: "http://a/", authorization: .aws(token: "env:TOKEN"))
    let line = CurlExport.line(try fixed.prepare(draft))
    #expect(line.contains("--aws-sigv4 aws:amz:eu-west-1:sqs"))
    #expect(line.contains("X-Amz-Security-Token: ") && line.contains("$TOKEN"))
    #expect(!line.contains("hush"))
  }
}

extension Authentication<String> {
  fileprivate static func aws(token: String) -> Self {
    let values = [
      "key-id": "KEY", "region": "eu-west-1", "service": "sqs", "session-token": token,
      "secret-key": "hush",
    ]
    return Self(.awsSignature) { values[$0.name] ?? "" }
  }
}
