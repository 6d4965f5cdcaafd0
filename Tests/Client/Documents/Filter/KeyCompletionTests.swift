import Testing

@testable import ClientDocuments

/// The keys that may stand where a program or a path is typed.
struct KeyCompletionTests {
  private func keys(_ typed: String, in text: String) throws -> [String]? {
    let document = try JSONDocument(text: text)
    return try KeyCompletion(typed, in: document)?.keys
  }

  @Test func `keys behind megabytes of others are found`() throws {
    let items = (0..<40_000).map { "{\"id\": \($0), \"name\": \"number \($0)\"}" }
    let text =
      "{\"data\": [\(items.joined(separator: ", "))], \"page\": {\"next\": 1, \"number\": 2}}"
    try #require(text.utf8.count > 1 << 20)
    #expect(try keys(".page.n", in: text) == [".next", ".number"])
    #expect(try keys(".data[39999].", in: text) == [".id", ".name"])
    #expect(try keys("/data/39999/n", in: text) == ["/name"])
    #expect(try keys(".page | .ne", in: text) == [".next"])
  }

  @Test func `a key in brackets is completed in brackets`() throws {
    let text = #"{"a": {"odd key": 1, "o\"dd": 2, "plain": 3}}"#
    #expect(try keys(#".a["od"#, in: text) == [#"["odd key"]"#])
    #expect(try keys(#".a["o"#, in: text) == [#"["odd key"]"#, #"["o\"dd"]"#])
    #expect(try keys(#".a["plain"]"#, in: text) == nil, "it is closed")
    #expect(try keys(".a.o", in: text) == [#"["odd key"]"#, #"["o\"dd"]"#])
  }

  @Test func `a pointer is followed and its parts are escaped`() throws {
    let text = #"{"a/b": {"c~d": [{"e": 1}]}}"#
    #expect(try keys("/", in: text) == ["/a~1b"])
    #expect(try keys("/a~1b/c", in: text) == ["/c~0d"])
    #expect(try keys("/a~1b/c~0d/0/", in: text) == ["/e"])
    #expect(try keys("/nowhere/", in: text) == [])
  }

  private static let people =
    #"[{"id": 1, "name": "Ann", "address": {"city": "Lyon", "zip": 1}, "odd key": 2}]"#

  @Test(arguments: [
    (".[]|select(.a", [".address"]), (".[] | select(.address.", [".city", ".zip"]),
    (".[] | select(.id == 1 and .n", [".name"]), ("[.[]|.n", [".name"]), ("map(.n", [".name"]),
    (".[]|{id,na", ["name"]), (".[] | {id, c: .address.ci", [".city"]), ("{", []),
    (".[] | {o", [#""odd key""#]), (".[] | {id: .i", [".id"]),
    (".[] | select(.id > 0) | .address.z", [".zip"]), ("sort_by(.id) | .[0].na", [".name"]),
    (".[] | .address | select(.city != \"(\") | .c", [".city"]),
    ("[.[] | {id}] | .", []), (".[]|sel", ["select("]), ("[.[] | .id] | ad", ["add"]),
    (".[0] | if .id then .na", [".name"]), ("map(select(.address.", [".city", ".zip"]),
  ])
  func `what is known of the place is offered there`(typed: String, offered: [String]) throws {
    #expect(try keys(typed, in: Self.people) ?? [] == offered)
  }

  @Test(arguments: ["..", "$na", "@te", "\"na", ".[] | length.", "1.na", ".a | 12"])
  func `nothing is offered where no key can stand`(typed: String) throws {
    #expect(try keys(typed, in: Self.people) ?? [] == [])
  }

  @Test func `a path may begin without its dot`() throws {
    let document = try JSONDocument(text: #"{"name": {"na": 1}, "number": 2, "n m": 3}"#)
    let completion = try KeyCompletion("n", as: .path, in: document)
    #expect(completion?.fragment == "n")
    #expect(completion?.keys == [".name", ".number", #".["n m"]"#])
    #expect(try KeyCompletion("", as: .path, in: document) == nil)
  }
}
