import ClientModel
import ClientPipeline
import Testing

struct RequestItemsTests {
  let files = FileReader { path in
    path == "missing"
      ? .failure(FileRefusal(why: "It is not there.", whatToDo: "Choose another."))
      : .success(Array((path == "j" ? "{\"x\": 1}\n" : "text\n").utf8))
  }

  private func draft(_ items: String..., body: RequestItems.BodyKind = .json) throws -> Draft {
    try RequestItems.draft(method: nil, url: "u", items: items, body: body, files: files)
  }

  @Test func `each separator has its meaning`() throws {
    let made = try draft(
      "H:v", "Gone:", "Empty;", "F:@f", "q==v", "p==@f", "k=v", "t=@f", "n:=1", "o:=@j", "a\\:b=c")
    #expect(
      made.headers == [DraftField("H", "v"), DraftField("Empty", ""), DraftField("F", "text")])
    #expect(made.removedHeaders == ["Gone"])
    #expect(made.query == [DraftField("q", "v"), DraftField("p", "text", mark: .literal)])
    #expect(made.body == .json(#"{"k": "v", "t": "text\n", "n": 1, "o": {"x": 1}, "a:b": "c"}"#))
    #expect(made.method == "POST")
  }

  @Test func `without data it is a GET`() throws {
    #expect(try draft("a==1", "H:x").method == "GET")
  }

  @Test(arguments: [
    (["a[b]=c", "a[d][]=1", "a[d][]=2"], #"{"a": {"b": "c", "d": ["1", "2"]}}"#),
    (["[]=x", "[]:=2"], #"["x", 2]"#), (["a[2]=x"], #"{"a": [null, null, "x"]}"#),
    (["a\\[b\\]=c"], #"{"a[b]": "c"}"#), (["a[b][c]:=true"], #"{"a": {"b": {"c": true}}}"#),
    (["x=é\"\n"], "{\"x\": \"é\\\"\\n\"}"), (["n:={{n}}"], #"{"n": {{n}}}"#),
  ]) func `nested keys build JSON`(items: [String], expected: String) throws {
    #expect(
      try RequestItems.draft(method: nil, url: "u", items: items, files: files).body
        == .json(expected))
  }

  @Test func `forms preserve repeats and files make them multipart`() throws {
    #expect(
      try draft("a=1", "a=2", body: .form).body
        == .form([DraftField("a", "1"), DraftField("a", "2")]))
    #expect(
      try draft("a=1", "f@x.bin;type=image/png", body: .form).body
        == .multipart([
          DraftPart(name: "a", value: "1"),
          DraftPart(name: "f", path: "x.bin", mediaType: "image/png"),
        ]))
  }

  @Test func `every wrong item is named`() {
    do {
      _ = try draft(
        "nothing", "=x", "a:={", "b=@missing", "f@x", "c[=1", "d=1", "d[e]=2", "big[99999999]=1")
      Issue.record("accepted")
    } catch let error as RequestItemProblems {
      #expect(
        error.problems.map(\.item) == [
          "nothing", "=x", "a:={", "b=@missing", "f@x", "c[=1", "d[e]=2", "big[99999999]=1",
        ])
      #expect(error.problems.allSatisfy { !$0.whatToDo.isEmpty })
    } catch { Issue.record(error) }
  }
}
