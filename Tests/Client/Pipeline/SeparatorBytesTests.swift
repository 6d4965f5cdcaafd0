import ClientModel
import ClientPipeline
import Testing

/// A combining mark behind a separator joins it to one `Character`; each reader of text must see it.
struct SeparatorBytesTests {
  private static let mark = "\u{301}"

  private func draft(_ items: String...) throws -> Draft {
    let files = FileReader { _ in .success(Array("text".utf8)) }
    return try RequestItems.draft(method: nil, url: "u", items: items, body: .json, files: files)
  }

  @Test func `a query item stays one, and the request a GET`() throws {
    let made = try draft("q==\(Self.mark)x", "a==\(Self.mark)")
    #expect(made.method == "GET" && made.body == .none)
    #expect(made.query == [DraftField("q", "\(Self.mark)x"), DraftField("a", Self.mark)])
  }

  @Test func `every separator of an item is seen`() throws {
    let made = try draft(
      "H:\(Self.mark)v", "n:=\"\(Self.mark)\"", "k=\(Self.mark)v", "a[\(Self.mark)b]=c")
    #expect(made.headers == [DraftField("H", "\(Self.mark)v")])
    guard case .json(let text) = made.body else {
      Issue.record("\(made.body)")
      return
    }
    for piece in [
      "\"n\": \"\(Self.mark)\"", "\"k\": \"\(Self.mark)v\"", "{\"\(Self.mark)b\": \"c\"}",
    ] {
      #expect(text.contains(bytes: piece), "\(text)")
    }
  }

  @Test func `a file item and an escaped separator are seen`() throws {
    #expect(throws: RequestItemProblems.self) { try draft("f@\(Self.mark)x") }
    #expect(try draft("t=@\(Self.mark)f").body == .json(#"{"t": "text"}"#))
    let escaped = try draft("a\\:\(Self.mark)b==c").query
    #expect(escaped == [DraftField("a:\(Self.mark)b", "c")])
  }

  @Test func `a template is seen beside marks`() {
    let pieces = Template.pieces(of: "\(Self.mark){{a}}\(Self.mark)x{{b}}")
    let texts = pieces.map { piece in
      switch piece {
      case .text(let text): String(text)
      case .name(let use): "<\(use.name)>"
      }
    }
    #expect(texts == ["\u{301}", "<a>", "\u{301}x", "<b>"])
    #expect(Template.pieces(of: "{{\(Self.mark)a}}").count == 1)
  }

  @Test func `a reference is one whatever follows its colon`() {
    #expect(SecretReference("env:\(Self.mark)X") == .environment("\(Self.mark)X"))
    #expect(SecretReference("file:\(Self.mark)") == .file(Self.mark))
  }

  @Test func `headers are split at their separators`() {
    let links = LinkHeader("</a\(Self.mark)>\(Self.mark); rel=\"next\",</b>; rel=prev")
    #expect(links.target("prev") == "/b")
    #expect(MediaType("text/\(Self.mark)html") == nil)
    #expect(MediaType("text/html;\(Self.mark) charset=x")?.essence == "text/html")
    #expect(ContentDisposition("attachment; filename=\"\(Self.mark)a\"")?.fileName == "\u{301}a")
    let cookie = CookieLine("a.example\tTRUE\t/\t\(Self.mark)FALSE\t0\tn\t\(Self.mark)v")
    #expect(cookie?.name == "n" && cookie?.value.reveal() == "\u{301}v")
  }

  @Test func `path variables and query fields are seen`() throws {
    let preparation = Preparation(files: .assumed)
    let draft = Draft(
      url: "https://a.example/\(Self.mark){id}/x?\(Self.mark)a=1&\(Self.mark)b=2",
      pathVariables: [DraftField("id", "7")])
    #expect(
      try preparation.prepare(draft).url
        == "https://a.example/%CC%817/x?%CC%81a=1&%CC%81b=2")
    #expect(RequestQuery.names(in: draft.url) == ["\u{301}a", "\u{301}b"])
  }
}
