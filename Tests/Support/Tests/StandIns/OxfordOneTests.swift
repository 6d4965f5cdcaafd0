import LoopbackHTTP
import Testing

@testable import StandInServices

/// Version one: its paths and the grammar of its filters.
@Suite struct OxfordOneTests {
  private static let ace = "/api/v1/entries/en/ace"

  private static func senses(_ response: LoopbackResponse) -> [MockJSON] {
    let lexical = response.json["results"]?[0]?["lexicalEntries"]?.items ?? []
    return lexical.flatMap { $0["entries"]?[0]?["senses"]?.items ?? [] }
  }

  @Test func `O8 every endpoint answers at its path`() {
    var service = OxfordService()
    let paths = [
      "/api/v1/entries/en/ace", "/api/v1/entries/en/ace/regions=gb",
      "/api/v1/entries/en/ace/synonyms", "/api/v1/entries/en/ace/antonyms",
      "/api/v1/entries/en/ace/synonyms;antonyms", "/api/v1/entries/en/ace/sentences",
      "/api/v1/entries/en/ace/translations=es", "/api/v1/inflections/en/swimming",
      "/api/v1/inflections/en/swam/lexicalCategory=verb", "/api/v1/search/en?q=swim",
      "/api/v1/search/en/translations=es?q=swim&prefix=true",
      "/api/v1/wordlist/en/lexicalCategory=verb", "/api/v1/stats/frequency/word/en/?lemma=test",
      "/api/v1/stats/frequency/words/en/?lemma=test",
      "/api/v1/stats/frequency/ngrams/en/nmc/2/?tokens=a+word", "/api/v1/languages",
      "/api/v1/languages?sourceLanguage=en&targetLanguage=es", "/api/v1/filters",
      "/api/v1/filters/entries", "/api/v1/lexicalcategories/en", "/api/v1/registers/en",
      "/api/v1/registers/en/es", "/api/v1/domains/en", "/api/v1/domains/en/es",
      "/api/v1/regions/en", "/api/v1/grammaticalFeatures/en",
    ]
    for path in paths { #expect(service.get(path).status == 200, "\(path)") }
  }

  @Test func `O10 conditions are joined by semicolons and values by commas`() {
    var service = OxfordService()
    let all = Self.senses(service.get(Self.ace)).count
    #expect(all == 4)
    let some = service.get(Self.ace + "/lexicalCategory=noun;domains=cards,tennis")
    #expect(Self.senses(some).count == 2)
    #expect(service.get(Self.ace + "/lexicalCategory=verb").status == 404)
  }

  @Test(arguments: [
    "lexicalCategory=noun;", ";lexicalCategory=noun", "lexicalCategory", "lexicalCategory=",
    "lexicalCategory=noun,", "lexicalcategory=noun", "LexicalCategory=noun", "definitions=x",
    "lexicalCategory=noun&domains=art", "tokens=a", "lexicalCategory=noun;lexicalCategory=verb",
    "lexicalCategory=nown", "registers=Rare", "definitions;definitions", "lexicalCategory%3Dnoun",
  ])
  func `O10 a filter that is not written as the grammar has it is refused`(filters: String) {
    var service = OxfordService()
    #expect(service.get("\(Self.ace)/\(filters)").status == 400)
  }

  @Test func `an encoded separator is a part of a value`() {
    var service = OxfordService()
    #expect(service.get(Self.ace + "/lexicalCategory=noun%2Cverb").status == 400)
    #expect(service.get(Self.ace + "/lexicalCategory=noun%3Bdomains%3Dart").status == 400)
    #expect(service.get(Self.ace + "/lexicalCategory=no%75n").status == 200)
  }

  @Test func `O3 a misspelt domain is unknown, the corrected word is known`() {
    var service = OxfordService()
    let pairs = [
      ("forestr", "forestry"), ("greek_histroy", "greek_history"),
      ("medieval_histor", "medieval_history"), ("potter", "pottery"),
      ("veterinar", "veterinary"),
    ]
    for (wrong, right) in pairs {
      let path = "/api/v1/wordlist/en/domains="
      #expect(service.get(path + wrong).bodyText.contains("none of the domains"))
      #expect(service.get(path + right).status == 200)
    }
    #expect(service.get("/api/v1/wordlist/en/registers=pseuodo_archaic").status == 400)
    #expect(service.get("/api/v1/wordlist/en/registers=pseudo_archaic").status == 200)
  }

  @Test func `O2 O3 O4 O5 O6 the vocabularies have their sizes, each word once`() {
    let sizes = [
      (OxfordVocabulary.regions, 2), (OxfordVocabulary.domains, 256),
      (OxfordVocabulary.registers, 61), (OxfordVocabulary.lexicalCategories, 19),
      (OxfordVocabulary.grammaticalFeatures, 30),
    ]
    for (words, size) in sizes {
      #expect(words.count == size)
      #expect(Set(words).count == size)
    }
    for raw in ["non-standard", "nonce-use", "R.A.F_slang"] {
      #expect(OxfordVocabulary.registers.contains(raw))
    }
  }

  @Test func `O13 each endpoint takes its own filters and no others`() {
    var service = OxfordService()
    for name in OxfordOne.entryProjections {
      #expect(service.get("\(Self.ace)/\(name)").status == 200, "\(name)")
      #expect(service.get("/api/v1/inflections/en/swam/\(name)").status == 400, "\(name)")
    }
    let taken = [
      "domains=cards", "regions=gb", "registers=informal", "lexicalCategory=noun",
      "grammaticalFeatures=singular",
    ]
    for filter in taken { #expect(service.get("\(Self.ace)/\(filter)").status == 200, "\(filter)") }
    for filter in ["domains=swimming", "regions=gb", "registers=rare"] {
      #expect(service.get("/api/v1/inflections/en/swam/\(filter)").status == 400, "\(filter)")
    }
    #expect(service.get("/api/v1/wordlist/en/translations=es").status == 200)
    #expect(service.get("/api/v1/wordlist/en/grammaticalFeatures=mass").status == 400)
    #expect(service.get("/api/v1/search/en?q=ace&lexicalCategory=noun").status == 400)
  }

  @Test func `projections leave only the parts that are named`() {
    var service = OxfordService()
    let sense = Self.senses(service.get(Self.ace + "/examples;lexicalCategory=noun"))[0]
    #expect(sense["examples"] != nil)
    #expect(sense["definitions"] == nil)
  }

  @Test func `more than 20 filters, and more than 5 of a wordlist's values, are too many`() {
    var service = OxfordService()
    let domains = OxfordVocabulary.domains
    #expect(
      service.get("\(Self.ace)/domains=\(domains[...20].joined(separator: ","))").status == 400)
    let path = "/api/v1/wordlist/en/domains="
    #expect(service.get(path + domains[..<5].joined(separator: ",")).status == 200)
    #expect(service.get(path + domains[..<6].joined(separator: ",")).status == 400)
  }

  @Test func `a word is looked up in its own case and form, underscores as spaces`() {
    var service = OxfordService()
    #expect(
      service.statuses([
        "/api/v1/entries/en/Ace", "/api/v1/entries/en/swam", "/api/v1/entries/en/rara_avis",
        "/api/v1/entries/en/rara%20avis",
        "/api/v1/entries/en/\(String(repeating: "a", count: 128))",
        "/api/v1/entries/en/\(String(repeating: "a", count: 129))", "/api/v1/entries/en/a%2",
        "/api/v1/entries/en/",
      ]) == [404, 404, 200, 200, 404, 414, 404, 404])
  }

  @Test func `a pair of languages must be two, and known`() {
    var service = OxfordService()
    #expect(
      service.statuses([
        "/api/v1/entries/es/cambio/translations=es", "/api/v1/entries/en/ace/translations=fr",
        "/api/v1/entries/xx/ace", "/api/v1/search/es/translations=es?q=a",
      ]) == [400, 404, 404, 400])
    let translated = service.get("/api/v1/entries/en/weir/translations=es")
    #expect(Self.senses(translated)[0]["translations"]?[0]?["text"] == "azud")
    let plain = service.get("/api/v1/entries/en/river/translations=de")
    #expect(Self.senses(plain)[0]["definitions"]?[0] == "a large natural stream")
  }

  @Test func `search takes the full question, however it is written`() {
    var service = OxfordService()
    #expect(service.get("/api/v1/search/en?q=a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e").status == 200)
    #expect(service.get("/api/v1/search/en?q=a+b&c=d").status == 400)
    #expect(service.get("/api/v1/search/en?q=%zz").status == 400)
    #expect(service.get("/api/v1/search/en").status == 400)
    #expect(service.get("/api/v1/search/en?q=SW&prefix=true").json["metadata"]?["total"] == 5)
  }

  @Test(arguments: [
    "limit=ten", "limit=0", "limit=5001", "offset=-1", "offset=1.5", "prefix=yes", "regions=xx",
    "limit=1&limit=2", "limit=",
  ])
  func `O9 numbers and flags of a search are checked`(query: String) {
    var service = OxfordService()
    #expect(service.get("/api/v1/search/en?q=ace&\(query)").status >= 400)
  }

  @Test func `a wordlist is narrowed by length, beginning and what is left out`() {
    var service = OxfordService()
    let path = "/api/v1/wordlist/en/lexicalCategory=noun"
    func words(_ query: String) -> [String] {
      service.get("\(path)?\(query)").json["results"]?.items?.compactMap { $0["word"]?.string }
        ?? []
    }
    #expect(words("word_length=%3E3,%3C5") == ["test", "weir"])
    #expect(words("word_length=3") == ["ace"])
    #expect(words("prefix=r") == ["rara avis", "river"])
    #expect(words("exclude=domains%3Dsport,fish&prefix=w&exact=true") == [])
    #expect(words("limit=1&offset=1") == ["change"])
    #expect(service.get("\(path)?word_length=%3E5,%3C3").status == 400)
    #expect(service.get("\(path)?word_length=five").status == 400)
    #expect(service.get("/api/v1/wordlist/en").status == 400)
  }
}
