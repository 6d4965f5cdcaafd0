import ClientDocuments
import ClientModel
import ClientReading
import ReadingValues
import Testing

extension ViewPlan {
  /// As the catalog of Haven OnDemand has them.
  static let sentiment = ViewPlan.parts([
    ViewPart(.tree, "/aggregate", title: "Overall"),
    ViewPart(.table, "/positive", title: "Positive", fields: findings),
    ViewPart(.table, "/negative", title: "Negative", fields: findings),
    ViewPart(.table, "/sentiment_analysis/*/positive", title: "Positive", fields: findings),
  ])
  private static let findings = ["sentiment", "score", "topic", "original_text", "original_length"]
  static let ocr = ViewPlan.parts([ViewPart(.boxes, "/text_block", label: "text")])
  static let entities = ViewPlan.parts([
    ViewPart(.tree, "/entities", label: "normalized_text", group: "type")
  ])
}

/// The five forms that fit any response, chosen in catalogs.
struct PartViewTests {
  private func lines(_ part: ViewPart, _ text: String) -> [String] {
    ClientReadingTests.lines(.parts([part]), text)
  }

  @Test func `H34 a table has the digits and the length of each passage as they were written`() {
    let text = """
      {"positive": [{"sentiment": "love", "topic": "tea", "score": 0.7176687736973063,
         "original_text": "love tea", "original_length": 8, "normalized_text": "x"}],
       "negative": [{"sentiment": "hate", "topic": null, "score": -0.50, "original_text": "hate"}],
       "aggregate": {"sentiment": "negative", "score": -0.260770}}
      """
    #expect(
      ClientReadingTests.lines(.sentiment, text) == [
        "Overall", "sentiment  negative", "score  -0.260770", "", "Positive", "<titles>",
        "love|0.7176687736973063|tea|love tea|8", "", "Negative", "<titles>", "hate|-0.50||hate|",
      ])
    // Several texts are shown text by text.
    #expect(
      ClientReadingTests.lines(
        .sentiment,
        #"{"sentiment_analysis": [{"positive": [{"score": 1}]}, {"positive": []}]}"#) == [
          "Positive 1", "<titles>", "1", "", "Positive 2", "None.",
        ])
  }

  @Test func `a table without fields has those of all its elements, and a plain one has values`() {
    #expect(
      lines(
        ViewPart(.table, "/a"), #"{"a": [{"x": 1, "y": [1, "b"]}, {"z": true, "x": {"k": null}}]}"#)
        == ["<titles>", "1|1, b|", "k ||true"])
    #expect(lines(ViewPart(.table, ""), "[1, \"two\", null]") == ["<titles>", "1", "two", ""])
    #expect(
      lines(
        ViewPart(.table, "", fields: ["id", "at/name"]), #"[{"id": "n", "at": {"name": "N"}}]"#)
        == ["<titles>", "n|N"])
    #expect(lines(ViewPart(.table, ""), "[]") == ["None."])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a table has 24 columns at most, however many members its elements have`() throws {
    let elements = (0..<20_000).map { #"{"k\#($0)": 1}"# }.joined(separator: ",")
    let rendering = Rendering(
      .parts([ViewPart(.table, "/a"), ViewPart(.table, "/a")]),
      of: ByteSource(text: "{\"a\": [\(elements)]}"), root: "")
    guard case .view(let view) = rendering else {
      Issue.record("\(rendering)")
      return
    }
    #expect(view.columns.map(\.title) == (0..<24).map { "k\($0)" })
  }

  @Test func `names with slashes and without letters are names`() {
    let text = #"{"": {"": null}, "a/b": 1, "a": {"b": 2}, "/": 3}"#
    #expect(lines(ViewPart(.tree, ""), text) == ["", "a/b  1", "a", "  b  2", "/  3"])
    #expect(lines(ViewPart(.table, "", fields: ["a/b", "/"]), text) == ["<titles>", "1|3"])
  }

  @Test func `columns of numbers are numbers, and a single table can be sorted`() throws {
    let text = #"[{"a": 2, "b": "x"}, {"a": 10.50, "b": "y"}]"#
    let rendering = Rendering(
      .parts([ViewPart(.table, "")]), of: ByteSource(text: text), root: "")
    guard case .view(let view) = rendering else {
      Issue.record("\(rendering)")
      return
    }
    #expect(view.columns.map(\.kind) == [.number, .text] && view.operations == .sortable)
    #expect(view.columns[0].widest == "10.50")
  }

  @Test func `bars show a number as a part of the largest`() throws {
    let part = ViewPart(.bars, "/c", fields: ["w"], label: "w", amount: "n")
    let text = #"{"c": [{"w": "a", "n": 3}, {"w": "b", "n": 12}, {"w": "c"}]}"#
    let rendering = Rendering(.parts([part]), of: ByteSource(text: text), root: "")
    guard case .view(let view) = rendering else {
      Issue.record("\(rendering)")
      return
    }
    #expect(view.columns.map(\.kind) == [.text, .bar])
    let bars = view.rows.compactMap { row -> Double? in
      if case .cells(let cells) = row { cells.last?.amount } else { nil }
    }
    #expect(bars == [0.25, 1, 0])
  }

  @Test func `H34 texts of a picture stand in reading order with their boxes`() {
    let text = """
      {"text_block": [
        {"text": "right", "left": 200, "top": 12, "width": 90, "height": 20},
        {"text": "below\\nand on", "left": 5, "top": 60, "width": 0, "height": 0},
        {"text": "left", "left": 10.50, "top": 14, "width": 90, "height": 20, "confidence": 0.90},
        {"text": "nowhere"}]}
      """
    #expect(
      ClientReadingTests.lines(.ocr, text) == [
        "1  left 10.50, top 14, width 90, height 20", "  left", "  confidence  0.90", "",
        "2  left 200, top 12, width 90, height 20", "  right", "",
        "3  left 5, top 60, width 0, height 0", "  below", "  and on", "",
        "4  no position", "  nowhere",
      ])
    #expect(ClientReadingTests.lines(.ocr, "{\"text_block\": []}") == ["None."])
    #expect(
      lines(
        ViewPart(.boxes, "/object", label: "name"),
        #"{"object": [{"name": "logo", "corners": [{"x": 1, "y": 2}, {"x": 9, "y": 4}]}]}"#)
        == ["1  corners 1,2 9,4", "  logo"])
  }

  /// The 13 members of `additional_information` that the source document of HODClient has.
  private static let additional = [
    #""person_profession": ["writer", "engineer"]"#, #""person_date_of_birth": "1815-12-10""#,
    #""wikidata_id": 7259"#, #""wikipedia_eng": "https://wiki.example/ada""#,
    #""image": "https://wiki.example/ada.jpg""#, #""person_date_of_death": "1852-11-27""#,
    #""lon": -0.10"#, #""lat": 51.50"#, #""place_population": 8900000"#,
    #""place_country_code": "GB""#, #""place_region1": "Greater London""#,
    #""place_region2": "London""#, #""place_elevation": 11.0"#,
  ]

  @Test func `H34 entities stand by their type, with all that is known of them`() {
    let text = """
      {"entities": [
        {"normalized_text": "ada lovelace", "original_text": "Ada Lovelace", "type": "people_eng",
         "normalized_length": 12, "original_length": 12, "score": 0.50,
         "additional_information": {\(Self.additional.joined(separator: ", "))},
         "components": [{"original_length": 3, "original_text": "Ada", "type": "first"}]},
        {"normalized_text": "london", "type": "places_eng"}, {"original_text": "x"}]}
      """
    #expect(
      ClientReadingTests.lines(.entities, text) == [
        "people_eng  1", "  ada lovelace", "    original_text  Ada Lovelace",
        "    normalized_length  12", "    original_length  12", "    score  0.50",
        "    additional_information", "      person_profession  writer, engineer",
        "      person_date_of_birth  1815-12-10", "      wikidata_id  7259",
        "      wikipedia_eng  https://wiki.example/ada",
        "      image  https://wiki.example/ada.jpg",
        "      person_date_of_death  1852-11-27", "      lon  -0.10", "      lat  51.50",
        "      place_population  8900000", "      place_country_code  GB",
        "      place_region1  Greater London", "      place_region2  London",
        "      place_elevation  11.0", "    components  1", "      1", "        original_length  3",
        "        original_text  Ada", "        type  first", "", "places_eng  1", "  london", "",
        "without type  1", "  1", "    original_text  x",
      ])
  }

  @Test func `a list has a line for each element, or for each line of a text`() {
    #expect(lines(ViewPart(.list, "/w"), #"{"w": ["a", 2.0, true]}"#) == ["a", "2.0", "true"])
    #expect(lines(ViewPart(.list, "/w"), #"{"w": "one\ntwo"}"#) == ["one", "two"])
    #expect(
      lines(ViewPart(.list, "", label: "n"), #"[{"n": "a"}, {"n": [1, 2]}]"#) == ["a", "1, 2"])
  }

  @Test func `a part that a response does not have is left out, and none of them is reported`() {
    let plan = ViewPlan.parts([ViewPart(.table, "/a"), ViewPart(.list, "/b")])
    #expect(ClientReadingTests.lines(plan, #"{"b": ["x"], "a": null}"#) == ["x"])
    for text in ["{}", "[]", "7", #"{"a": 1, "b": {}}"#, #"{"error": 5011}"#] {
      #expect(
        ClientReadingTests.lines(plan, text) == [
          "refused: This response has none of the parts that its view shows; see Tree."
        ], "\(text)")
    }
  }
}
