import ClientModel
import ClientPipeline
import Testing

@testable import weir

/// How the words of `send` and `queue add` become a request.
struct DraftArgumentsTests {
  private func draft(
    _ words: [String], input: [UInt8] = [], _ change: (inout RequestArguments) -> Void = { _ in }
  ) throws -> Draft {
    var options = RequestArguments(arguments: words)
    change(&options)
    return try DraftArguments(options, reader: FileReader { _ in .success(input) }).draft()
  }

  private func problem(
    _ words: [String], _ change: (inout RequestArguments) -> Void = { _ in }
  ) -> UsageProblem? {
    do {
      _ = try draft(words, change)
      return nil
    } catch {
      return error as? UsageProblem
    }
  }

  @Test func `a first word of capitals is the method when another word follows`() throws {
    #expect(try draft(["https://a.example"]).method == "GET")
    #expect(try draft(["PURGE", "https://a.example"]).method == "PURGE")
    #expect(try draft(["HOST"]).url.hasSuffix("HOST"))
    #expect(try draft(["https://a.example", "a=1"]).method == "POST")
  }

  @Test func `a common method may be written in small letters, as HTTPie takes it`() throws {
    let draft = try draft(["delete", "https://a.example", "a=1"])
    #expect(draft.method == "DELETE")
    #expect(draft.url == "https://a.example")
    #expect(try self.draft(["query", "q==1"]).url.hasSuffix("query"))
    #expect(try self.draft(["get"]).url.hasSuffix("get"))
    #expect(try self.draft(["purge", "a=1"]).url.hasSuffix("purge"))
  }

  @Test func `without words nothing can be sent`() {
    #expect(problem([])?.what == "There is nothing to send.")
  }

  @Test func `a body makes a GET a POST, unless the method is given`() throws {
    #expect(try draft(["https://a.example"]) { $0.body = "x.json" }.method == "POST")
    let put = try draft(["PUT", "https://a.example"]) { $0.body = "x.json" }
    #expect(put.method == "PUT" && put.body == .file(path: "x.json", mediaType: nil))
  }

  @Test func `a body from standard input is read now`() throws {
    let read = try draft(["https://a.example"], input: [1, 2]) { $0.body = "-" }
    #expect(read.body == .bytes([1, 2], mediaType: nil))
  }

  @Test func `fields and a body are one too many`() {
    #expect(
      problem(["https://a.example", "a=1"]) { $0.body = "x" }?.what == "The request has two bodies."
    )
  }

  @Test func `the user's name may stand without a password`() throws {
    let ann = try draft(["https://a.example"]) { $0.user = "ann" }
    #expect(ann.authorization == .basic(user: "ann", password: ""))
    let reference = try draft(["https://a.example"]) { $0.user = "ann:env:PASS:X" }
    #expect(reference.authorization == .basic(user: "ann", password: "env:PASS:X"))
  }

  @Test func `credentials are a kind and a reference`() throws {
    let bearer = try draft(["https://a.example"]) { $0.auth = "bearer:env:TOKEN" }
    #expect(bearer.authorization?.scheme.name == "bearer")
    for text in ["bearer", "bearer:clear", "nonsense:env:A", "basic:env:A"] {
      #expect(
        problem(["https://a.example"]) { $0.auth = text }?.what
          == "The value of --auth is not valid.")
    }
  }
}
