import ClientDocuments
import Testing

@Suite struct ValuePathTests {
  private func value(_ path: String, in text: String) throws -> String? {
    let document = try JSONDocument(text: text)
    let path = try #require(ValuePath(path))
    let reach = try document.follow(path)
    guard reach.missing == nil, let node = reach.node else { return nil }
    return String(decoding: try document.rawText(of: node), as: UTF8.self)
  }

  @Test(arguments: [
    ".a[1].b", "$.a[1].b", "$['a'][1][\"b\"]", "/a/1/b", "#/a/1/b", ".a[-1].b", "a[1].b",
    ".[\"a\"][1].b", ".a.1.b", ".\"a\"[1].b", "  .a[1].b ", "./a/1/b", ".$.a[1].b",
  ])
  func `a path in any of the usual languages leads to its value`(path: String) throws {
    #expect(try value(path, in: #"{"a": [0, {"b": 42}]}"#) == "42")
  }

  @Test(arguments: ["", ".", "$", "$.", "/"])
  func `a path without steps is the body`(path: String) throws {
    let wanted = path == "/" ? nil : "{}"
    #expect(try value(path, in: "{}") == wanted)
  }

  @Test func `odd keys are found in each way of writing them`() throws {
    let text = #"{"a b": 1, "c/d~e": 2, "f.g": 3, "caf\u00e9": 4, "": 5, "it's": 6, "0": 7}"#
    #expect(try value(#".["a b"]"#, in: text) == "1")
    #expect(try value("/c~1d~0e", in: text) == "2")
    #expect(try value(#"$["f.g"]"#, in: text) == "3")
    #expect(try value(".café", in: text) == "4")
    #expect(try value("/", in: text) == "5")
    #expect(try value(#"$['it\'s']"#, in: text) == "6")
    #expect(try value("/0", in: text) == "7")
  }

  @Test(arguments: [".a[", ".a[x]", ".a..b", ".[\"a", "/a~2", ".a[1", "[]", ".a[1]b", ".a[]"])
  func `what is not a path to one value is refused`(text: String) {
    #expect(ValuePath(text) == nil)
  }

  @Test func `a wrong path says how far it leads`() throws {
    let document = try JSONDocument(text: #"{"a": [0, {"b": 42}]}"#)
    let reach = try document.follow(try #require(ValuePath(".a[1].c.d")))
    #expect(try reach.node.map { node in try document.jqPath(to: node) } == ".a[1]")
    #expect(reach.missing == .either("c"))
    #expect(try document.follow(try #require(ValuePath(".a[7]"))).missing == .place(7))
    #expect(try document.follow(try #require(ValuePath(".a[-3]"))).missing == .place(-3))
    #expect(try document.follow(try #require(ValuePath(".a.b"))).missing == .either("b"))
  }

  @Test func `the first step in lines is the line`() throws {
    let document = try JSONDocument(
      indexing: ByteSource(text: "{\"a\":1}\n{\"a\":2}\n"), form: .lines)
    let reach = try document.follow(try #require(ValuePath(".[1].a")))
    let node = try #require(reach.node)
    #expect(try document.rawText(of: node) == Array("2".utf8))
    #expect(try document.follow(try #require(ValuePath(".[2]"))).node == nil)
  }

  @Test(arguments: 0..<100)
  func `the path that is shown of a value leads back to it`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed % 5 == 0 ? 40_000 : 900)
    let document = try JSONDocument(indexing: ByteSource(json.bytes), grain: .fine)
    var dice = Dice(seed: seed + 7)
    var found = 0
    for _ in 0..<20 {
      let node = json.values[dice.roll(json.values.count)].node
      let pointer = try document.pointer(to: node)
      // Of equal keys the first is selected, in each way of writing it.
      var wanted: JSONNode?
      do { wanted = try document.node(at: pointer) } catch { wanted = nil }
      for text in [try document.jqPath(to: node), pointer.text] {
        let reach = try document.follow(try #require(ValuePath(text), "seed \(seed): \(text)"))
        #expect((reach.missing == nil ? reach.node : nil) == wanted, "seed \(seed): \(text)")
        found += wanted == node ? 1 : 0
      }
    }
    #expect(found > 0 || json.values.count < 20, "seed \(seed)")
  }
}
