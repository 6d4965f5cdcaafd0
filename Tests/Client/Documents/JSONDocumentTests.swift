import ClientDocuments
import Testing

@Suite struct JSONDocumentTests {
  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a root shows its children with keys and previews`() throws {
    let document = try JSONDocument(text: #" {"a": 1, "b\"": [true, null], "c": "x,]"} "#)
    let root = try #require(try document.root())
    let children = try document.children(of: root, in: 0..<10)
    #expect(children.map { text($0.key) } == ["a", #"b\""#, "c"])
    #expect(children.map { text($0.preview) } == ["1", "[true, null]", #""x,]""#])
    #expect(children.map(\.node.kind) == [.number, .array, .string])
    #expect(try document.childCount(of: root) == .exactly(3))
    #expect(children[1].childCount == .exactly(2))
  }

  @Test func `an empty container has no children`() throws {
    for text in ["[]", "{}", "[ \n ]", "{\t}"] {
      let document = try JSONDocument(text: text)
      let root = try #require(try document.root())
      #expect(try document.childCount(of: root) == .exactly(0))
      #expect(try document.children(of: root, in: 0..<2).isEmpty)
    }
  }

  @Test func `any child of a long array is found by its place`() throws {
    let document = try JSONDocument(
      text: "[" + (0..<30_000).map { "{\"id\": \($0), \"tags\": [1, 2]}" }.joined(separator: ",")
        + "]")
    let root = try #require(try document.root())
    #expect(try document.childCount(of: root) == .exactly(30_000))
    for place in [0, 1, 7, 511, 9_999, 20_000, 29_998, 29_999] {
      let found = try #require(try document.children(of: root, in: place..<place + 1).first)
      #expect(text(found.preview) == "{\"id\": \(place), \"tags\": [1, 2]}")
    }
    #expect(try document.children(of: root, in: 30_000..<30_001).isEmpty)
  }

  @Test func `JSON Lines have a root in each line that is not blank`() throws {
    let document = try JSONDocument(text: "\n{\"a\":1}\n\n[2,\n3]\n  \n4\n", form: .lines)
    let roots = try document.children(of: document.document, in: 0..<9)
    #expect(roots.map { text($0.preview) } == [#"{"a":1}"#, "[2,\n3]", "4"])
  }

  @Test func `a body that is still arriving counts what it has`() throws {
    var source = ByteSource(text: "[" + String(repeating: "1,", count: 40))
    var document = JSONDocument()
    try document.extend(to: source, .growing)
    let root = try #require(try document.root())
    #expect(try document.childCount(of: root) == .atLeast(32))
    source.append("2]".utf8)
    try document.extend(to: source, .ended)
    #expect(try document.childCount(of: root) == .exactly(41))
  }
}

extension JSONDocumentTests {
  @Test func `each line of many short ones is found by where it stands`() throws {
    let text = (0..<500).map { "\($0)\n" }.joined()
    let document = try JSONDocument(text: text, form: .lines)
    for (place, child) in try document.children(of: document.document, in: 0..<500).enumerated() {
      #expect(try document.path(of: child.node) == [.place(place)])
    }
  }
}
