import Testing

@testable import ClientYAML

/// Edits of YAML that a person laid out in an own way.
@Suite struct YAMLEditTests {
  private func edited(
    _ text: String, _ change: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws -> String {
    var edit = try YAMLEdit(text, file: "a.yaml")
    try change(&edit)
    return edit.text
  }

  private func set(_ text: String, _ path: [YAMLStep], _ value: YAMLValue) throws -> String {
    try edited(text) { edit throws(YAMLProblem) in try edit.set(path, to: value) }
  }

  private func removing(_ text: String, _ path: [YAMLStep]) throws -> String {
    try edited(text) { edit throws(YAMLProblem) in try edit.remove(path) }
  }

  @Test func `a value changes in its quotes, before its comment`() throws {
    #expect(
      try set("a: 'x'   # why\nb: 1\n", [.key("a")], .text("it's")) == "a: 'it''s'   # why\nb: 1\n")
    #expect(try set("a: \"x\" # why\n", [.key("a")], .text("y")) == "a: \"y\" # why\n")
    #expect(try set("a: x # why\n", [.key("a")], .text("- y")) == "a: \"- y\" # why\n")
    #expect(try set("{a: x, b: y}\n", [.key("a")], .text("1, 2")) == "{a: \"1, 2\", b: y}\n")
  }

  @Test func `a number without quotes stays a number`() throws {
    #expect(try set("id: 1\n", [.key("id")], .text("2")) == "id: 2\n")
    #expect(try set("id: 1\n", [.key("id")], .text("x")) == "id: x\n")
    #expect(try set("id: one\n", [.key("id")], .text("2")) == "id: \"2\"\n")
  }

  @Test func `lines of a block change where they stand`() throws {
    let text = "a: |2-  # why\n    x\n\n# end\nb: 1\n"
    #expect(
      try set(text, [.key("a")], .text("x\ny")) == "a: |-  # why\n    x\n    y\n\n# end\nb: 1\n")
    #expect(try set(text, [.key("a")], .text("z")) == "a: z  # why\n\n# end\nb: 1\n")
    #expect(try set("a: x # why\n", [.key("a")], .text("x\ny\n")) == "a: | # why\n  x\n  y\n")
  }

  @Test func `braces over several lines retain their lines and comments`() throws {
    let text = "h: {\n  a: 1, # first\n  b: 2  # second\n}\n"
    #expect(
      try set(text, [.key("h"), .key("c")], .integer(3))
        == "h: {\n  a: 1, # first\n  b: 2,  # second\n  c: 3\n}\n")
    #expect(try removing(text, [.key("h"), .key("a")]) == "h: {\n  b: 2  # second\n}\n")
    #expect(try removing(text, [.key("h"), .key("b")]) == "h: {\n  a: 1, # first\n}\n")
    #expect(try removing("{ a: 1, b: 2 }\n", [.key("b")]) == "{ a: 1 }\n")
    #expect(try set("[a, b]\n", [.item(9)], .text("c")) == "[a, b, c]\n")
    #expect(try set("{a: , b}\n", [.key("b")], .text("x")) == "{a: , b: x}\n")
  }

  @Test func `an empty mapping receives lines, and the last entry leaves an empty one`() throws {
    #expect(
      try set("e: {}  # none\nz: 1\n", [.key("e"), .key("a")], .text("x"))
        == "e:  # none\n  a: x\nz: 1\n")
    #expect(
      try removing("e:\n  # the one\n  a: x\nz: 1\n", [.key("e"), .key("a")])
        == "e: {}\n  # the one\nz: 1\n")
    #expect(try removing("- a: 1\n- 2\n", [.item(0), .key("a")]) == "- {}\n- 2\n")
  }

  @Test func `an anchor moves to the first alias when its value changes`() throws {
    let text = "base: &b one  # base\nleft: *b\nright: *b\n"
    #expect(
      try set(text, [.key("base")], .text("two"))
        == "base: two  # base\nleft: &b one\nright: *b\n")
    #expect(try removing(text, [.key("base")]) == "left: &b one\nright: *b\n")
    #expect(
      try set(text, [.key("left")], .text("own"))
        == "base: &b one  # base\nleft: own\nright: *b\n")
    #expect(
      try set("a: &x {k: 1}\nb: *x\n# end\n", [.key("b"), .key("k")], .integer(2))
        == "a: &x {k: 1}\nb:\n  k: 2\n# end\n")
    #expect(try set("a: &x 1\n", [.key("a")], .text("z")) == "a: &x z\n")
  }

  @Test func `a tag goes with the value that it names`() throws {
    #expect(try set("a: !!str 12\nb: 1\n", [.key("a")], .text("x")) == "a: x\nb: 1\n")
    #expect(try set("a: !!int &n 12\nb: 1\n", [.key("a")], .text("x")) == "a: &n x\nb: 1\n")
  }

  @Test func `line ends, a missing last one and the indentation stay`() throws {
    #expect(
      try set("a:\r\n    b: 1\r\n", [.key("c")], .mapping([.init("d", .integer(1))]))
        == "a:\r\n    b: 1\r\nc:\r\n    d: 1\r\n")
    #expect(try set("a: 1", [.key("b")], .integer(2)) == "a: 1\nb: 2")
    #expect(try set("a:\n- x\nb: 1\n", [.key("b")], .list([.text("z")])) == "a:\n- x\nb:\n- z\n")
    #expect(try set("# only this", [.key("a")], .integer(1)) == "# only this\na: 1\n")
    #expect(try set("\u{FEFF}a: 1\n", [.key("a")], .integer(2)) == "\u{FEFF}a: 2\n")
    #expect(try set("---\na: 1\n...\n", [.key("b")], .integer(2)) == "---\na: 1\nb: 2\n...\n")
  }

  @Test func `a key with a question mark is changed with the mapping around it alone`() throws {
    let text = "# head\nx:\n  ? a\n  : 1\n# tail\ny: 2\n"
    let after = try removing(text, [.key("x"), .key("a")])
    #expect(after == "# head\nx: {}\n# tail\ny: 2\n")
    #expect(try set(text, [.key("x"), .key("b")], .integer(1)).hasPrefix("# head\nx:\n"))
    #expect(try set(text, [.key("x"), .key("b")], .integer(1)).hasSuffix("# tail\ny: 2\n"))
  }

  @Test func `the difference of two values is written, in the words of the file`() throws {
    let text = """
      # Ask Ada.
      url: http://a/one   # staging
      headers: {X-A: one, X-B: two}   # needed

      assert: [status 200]
      """
    func value(_ url: String, _ header: String, _ more: [YAMLValue.Field]) -> YAMLValue {
      .mapping(
        [
          .init("method", .text("GET")), .init("url", .text(url)),
          .init("headers", .mapping([.init(header, .text("one")), .init("X-B", .text("two"))])),
        ] + more)
    }
    let checks = YAMLValue.list([.text("status 200")])
    let after = try edited(text) { edit throws(YAMLProblem) in
      try edit.change(
        from: value("http://a/one", "X-A", [.init("assert", checks)]),
        to: value(
          "http://a/two", "X-C", [.init("filter", .text(".a")), .init("assert", checks)]))
    }
    #expect(
      after == """
        # Ask Ada.
        url: http://a/two   # staging
        headers: {X-C: one, X-B: two}   # needed
        filter: ".a"

        assert: [status 200]
        """)
  }

  @Test func `items between equal ones change alone`() throws {
    let text = "- a  # 1\n- b  # 2\n- c  # 3\n"
    func list(_ items: String...) -> YAMLValue { .list(items.map { .text($0) }) }
    func change(_ new: YAMLValue) throws -> String {
      try edited(text) { edit throws(YAMLProblem) in
        try edit.change(from: list("a", "b", "c"), to: new)
      }
    }
    #expect(try change(list("a", "c")) == "- a  # 1\n- c  # 3\n")
    #expect(try change(list("a", "x", "c")) == "- a  # 1\n- x  # 2\n- c  # 3\n")
    #expect(try change(list("a", "b", "x", "c")) == "- a  # 1\n- b  # 2\n- x\n- c  # 3\n")
    #expect(try change(list("c", "b", "a")).hasSuffix("\n"))
  }

  @Test func `a copy is written as the original`() throws {
    let text = "e:\n    dev:\n        a: 1  # one\n\n        b: 2\n    # end\n"
    let after = try edited(text) { edit throws(YAMLProblem) in
      try edit.copy([.key("e"), .key("dev")], as: "live")
    }
    #expect(
      after
        == "e:\n    dev:\n        a: 1  # one\n\n        b: 2\n    live:\n        a: 1  # one\n\n        b: 2\n    # end\n"
    )
  }
}
