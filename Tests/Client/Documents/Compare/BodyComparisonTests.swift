import Testing

@testable import ClientDocuments

struct BodyComparisonTests {
  /// A line for each row: sign, indent, label, left and right.
  private func lines(_ left: String, _ right: String, ignoring: [String] = []) -> [String] {
    let comparison = BodyComparison(
      Array(left.utf8), Array(right.utf8), ignoring: ignoring.compactMap { IgnoredPath($0) })
    return comparison.rows.map { row in
      let label =
        switch row.label {
        case .body: "."
        case .key(let key): key
        case .place(let place): "[\(place)]"
        }
      func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      }
      let indent = String(repeating: "  ", count: row.depth)
      switch row.kind {
      case .equal(let count): return "\(indent)= \(count)"
      case .holds: return "\(indent)  \(label)"
      case .changed: return "\(indent)~ \(label) \(text(row.left)) > \(text(row.right))"
      case .added: return "\(indent)+ \(label) \(text(row.right))"
      case .removed: return "\(indent)- \(label) \(text(row.left))"
      case .moved(let from, let to): return "\(indent)^ \(from) > \(to)"
      }
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,null]}"#, #"{ "b" : [ true , null ], "a" : 1.0 }"#),
    (#"["caf\u00e9","\/",1e2,-0]"#, #"["café","/",100,0]"#),
    (#"{"":{"":[]}}"#, #"{"" : {"":[ ]}}"#), ("1e400", "10e399"), (#""x""#, #""x""#),
  ])
  func `what means the same is equal, however it is written`(left: String, right: String) {
    #expect(lines(left, right) == ["= 1"])
  }

  @Test(arguments: [
    ("1", "2"), ("1", #""1""#), ("null", "false"), ("[]", "{}"), ("[1,2]", "[2,1]"),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":"b"}"#, #"{"b":"a"}"#), ("[[]]", "[[],[]]"),
  ])
  func `what means something else differs`(left: String, right: String) {
    #expect(BodyComparison(Array(left.utf8), Array(right.utf8)).differences > 0)
  }

  @Test func `members are compared by their keys, and what is equal is counted`() {
    #expect(
      lines(
        #"{"a":1,"b":{"x":1,"y":2,"z":3},"gone":[1],"c":3}"#,
        #"{"a":1,"b":{"x":1,"y":5,"z":3},"c":3,"new":{"n":1}}"#)
        == [
          "  .", "  = 1", "    b", "    = 1", "    ~ y 2 > 5", "    = 1", "  = 1",
          #"  + new {"n":1}"#, "  - gone [1]",
        ])
  }

  @Test func `elements that have names are found again where they went`() {
    #expect(
      lines(
        #"[{"id":1,"v":1},{"id":2,"v":1},{"id":3,"v":1},{"id":4}]"#,
        #"[{"id":3,"v":1},{"id":1,"v":1},{"id":2,"v":9},{"id":5}]"#)
        == [
          "  .", "  ^ 2 > 0", "  = 1", "    [2]", "    = 1", "    ~ v 1 > 9", #"  + [3] {"id":5}"#,
          #"  - [3] {"id":4}"#,
        ])
  }

  @Test func `elements without names are matched by what stays around them`() {
    #expect(
      lines(#"["a","b","c","d","e"]"#, #"["a","x","c","e","f"]"#)
        == [
          "  .", "  = 1", #"  ~ [1] "b" > "x""#, "  = 1", #"  - [3] "d""#, "  = 1", #"  + [4] "f""#,
        ])
  }

  @Test func `what is ignored does not count, in every element`() {
    let left = #"{"at":1,"items":[{"id":1,"at":5},{"id":2,"at":6}]}"#
    let right = #"{"at":2,"items":[{"id":1,"at":7},{"id":2,"at":8}]}"#
    #expect(lines(left, right).count > 5)
    #expect(lines(left, right, ignoring: [".items[].at"]) == ["  .", "  ~ at 1 > 2", "  = 1"])
    #expect(lines(left, right, ignoring: [".items[3].at", ".at"]) == ["= 1"])
    let first = BodyComparison(Array(left.utf8), Array(right.utf8)).rows.last
    #expect(first?.path?.text == ".items[].at")
  }

  @Test func `paths are read as they are written`() {
    for text in [".a", ".a.b[].c", #".["a b"].c"#, ".[]", ".[][].x", #".x["\"\\"]"#] {
      #expect(IgnoredPath(text)?.text == text)
    }
    for text in ["", ".", "a", ".a[", ".a[x]", ".a..b", #".["a]"#] {
      #expect(IgnoredPath(text) == nil, "\(text)")
    }
  }

  @Test func `a hundred thousand levels deep is not trouble`() {
    let deep = { (core: String) in
      String(repeating: "[", count: 100_000) + core + String(repeating: "]", count: 100_000)
    }
    let comparison = BodyComparison(Array(deep("1").utf8), Array(deep("2").utf8))
    #expect(comparison.differences == 1)
    #expect(comparison.rows.count == BodyComparison.mostRows)
    #expect(comparison.omitted == 100_001 - BodyComparison.mostRows)
  }
}
