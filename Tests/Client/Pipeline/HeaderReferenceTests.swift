import ClientModel
import ClientPipeline
import Testing

/// Header values that read like references to secrets.
struct HeaderReferenceTests {
  private static let preparation = Preparation(
    environment: Environment(values: ["told": "env:HOME"]), files: .assumed)

  private static func headers(_ fields: DraftField...) throws -> [HeaderField] {
    let draft = Draft(url: "http://a.example/", headers: fields)
    return try preparation.prepare(draft).headers.filter { $0.name.hasPrefix("X-") }
  }

  private static func cookie(_ field: DraftField) throws -> HeaderField {
    let draft = Draft(url: "http://a.example/", headers: [field])
    return try #require(try preparation.prepare(draft).headers.first { $0.name == "Cookie" })
  }

  @Test(arguments: [
    "env:HOME", "file:~/.key", "command:pass show api", "keyring:a=b", "value:session",
  ])
  func `a value that is a reference and nothing else is looked up, under any name`(_ text: String)
    throws
  {
    let header = try #require(try Self.headers(DraftField("X-Api-Key", text)).first)
    let reference = try #require(SecretReference(text))
    #expect(header.value == SensitiveText([.reference(reference, .none)]))
    #expect(header.isCredential)
  }

  @Test(arguments: ["see env:HOME", "envy:HOME", "env:", "{{told}}", "Bearer env:HOME"])
  func `other text stays as it is, also what a template brings`(_ text: String) throws {
    let header = try #require(try Self.headers(DraftField("X-Note", text)).first)
    #expect(header.value.plain == (text == "{{told}}" ? "env:HOME" : text))
  }

  @Test func `what is literal is sent as it stands`() throws {
    let header = try Self.headers(DraftField("X-Note", "env:HOME", mark: .literal)).first
    #expect(header?.value.plain == "env:HOME")
  }

  @Test func `a backslash before the colon makes an item literal`() throws {
    let files = FileReader { _ in .success(Array("env:HOME\n".utf8)) }
    let draft = try RequestItems.draft(
      method: nil, url: "u", items: ["X-A:env:HOME", #"X-B:env\:HOME"#, "X-C:@f", "X-D:env:A\\:B"],
      files: files)
    #expect(
      draft.headers == [
        DraftField("X-A", "env:HOME"), DraftField("X-B", "env:HOME", mark: .literal),
        DraftField("X-C", "env:HOME", mark: .literal), DraftField("X-D", "env:A:B"),
      ])
  }

  @Test func `an imported curl line sends what curl sends and looks nothing up`() throws {
    let command = try CurlCommand.parse(
      "curl http://a.example -H 'X-A: env:HOME' -A value:x -e file:///b",
      files: FileReader { _ in .success([]) })
    let prepared = try Self.preparation.prepare(command.draft)
    for (name, value) in [("X-A", "env:HOME"), ("User-Agent", "value:x"), ("Referer", "file:///b")]
    {
      #expect(prepared.headers.first { $0.name == name }?.value.plain == value)
    }
    #expect(prepared.headers.allSatisfy { $0.value.references.isEmpty })
  }

  @Test func `a cookie of a marked header may be a reference, and only there`() throws {
    let text = "a=1; sid=env:SID; b=x:y"
    let secret = try Self.cookie(DraftField("Cookie", text, mark: .secret))
    #expect(secret.value.references == [.environment("SID")])
    #expect(
      secret.value.parts == [
        .literal(Secret("a=1"), .none), .literal(Secret("; sid="), .none),
        .reference(.environment("SID"), .none), .literal(Secret("; b=x:y"), .none),
      ])
    let plain = try Self.cookie(DraftField("Cookie", text))
    #expect(plain.value.references == [])
  }
}
