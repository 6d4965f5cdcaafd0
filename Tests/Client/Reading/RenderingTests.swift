import ClientDocuments
import ClientModel
import ClientReading
import ReadingValues
import Testing

/// Renders a body and gives its rows as plain lines.
func lines(_ plan: ViewPlan, _ text: String, root: String = "") -> [String] {
  switch Rendering(plan, of: ByteSource(text: text), root: root) {
  case .refused(let words): ["refused: \(words)"]
  case .view(let view): view.rows.map(\.plain)
  }
}

extension RenderedView.Row {
  /// Indent, text and fields of a row.
  var plain: String {
    switch self {
    case .blank: ""
    case .titles: "<titles>"
    case .prose(let indent, _): String(repeating: "  ", count: indent) + text
    case .cells(let cells): cells.map(\.text).joined(separator: "|")
    }
  }
}

struct RenderingTests {
  static let other = "expects; see Tree."

  @Test(arguments: ViewName.allCases)
  func `an odd shape is reported, and points at the tree`(name: ViewName) {
    let odd = [
      "{}", "[]", "null", "7", "\"text\"", "{\"error\": 5011, \"reason\": \"no\"}",
      "{\"results\": {\"en\": \"English\"}}", "{\"results\": [1, null, \"x\"]}",
      "{\"text_block\": [[]], \"entities\": [1], \"positive\": {}}",
      "{\"sentiment_analysis\": [{}]}", "{\"result\": {\"frequency\": \"often\"}}",
    ]
    for text in odd {
      let lines = lines(.named(name), text)
      #expect(
        lines == [
          "refused: This response does not have the shape that the view `\(name.rawValue)` \(Self.other)"
        ],
        "\(text)")
    }
  }

  @Test(arguments: ViewName.allCases.map(ViewPlan.named) + [.sentiment, .ocr, .entities])
  func `what is not JSON has no view`(plan: ViewPlan) {
    for text in ["", "<html>", "{\"entities\": [", "{\"results\": [{\"word\": \"a\"}]} x"] {
      #expect(lines(plan, text).first?.contains("not valid JSON") == true, "\(text)")
    }
  }

  @Test(arguments: ViewName.allCases.map(ViewPlan.named) + [.sentiment, .ocr, .entities])
  func `H36 members of a wrong kind are passed over`(plan: ViewPlan) {
    let wrong = ["null", "7", "[]", "{}", "\"x\"", "[[]]", "[null, {}]", "true", "-1e999"]
    for value in wrong {
      let text = """
        {"positive": [{"score": \(value), "topic": \(value), "documentIndex": \(value)}],
         "negative": [], "aggregate": {"sentiment": "positive", "score": \(value)},
         "text_block": [{"text": \(value), "left": \(value), "top": \(value)}],
         "entities": [{"type": \(value), "normalized_text": \(value), "score": \(value),
           "count": \(value), "additional_information": \(value)}],
         "metadata": {"total": \(value)},
         "results": [{"id": "a", "word": "a", "matchString": \(value), "frequency": 3, "lemma": \(value),
           "pronunciations": \(value), "lexicalEntries": [{"lexicalCategory": \(value),
             "entries": [{"senses": \(value), "etymologies": \(value)},
               {"senses": [{"definitions": \(value), "examples": \(value), "synonyms": \(value),
                 "subsenses": \(value)}]}], "sentences": \(value)}]}]}
        """
      #expect(lines(plan, text).first?.hasPrefix("refused") == false, "\(value)")
    }
  }

  @Test func `a pointer names the part that is rendered`() {
    let text = #"{"actions": [{"result": {"text_block": [{"text": "Deep"}]}}]}"#
    #expect(lines(.ocr, text, root: "/actions/0/result") == ["1  no position", "  Deep"])
    #expect(lines(.ocr, text, root: "/actions/1/result").first?.hasSuffix("see Tree.") == true)
    #expect(lines(.ocr, text, root: "no pointer").first?.hasSuffix("see Tree.") == true)
  }

  @Test func `large bodies are left to the tree`() {
    let text = "{\"text_block\": [{\"text\": \"\(String(repeating: "a", count: 1 << 20))\"}]}"
    #expect(
      lines(.ocr, text) == [
        "refused: The body is larger than 1 MiB, so it is not rendered; see Tree."
      ])
    let many = "[" + Array(repeating: "0", count: 210_000).joined(separator: ",") + "]"
    #expect(
      lines(.ocr, many) == [
        "refused: Bodies of more than 200000 values are not rendered; see Tree."
      ])
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(lines(.ocr, "{\"text_block\": [{\"text\": \(deep)}]}").count == 1)
  }

  @Test func `rows and texts have an end`() {
    let words = (0..<6000).map { "{\"word\": \"w\($0)\"}" }.joined(separator: ",")
    let rows = lines(.named(.wordlist), "{\"results\": [\(words)]}")
    #expect(rows.count == 5001)
    #expect(rows.last == "At most 5000 rows are shown here; the Tree tab has the rest.")
    let long = String(repeating: "é", count: 5000)
    let row = lines(.ocr, "{\"text_block\": [{\"text\": \"\(long)\"}]}")[1]
    #expect(row == "  " + String(repeating: "é", count: 2000) + "…")
  }
}
