import ClientModel
import JobFixtures
import ReadingValues
import Terminal
import Testing
import ViewModels

@testable import Panels

/// The View tab as it looks.
struct ViewScreenTests {
  static func scene(_ plan: ViewPlan, _ text: String) -> ResponseScene {
    let attempt = Attempt.fixture(1, of: 12, result: .json(text))
    var scene = ResponseScene(.fixture(12, .succeeded), .fixture(), [attempt])
    scene.run { $0.show(as: plan) }
    return scene
  }

  private static let findings = ["sentiment", "score", "topic", "original_text"]
  static let tables = ViewPlan.parts([
    ViewPart(.tree, "/aggregate", title: "Overall"),
    ViewPart(.table, "/positive", title: "Positive", fields: findings),
    ViewPart(.table, "/negative", title: "Negative", fields: findings),
  ])
  static let boxes = ViewPlan.parts([ViewPart(.boxes, "/text_block", label: "text")])
  static let labelled = ViewPlan.parts([
    ViewPart(.tree, "/entities", label: "normalized_text", group: "type")
  ])
  static let bars = ViewPlan.parts([
    ViewPart(
      .bars, "/results", fields: ["wordform", "frequency"], label: "wordform", amount: "frequency")
  ])
  static let list = ViewPlan.parts([ViewPart(.list, "/results", title: "Words", label: "word")])

  static let sentiment = """
    {"positive": [{"sentiment": "love", "topic": "the quiet of the weir in the morning", "score": 0.717,
       "original_text": "I love the quiet of the weir in the morning"}],
     "negative": [{"sentiment": "hate", "topic": "noise", "score": -0.75, "original_text": "hate the noise"}],
     "aggregate": {"sentiment": "negative", "score": -0.016}}
    """
  static let blocks = """
    {"text_block": [{"text": "Total\\n日本語 42", "left": 10, "top": 40, "width": 80, "height": 20},
      {"text": "INVOICE", "left": 10, "top": 5, "width": 120, "height": 24}]}
    """
  static let entities = """
    {"entities": [{"normalized_text": "ada lovelace", "type": "people_eng", "score": 0.9,
       "additional_information": {"person_profession": ["engineer"], "person_date_of_birth": "1815-12-10",
         "wikipedia_eng": "https://wiki.example/ada"}},
      {"normalized_text": "london", "type": "places_eng", "score": 1,
       "additional_information": {"place_country_code": "GB"}}]}
    """
  static let entry = """
    {"results": [{"word": "weir", "lexicalEntries": [{"lexicalCategory": {"id": "noun", "text": "Noun"},
      "pronunciations": [{"phoneticSpelling": "wɪə", "phoneticNotation": "IPA",
        "audioFile": "https://audio.example/weir.mp3"}],
      "entries": [{"etymologies": ["Old English wer"], "senses": [
        {"definitions": ["a low dam built across a river to raise the level of water upstream"],
         "domains": [{"id": "nautical", "text": "Nautical"}], "examples": [{"text": "the weir held"}],
         "subsenses": [{"definitions": ["an enclosure of stakes"], "synonyms": [{"text": "dam"}]}]}]}]}]}]}
    """
  static let counts = """
    {"metadata": {"total": 250}, "results": [
      {"wordform": "tea", "lemma": "tea", "lexicalCategory": "noun", "frequency": 12000,
       "normalizedFrequency": 240.5},
      {"wordform": "teas", "lemma": "tea", "lexicalCategory": "noun", "frequency": 3100,
       "normalizedFrequency": 62}]}
    """
  static let words = """
    {"results": [{"id": "tea", "word": "tea"}, {"id": "tea_bag", "word": "tea bag"},
      {"id": "oak", "word": "oak"}]}
    """

  static func sorted() -> ResponseScene {
    var scene = scene(.named(.frequency), counts)
    scene.run { $0.perform(.open) }
    scene.run { $0.perform(.toggle) }
    return scene
  }

  static func filtered() -> ResponseScene {
    var scene = scene(.named(.wordlist), words)
    scene.run { $0.body.find("tea") }
    return scene
  }

  static func other() -> ResponseScene {
    var scene = scene(boxes, "{\"error\": 5011}")
    scene.run { $0.point(tab: ResponseTab.view.rawValue) }
    return scene
  }

  static let scenes: [(String, ResponseScene)] = [
    ("view-tables", scene(tables, sentiment)), ("view-boxes", scene(boxes, blocks)),
    ("view-labelled", scene(labelled, entities)),
    ("view-dictionary", scene(.named(.dictionary), entry)),
    ("view-frequency", sorted()), ("view-wordlist", filtered()), ("view-other", other()),
    ("view-bars", scene(bars, counts)), ("view-list", scene(list, words)),
  ]

  @Test(arguments: PanelStage.sizes)
  func `views look as they were approved`(size: Size) throws {
    for (name, scene) in Self.scenes {
      try GoldenScreen.check(
        PanelStage(size).draw(scene), name)
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (5, 3), (9, 5), (12, 4), (40, 1), (24, 30), (200, 60)])
  func `views draw at any size`(width: Int, height: Int) {
    let size = Size(width: width, height: height)
    for (name, scene) in Self.scenes {
      var scene = scene
      for _ in 0..<6 {
        #expect(PanelStage(size).draw(scene).size == size, "\(name)")
        scene.run { $0.move(.down) }
      }
    }
  }

  @Test func `hostile values never reach a cell`() throws {
    let escapes = hostileText.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let text = "\"\\u001b[2J\\u009b" + escapes.joined() + "\""
    let body = """
      {"positive": [{"sentiment": \(text), "topic": \(text), "original_text": \(text), "score": \(text)}],
       "aggregate": {"sentiment": \(text), "score": \(text)}, "metadata": {"total": 9},
       "text_block": [{"text": \(text), "left": \(text)}],
       "entities": [{"type": \(text), "normalized_text": \(text),
         "additional_information": {\(text): \(text), "image": \(text), "person_profession": [\(text)]}}],
       "results": [{"id": \(text), "word": \(text), "matchString": \(text), "lemma": \(text), "frequency": 1,
         "lexicalEntries": [{"lexicalCategory": \(text), "pronunciations": [{"audioFile": \(text),
           "phoneticSpelling": \(text)}], "entries": [{"senses": [{"definitions": [\(text)],
             "examples": [{"text": \(text)}], "synonyms": [{"text": \(text)}]}]}]}]}]}
      """
    let plans = ViewName.allCases.map(ViewPlan.named) + [Self.tables, Self.boxes, Self.labelled]
    for plan in plans + [Self.bars, Self.list] {
      var scene = Self.scene(plan, body)
      let view = try #require(scene.model.body.rendered.view, "\(plan)")
      let table = RenderedTable(view, width: nil)
      for row in view.rows {
        #expect(
          !table.text(row).unicodeScalars.contains {
            $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
          })
        #expect(PanelStage(Size(width: 60, height: 14)).draw(scene).dangerous == [], "\(plan)")
        scene.run { $0.move(.down) }
      }
    }
  }

  @Test func `lines for print are complete, and stand below each other`() throws {
    let view = try #require(Self.scene(Self.tables, Self.sentiment).model.body.rendered.view)
    let table = RenderedTable(view, width: nil)
    #expect(
      view.rows.map { table.text($0) } == [
        "Overall", "sentiment  negative", "score  -0.016", "", "Positive",
        "sentiment  score  topic                                 original_text",
        "love       0.717  the quiet of the weir in the morning  I love the quiet of the weir in the morning",
        "", "Negative", "sentiment  score  topic                                 original_text",
        "hate       -0.75  noise                                 hate the noise",
      ])
  }
}
