import Testing

@testable import Manual

@Suite struct ManualDocumentTests {
  private let document = ManualDocument(
    """
    # Cache

    The cache stores responses. It is
    for `GET`.

    ## Modes
    | mode | meaning |
    | --- | --- |
    | `a\\|b` | one of **two** |

    - first
      goes on
    - see [queue](queue.md)
    2. numbered
    ```yaml weir.yaml
    a: 1

    b: "|"
    ```
    <!-- generated: keys -->
    """)

  @Test func `a title, a summary and the blocks are read in their order`() {
    #expect(document.title == "Cache")
    #expect(document.summary == "The cache stores responses.")
    #expect(document.blocks.count == 8)
  }

  @Test func `a paragraph and an item go on in the next line`() {
    #expect(
      document.blocks[1]
        == .paragraph(ManualText(marked: "The cache stores responses. It is for `GET`.")))
    #expect(document.blocks[4] == .item(mark: "-", ManualText(marked: "first goes on")))
    #expect(document.blocks[6] == .item(mark: "2.", ManualText(marked: "numbered")))
  }

  @Test func `a bar is part of a cell when it is escaped`() {
    guard case .table(let rows) = document.blocks[3] else {
      Issue.record("not a table")
      return
    }
    #expect(rows.map { $0.map(\.plain) } == [["mode", "meaning"], ["a|b", "one of two"]])
  }

  @Test func `a block of code has its kind, its file and its lines as they are`() {
    #expect(
      document.codeBlocks == [
        ManualDocument.CodeBlock(
          kind: "yaml", file: "weir.yaml", lines: ["a: 1", "", "b: \"|\""], place: 15)
      ])
  }

  @Test func `marks within a line become styles, a mark without its end is text`() {
    #expect(
      ManualText(marked: "a `b` **c** [d](e.md) `f").spans == [
        .init(text: "a ", style: .plain), .init(text: "b", style: .code),
        .init(text: " ", style: .plain), .init(text: "c", style: .strong),
        .init(text: " ", style: .plain), .init(text: "d", style: .link("e")),
        .init(text: " `f", style: .plain),
      ])
  }

  @Test(arguments: 0..<200) func `any text is read to its end`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "# ", "|", "```", "\n", "`", "**", "[", "](", ")", "a", "- ", "1. ", "\\", "<!--", "ü",
    ]
    let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let page = ManualPage(ManualDocument(text), width: 40)
    #expect(page.lines.count < 400)
  }

  @Test func `the summary of each topic is found before its first section`() {
    for topic in ManualTopic.all {
      #expect(!topic.summary.isEmpty && topic.summary == topic.document.summary, "\(topic.name)")
    }
  }
}

/// The same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
