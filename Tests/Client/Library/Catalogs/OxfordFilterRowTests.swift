import ClientCatalogs
import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The filters of Oxford Dictionaries, version 1, against their mock.
@Suite(.usesSystem(minutes: 6)) struct OxfordFilterRowTests {
  /// Filter, endpoint, what is given, what the service gets.
  private static let filters: [(name: String, endpoint: String, values: [String], sent: String)] = [
    ("domains", "entries", ["cards", "sport"], "/entries/en/ace/domains=cards,sport"),
    ("lexicalCategory", "entries", ["noun"], "/entries/en/ace/lexicalCategory=noun"),
    ("regions", "entries", ["gb", "us"], "/entries/en/ace/regions=gb,us"),
    ("registers", "entries", ["informal"], "/entries/en/ace/registers=informal"),
    ("translations", "wordlist", ["es"], "/wordlist/en/translations=es"),
    ("definitions", "entries", [], "/entries/en/ace/definitions"),
    ("etymologies", "entries", [], "/entries/en/ace/etymologies"),
    ("examples", "entries", [], "/entries/en/ace/examples"),
    ("grammaticalFeatures", "entries", ["singular"], "/ace/grammaticalFeatures=singular"),
    ("pronunciations", "entries", [], "/entries/en/ace/pronunciations"),
    ("variantForms", "entries", [], "/entries/en/ace/variantForms"),
    ("wordforms", "word-frequencies", ["a", "b c"], "?wordforms=a&wordforms=b%20c"),
    ("lemma", "word-frequency", ["ace"], "?lemma=ace"),
    ("trueCase", "word-frequency", ["Ace"], "?trueCase=Ace"),
    ("tokens", "ngrams", ["a word", "b"], "?tokens=a%20word&tokens=b"),
    ("contains", "ngrams", ["a"], "?contains=a"),
    ("wordform", "word-frequency", ["ace"], "?wordform=ace"),
    ("limit", "ngrams", ["7"], "&limit=7"), ("offset", "ngrams", ["0"], "&offset=0"),
    ("minFrequency", "word-frequencies", ["1"], "&minFrequency=1"),
    ("maxFrequency", "word-frequencies", ["9"], "&maxFrequency=9"),
    ("minNormalizedFrequency", "word-frequencies", ["0.5"], "&minNormalizedFrequency=0.5"),
    ("maxNormalizedFrequency", "word-frequencies", ["1.25"], "&maxNormalizedFrequency=1.25"),
    ("minDocumentFrequency", "ngrams", ["2"], "&minDocumentFrequency=2"),
    ("maxDocumentFrequency", "ngrams", ["3"], "&maxDocumentFrequency=3"),
    ("punctuation", "ngrams", ["true"], "&punctuation=true"),
    ("format", "ngrams", ["google"], "&format=google"),
    ("collate", "word-frequencies", ["lemma", "wordform"], "&collate=lemma,wordform"),
    (
      "sort", "word-frequencies", ["lexicalCategory", "-normalizedFrequency"],
      "&sort=lexicalCategory,-normalizedFrequency"
    ),
  ]

  private func form(_ oxford: ServiceBench, _ endpoint: String) throws -> EndpointForm {
    switch endpoint {
    case "entries", "inflections": return try oxford.form(endpoint, ["word_id": "ace"])
    case "ngrams":
      var form = try oxford.form(endpoint)
      form.fillExample()
      for name in ["tokens", "contains"] { form.clear(.parameter(.query, name)) }
      return form
    default: return try oxford.form(endpoint)
    }
  }

  private func give(_ filter: String, _ values: [String], _ form: inout EndpointForm) {
    if values.isEmpty {
      form.toggle(filter, for: .projections)
    } else {
      form.put(values, in: filter)
    }
  }

  @Test func `O9 O10 O11 T-O2 T-O3 each of the 29 filters is sent as the service expects it`()
    async throws
  {
    #expect(Set(Self.filters.map(\.name)).count == 29)
    let oxford = try await ServiceBench(.oxfordOne)
    for (name, endpoint, values, sent) in Self.filters {
      var form = try form(oxford, endpoint)
      // What the endpoint cannot go without.
      let needed = ["word-frequencies": "wordforms", "ngrams": "tokens"][endpoint]
      if sent.hasPrefix("&"), let needed { form.put(["ace"], in: needed) }
      give(name, values, &form)
      let end = try await oxford.send(form)
      let isTaken = end.status == 200 || end.body?.contains("No entry, or none that fits") == true
      #expect(isTaken, "\(name): \(end.bodies)")
    }
    let targets = try await oxford.journal().requests.map(\.target)
    #expect(targets.count == 29)
    for (target, filter) in zip(targets, Self.filters) {
      #expect(target.hasSuffix(filter.sent), "\(target)")
    }
    // Without values the filter is left out with its segment.
    var empty = try form(oxford, "entries")
    give("domains", ["cards"], &empty)
    empty.pick([], for: .filter("domains"))
    #expect(try await oxford.send(empty).status == 200)
    #expect(try await oxford.journal().requests.last?.target == "/api/v1/entries/en/ace")
    await oxford.bench.client.quit(.drain)
  }

  @Test func `O12 T-O1 filters that differ in a value differ, and each may be replaced`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    var cards = try form(oxford, "entries")
    give("domains", ["cards"], &cards)
    var sport = try form(oxford, "entries")
    give("domains", ["sport"], &sport)
    #expect(cards != sport)
    for form in [cards, sport] { _ = try await oxford.send(form) }
    give("domains", ["cards"], &sport)
    #expect(cards == sport && Set([cards, sport]).count == 1)
    _ = try await oxford.send(sport)
    // Several conditions are joined by semicolons, none behind the last.
    give("lexicalCategory", ["noun", "verb"], &sport)
    give("definitions", [], &sport)
    _ = try await oxford.send(sport)
    #expect(
      try await oxford.journal().requests.map { $0.path.split(separator: "/").last ?? "" } == [
        "domains=cards", "domains=sport", "domains=cards",
        "definitions;domains=cards;lexicalCategory=noun,verb",
      ])
    await oxford.bench.client.quit(.drain)
  }

  @Test
  func `O13 a filter is refused where the endpoint does not take it, as the service refuses it`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    let allowed: [String: Set<String>] = [
      "entries": [
        "definitions", "domains", "etymologies", "examples", "grammaticalFeatures",
        "lexicalCategory", "pronunciations", "regions", "registers", "variantForms",
      ],
      "inflections": ["grammaticalFeatures", "lexicalCategory"],
      "wordlist": ["domains", "lexicalCategory", "regions", "registers", "translations"],
      "word-frequency": ["wordform", "trueCase", "lemma", "lexicalCategory"],
      "word-frequencies": [
        "collate", "sort", "minFrequency", "maxFrequency", "minNormalizedFrequency",
        "maxNormalizedFrequency", "wordforms", "trueCase", "lemma", "lexicalCategory",
        "grammaticalFeatures", "offset", "limit",
      ],
      "ngrams": [
        "minDocumentFrequency", "maxDocumentFrequency", "minFrequency", "maxFrequency", "contains",
        "tokens", "offset", "limit",
      ],
    ]
    for (endpoint, filters) in allowed {
      let rules = try #require(oxford.catalog.endpoint(endpoint)).rules
      #expect(Set(rules.allowedFilters ?? []).isSuperset(of: filters), "\(endpoint)")
      for filter in Self.filters where rules.allowedFilters?.contains(filter.name) == false {
        var draft = try form(oxford, endpoint).draft()
        let isInPath = rules.pathFilters != nil
        if isInPath {
          draft.pathVariables.append(
            DraftField(
              rules.pathFilters?.parameter ?? "", "\(filter.name)=x", mark: .encoded))
        } else {
          draft.query.append(DraftField(filter.name, "x"))
        }
        let form = EndpointForm(
          reading: draft, try #require(oxford.catalog.endpoint(endpoint)), in: oxford.catalog)
        #expect(
          form.problems.contains { $0.what.contains("`\(filter.name)`") }, "\(filter) \(endpoint)")
        // Sent all the same, the service would not take it.
        let end = try await oxford.bench.send(draft)
        // In version 1 `translations` of entries is an endpoint: it refuses the language.
        let refusals = filter.name == "translations" ? [400, 404] : [400]
        #expect(
          end.status.map(refusals.contains) == true, "\(endpoint) \(filter.name): \(end.bodies)")
      }
    }
    // All that is wrong is reported at once, each at its field.
    var bad = try oxford.form("ngrams", ["limit": "many", "format": "csv"])
    bad.fillExample()
    #expect(
      Set(bad.problems.map { "\($0.field)" }).isSuperset(of: ["query.limit", "query.format"]))
    let none = try oxford.form("wordlist")
    #expect(none.problems.count == 1)
    await oxford.bench.client.quit(.drain)
  }
}
