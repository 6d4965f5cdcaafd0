import Testing

struct HavenViewTests {
  private static func finding(_ word: String, _ score: String, _ more: String = "") -> String {
    """
    {"sentiment": "\(word)", "topic": "tea", "score": \(score), "original_text": "\(word) tea",
     "normalized_text": "x"\(more)}
    """
  }

  @Test func `H34 sentiment of one text is a table under the overall score`() {
    let text = """
      {"positive": [\(Self.finding("love", "0.7176687736973063"))],
       "negative": [\(Self.finding("hate", "-0.5")), \(Self.finding("loathe", "-1"))],
       "aggregate": {"sentiment": "negative", "score": -0.26077}}
      """
    #expect(
      lines(.sentiment, text) == [
        "Overall: negative  score -0.261", "", "<titles>", "positive|0.718|tea|love|love tea",
        "negative|-0.5|tea|hate|hate tea", "negative|-1|tea|loathe|loathe tea",
      ])
  }

  @Test func `sentiment of several texts is shown text by text`() {
    let text = """
      {"positive": [\(Self.finding("love", "1", ", \"documentIndex\": 1"))],
       "negative": [\(Self.finding("hate", "-0.5", ", \"documentIndex\": 0"))],
       "aggregate": {"sentiment": "positive", "score": 0.25}}
      """
    #expect(
      lines(.sentiment, text) == [
        "Overall: positive  score 0.25", "", "Text 1", "<titles>",
        "negative|-0.5|tea|hate|hate tea", "", "Text 2", "<titles>", "positive|1|tea|love|love tea",
      ])
  }

  @Test func `version 2 of sentiment has one response for each text`() {
    let one = "{\"positive\": [\(Self.finding("love", "1"))], \"negative\": []}"
    let none =
      "{\"positive\": [], \"negative\": [], \"aggregate\": {\"sentiment\": \"neutral\", \"score\": 0}}"
    #expect(
      lines(.sentiment, "{\"sentiment_analysis\": [\(one)]}")
        == ["<titles>", "positive|1|tea|love|love tea"])
    #expect(
      lines(.sentiment, "{\"sentiment_analysis\": [\(one), \(none)]}") == [
        "Text 1", "<titles>", "positive|1|tea|love|love tea", "", "Text 2",
        "Overall: neutral  score 0", "No positive or negative passages were found.",
      ])
  }

  @Test func `H34 texts of a picture stand in reading order with their boxes`() {
    let text = """
      {"text_block": [
        {"text": "right", "left": 200, "top": 12, "width": 90, "height": 20},
        {"text": "below\\nand on", "left": 5, "top": 60, "width": 0, "height": 0},
        {"text": "left", "left": 10, "top": 14, "width": 90, "height": 20},
        {"text": "nowhere"}]}
      """
    #expect(
      lines(.ocr, text) == [
        "1  left 10, top 14, width 90, height 20", "  left", "",
        "2  left 200, top 12, width 90, height 20", "  right", "",
        "3  left 5, top 60, width 0, height 0", "  below", "  and on", "",
        "4  no place is given", "  nowhere",
      ])
    #expect(lines(.ocr, "{\"text_block\": []}") == ["No text was found in the picture."])
  }

  @Test func `H34 entities stand by their type, each once`() {
    let text = """
      {"entities": [
        {"normalized_text": "ada lovelace", "type": "people_eng", "score": 0.5, "additional_information":
          {"person_profession": ["writer", "engineer"], "person_date_of_birth": "1815-12-10",
           "person_date_of_death": "1852-11-27", "wikidata_id": 7259,
           "wikipedia_eng": "https://wiki.example/ada"}},
        {"original_text": "London", "type": "places_eng", "score": 1, "additional_information":
          {"lon": -0.1, "lat": 51.5, "place_population": 8900000, "place_country_code": "GB"}},
        {"normalized_text": "ada lovelace", "type": "people_eng", "score": 0.91}, {"original_text": "x"}]}
      """
    #expect(
      lines(.entities, text) == [
        "people_eng  1", "  ada lovelace  2 times  score 0.91",
        "    writer · engineer · born 1815-12-10 · died 1852-11-27 · wikidata_id 7259",
        "    https://wiki.example/ada", "", "places_eng  1", "  London  score 1",
        "    GB · population 8900000 · at 51.5, -0.1", "", "of no type  1", "  x",
      ])
    #expect(lines(.entities, "{\"entities\": []}") == ["The text names nothing of these types."])
  }
}
