import ClientReading
import ReadingValues
import Testing

struct OxfordViewTests {
  /// One entry with the labels of either version.
  static func entry(_ label: (String) -> String) -> String {
    """
    {"metadata": {"provider": "OUP"}, "results": [{"id": "weir", "language": "en", "word": "weir",
      "type": "headword", "lexicalEntries": [{"language": "en", "text": "weir",
        "lexicalCategory": \(label("Noun")),
        "pronunciations": [{"audioFile": "https://audio.example/weir.mp3", "dialects": ["British English"],
          "phoneticNotation": "IPA", "phoneticSpelling": "wɪə"}],
        "derivatives": [{"id": "weirs", "text": "weirs"}],
        "entries": [{"homographNumber": "000", "grammaticalFeatures": [\(label("Singular"))],
          "etymologies": ["Old English wer"],
          "senses": [{"id": "s1", "definitions": ["a low dam"], "domains": [\(label("Nautical"))],
            "examples": [{"text": "the weir held", "translations": [{"text": "das Wehr hielt"}]}],
            "subsenses": [{"definitions": ["a fence in a stream"], "registers": [\(label("dated"))],
              "subsenses": [{"definitions": ["of stakes"]}]}]},
            {"crossReferenceMarkers": ["another term for dam"],
             "translations": [{"text": "Wehr", "language": "de", "grammaticalFeatures": [\(label("Neuter"))]}]}]
          }]}]}]}
    """
  }

  static let shown = [
    "weir", "", "  Noun", "    /wɪə/  IPA, British English", "    https://audio.example/weir.mp3",
    "    Singular", "    1  (Nautical) a low dam", "      “the weir held”",
    "        → das Wehr hielt",
    "      1.1  (dated) a fence in a stream", "        1.1.1  of stakes",
    "    2  another term for dam", "      → Wehr  de  Neuter", "    Origin: Old English wer",
    "    Derivatives: weirs",
  ]

  @Test func `entries of version 1 are senses with what is below them`() {
    #expect(lines(.named(.dictionary), Self.entry { "\"\($0)\"" }) == Self.shown)
  }

  @Test func `entries of version 2 look the same`() {
    let text = Self.entry { "{\"id\": \"\($0.lowercased())\", \"text\": \"\($0)\"}" }
    #expect(lines(.named(.dictionary), text) == Self.shown)
  }

  @Test func `a thesaurus has synonyms and antonyms`() {
    let text = """
      {"results": [{"id": "dam", "word": "dam", "lexicalEntries": [{"lexicalCategory": {"text": "Noun"},
        "text": "dams", "entries": [{"senses": [{"synonyms": [{"id": "weir", "text": "weir"},
          {"text": "lock"}], "antonyms": [{"text": "breach"}]}]}]}]}]}
      """
    #expect(
      lines(.named(.dictionary), text) == [
        "dam", "", "  Noun  dams", "    1", "      Synonyms: weir, lock", "      Antonyms: breach",
      ])
  }

  @Test func `sentences and inflections have their lines`() {
    let text = """
      {"results": [{"word": "swam", "lexicalEntries": [{"lexicalCategory": "Verb",
        "sentences": [{"text": "She swam."}], "inflectionOf": [{"id": "swim", "text": "swim"}],
        "inflections": [{"inflectedForm": "swum"}]}]}]}
      """
    #expect(
      lines(.named(.dictionary), text) == [
        "swam", "", "  Verb", "    She swam.", "    Inflection of: swim", "    Inflections: swum",
      ])
    #expect(lines(.named(.dictionary), "{\"results\": []}") == ["No entry was found."])
  }

  @Test func `frequencies are a table with a bar of the largest`() throws {
    let text = """
      {"metadata": {"total": 250}, "results": [
        {"wordform": "tea", "lemma": "tea", "lexicalCategory": "noun", "frequency": 200,
          "normalizedFrequency": 4.25},
        {"wordform": "teas", "lemma": "tea", "lexicalCategory": {"text": "noun"}, "frequency": 50}]}
      """
    #expect(
      lines(.named(.frequency), text) == [
        "2 of the 250 words that the service has.", "<titles>", "tea|tea|noun|200|4.25|",
        "teas|tea|noun|50||",
      ])
    guard case .view(let view) = Rendering(.named(.frequency), of: .init(text: text), root: "")
    else {
      Issue.record("There is no view.")
      return
    }
    #expect(view.operations == .sortable)
    #expect(
      view.columns.map(\.title) == [
        "Word form", "Lemma", "Category", "Frequency", "Per million", "",
      ])
    let shares = view.rows.compactMap { row in
      if case .cells(let cells) = row { cells.last?.amount } else { nil }
    }
    #expect(shares == [1, 0.25])
  }

  @Test func `one word and word groups are frequencies too`() {
    #expect(
      lines(.named(.frequency), #"{"result": {"lemma": "tea", "frequency": 7, "matchCount": 3}}"#)
        == ["3 matches.", "<titles>", "tea|7|"])
    let groups =
      #"{"results": [{"tokens": ["a", "cup"], "frequency": 7}, {"tokens": "a pot", "frequency": 0}]}"#
    #expect(lines(.named(.frequency), groups) == ["<titles>", "a cup|7|", "a pot|0|"])
    #expect(lines(.named(.frequency), #"{"results": []}"#) == ["No words match."])
  }

  @Test func `a word list shows only what is new`() {
    let plain = #"{"results": [{"id": "tea", "word": "tea"}, {"id": "tea", "word": "tea"}]}"#
    #expect(lines(.named(.wordlist), plain) == ["<titles>", "tea", "tea"])
    let found = """
      {"metadata": {"total": "12"}, "results": [{"id": "tea_bag", "word": "tea bag", "matchType": "fuzzy"}]}
      """
    #expect(
      lines(.named(.wordlist), found) == [
        "1 of the 12 words that the service has.", "<titles>", "tea bag|tea_bag|fuzzy",
      ])
    #expect(lines(.named(.wordlist), #"{"results": []}"#) == ["No words match."])
  }
}
