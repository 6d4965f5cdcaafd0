import ClientModel
import ClientPipeline
import Testing

struct EncodedFieldTests {
  let preparation = Preparation(
    environment: Environment(
      name: "dev",
      values: [
        "word": "a,b;c/d", "key": SensitiveText([.reference(.environment("KEY"), .none)]),
      ]),
    files: .assumed, random: RandomSource { Array(repeating: 0xAB, count: $0) })

  private func url(_ draft: Draft) throws -> String { try preparation.prepare(draft).url }

  @Test func `separators of an encoded field stay and its templates are encoded`() throws {
    let url = try url(
      Draft(
        url: "https://a/{x}",
        pathVariables: [DraftField("x", ";p=1,%2C;q={{word}}", mark: .encoded)],
        query: [DraftField("q", "one,{{word}}:x/y?z", mark: .encoded)]))
    #expect(url == "https://a/;p=1,%2C;q=a%2Cb%3Bc%2Fd?q=one,a%2Cb%3Bc%2Fd:x/y?z")
  }

  @Test func `an encoded field stays one field and one segment`() throws {
    let url = try url(
      Draft(
        url: "https://a/{x}/b", pathVariables: [DraftField("x", "c/d?e#f%zz", mark: .encoded)],
        query: [DraftField("q", "1&r=2#3 4+5é", mark: .encoded)]))
    #expect(url == "https://a/c%2Fd%3Fe%23f%25zz/b?q=1%26r=2%233%204%2B5%C3%A9")
  }

  @Test func `a form preserves the separators of an encoded field`() throws {
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/",
        body: .form([DraftField("q", "a,b%20c", mark: .encoded), DraftField("r", "a,b")])))
    #expect(request.body == .text("q=a,b%20c&r=a%2Cb"))
  }

  @Test func `a secret in an encoded field is sealed and everything beside it encoded once`() throws
  {
    let request = try preparation.prepare(
      Draft(url: "https://a/", query: [DraftField("q", "a%2Cb,{{key}}", mark: .encoded)]))
    let reference = SensitiveText.Part.reference(.environment("KEY"), .percent)
    #expect(
      request.secretQuery == [HeaderField("q", SensitiveText([.plain("a,b,"), reference]))])
  }
}
