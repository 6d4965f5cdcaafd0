import ClientModel
import Testing

@testable import ClientCatalogs

/// Row O9 and the traps T-O1 to T-O12 of the filters of Oxford Dictionaries, version 1.
struct OxfordFilterTests {
  private static let catalog: Catalog = {
    do throws(CatalogProblem) {
      return try Catalog.read(
        text: BundledCatalogs.text(of: "oxford-v1") ?? "", name: "oxford-v1")
    } catch {
      preconditionFailure(error.why)
    }
  }()

  private func form(_ id: String) throws -> EndpointForm {
    var form = EndpointForm(try #require(Self.catalog.endpoint(id)), in: Self.catalog)
    for section in [FormSection.path] {
      for field in form.fields(in: section) where field.isRequired && field.name == "word_id" {
        form.set("ace", for: field.id)
      }
    }
    return form
  }

  private func target(_ form: EndpointForm) throws -> String {
    let url = try form.prepared().url
    let start = try #require(url.firstRange(of: "/api/v1"))
    return String(url[start.upperBound...])
  }

  private static let hostile = "a+b&c=d;e,f/g e"
  private static let escaped = "a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e"

  /// Filter, endpoint, what is chosen or typed, what the service is sent.
  static let filters: [(String, String, [String], String)] = [
    ("domains", "entries", ["art", "sport"], "/entries/en/ace/domains=art,sport"),
    ("lexicalCategory", "entries", ["noun"], "/entries/en/ace/lexicalCategory=noun"),
    ("regions", "entries", ["gb", "us"], "/entries/en/ace/regions=gb,us"),
    ("registers", "entries", ["rare"], "/entries/en/ace/registers=rare"),
    ("translations", "wordlist", ["es"], "/wordlist/en/translations=es"),
    ("definitions", "entries", [], "/entries/en/ace/definitions"),
    ("etymologies", "entries", [], "/entries/en/ace/etymologies"),
    ("examples", "entries", [], "/entries/en/ace/examples"),
    ("grammaticalFeatures", "entries", ["plural"], "/entries/en/ace/grammaticalFeatures=plural"),
    ("pronunciations", "entries", [], "/entries/en/ace/pronunciations"),
    ("variantForms", "entries", [], "/entries/en/ace/variantForms"),
    ("wordforms", "word-frequencies", ["a", hostile], "wordforms=a&wordforms=\(escaped)"),
    ("lemma", "word-frequency", [hostile], "lemma=\(escaped)"),
    ("trueCase", "word-frequency", ["Ace"], "trueCase=Ace"),
    ("tokens", "ngrams", ["a word", hostile], "tokens=a%20word&tokens=\(escaped)"),
    ("contains", "ngrams", ["a"], "contains=a"),
    ("wordform", "word-frequency", [hostile], "wordform=\(escaped)"),
    ("limit", "ngrams", ["7"], "limit=7"),
    ("offset", "ngrams", ["0"], "offset=0"),
    ("minFrequency", "word-frequencies", ["1"], "minFrequency=1"),
    ("maxFrequency", "word-frequencies", ["9"], "maxFrequency=9"),
    ("minNormalizedFrequency", "word-frequencies", ["0.5"], "minNormalizedFrequency=0.5"),
    ("maxNormalizedFrequency", "word-frequencies", ["1.25"], "maxNormalizedFrequency=1.25"),
    ("minDocumentFrequency", "ngrams", ["2"], "minDocumentFrequency=2"),
    ("maxDocumentFrequency", "ngrams", ["3"], "maxDocumentFrequency=3"),
    ("punctuation", "ngrams", ["true"], "punctuation=true"),
    ("format", "ngrams", ["google"], "format=google"),
    ("collate", "word-frequencies", ["lemma", "wordform"], "collate=lemma,wordform"),
    (
      "sort", "word-frequencies", ["lexicalCategory", "-normalizedFrequency"],
      "sort=lexicalCategory,-normalizedFrequency"
    ),
  ]

  private func id(_ filter: String, _ form: EndpointForm) -> FieldID {
    form.endpoint.rules.projections.contains(filter) ? .projections : form.input(filter)
  }

  private func fill(_ filter: String, _ values: [String], _ form: inout EndpointForm) throws {
    let id = id(filter, form)
    guard id != .projections else { return form.toggle(filter, for: id) }
    switch try #require(form.find(id)).kind {
    case .severalOf: form.pick(values, for: id)
    case .list: for value in values { form.set(value, for: form.addItem(to: id)) }
    default: form.set(values[0], for: id)
    }
  }

  @Test(arguments: filters)
  func `O9 O10 O11 each filter is rendered as the service expects it`(
    filter: String, endpoint: String, values: [String], expected: String
  ) throws {
    var form = try form(endpoint)
    try fill(filter, values, &form)
    let target = try target(form)
    #expect(expected.hasPrefix("/") ? target == expected : target.hasSuffix("?\(expected)"))
    #expect(form.problems.filter { $0.field == id(filter, form) } == [])
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: Self.catalog)
    #expect(again.normalDraft() == form.draft())
  }

  @Test func `O9 there are 29 filters`() {
    #expect(Set(Self.filters.map(\.0)).count == 29)
  }

  @Test(arguments: filters)
  func `O13 O14 a filter is refused where the endpoint does not take it`(
    filter: String, endpoint: String, values: [String], expected: String
  ) throws {
    for other in ["entries", "inflections", "wordlist", "word-frequency", "ngrams"] {
      let form = try form(other)
      guard !form.isAllowed(filter) || form.endpoint.rules.allowedFilters == nil else { continue }
      var draft = form.draft()
      let isInPath = form.endpoint.rules.pathFilters != nil
      if isInPath {
        let name = try #require(form.endpoint.rules.pathFilters?.parameter)
        draft.pathVariables.append(
          DraftField(name, values.isEmpty ? filter : "\(filter)=x", mark: .encoded))
      } else {
        draft.query.append(DraftField(filter, "x"))
      }
      let read = EndpointForm(reading: draft, form.endpoint, in: Self.catalog)
      let part: UnmappedPart = isInPath ? .filter(0) : .query(0)
      #expect(
        read.problems.contains { $0.field == FieldID(.unmapped(part)) }, "\(filter) in \(other)")
      #expect(read.draft() == draft)
    }
  }

  @Test func `O12 T-O1 filters are equal by their values and each may be replaced`() throws {
    var one = try form("entries")
    one.pick(["art"], for: .filter("domains"))
    var two = try form("entries")
    two.pick(["sport"], for: .filter("domains"))
    #expect(one != two)
    two.pick(["art"], for: .filter("domains"))
    #expect(one == two)
    #expect(Set([one, two]).count == 1)
  }

  @Test func `T-O4 conditions are joined by semicolons and none stands after the last`() throws {
    var form = try form("entries")
    form.toggle("definitions", for: .projections)
    form.toggle("examples", for: .projections)
    form.pick(["noun", "verb"], for: .filter("lexicalCategory"))
    form.pick(["plural"], for: .filter("grammaticalFeatures"))
    #expect(
      try target(form)
        == "/entries/en/ace/definitions;examples;grammaticalFeatures=plural;lexicalCategory=noun,verb"
    )
  }

  @Test func `T-O3 without a filter its segment goes, too`() throws {
    var form = try form("entries")
    #expect(try target(form) == "/entries/en/ace")
    form.pick([], for: .filter("domains"))
    #expect(try target(form) == "/entries/en/ace")
    #expect(form.problems == [])
  }

  @Test func `T-O2 T-O5 values of path filters are encoded and their separators are not`() throws {
    var form = try form("inflections")
    form.pick([Self.hostile, "past"], for: .filter("grammaticalFeatures"))
    #expect(try target(form) == "/inflections/en/ace/grammaticalFeatures=\(Self.escaped),past")
    #expect(form.problems.map(\.field) == [.filter("grammaticalFeatures")])
  }

  @Test(arguments: [
    ("forestr", "forestry"), ("greek_histroy", "greek_history"),
    ("medieval_histor", "medieval_history"), ("potter", "pottery"), ("veterinar", "veterinary"),
  ]) func `T-O6 a misspelt domain is refused with the right one`(wrong: String, right: String)
    throws
  {
    var form = try form("entries")
    form.pick([wrong], for: .filter("domains"))
    let problem = try #require(form.problems.first)
    #expect(problem.whatToDo == "Did you mean `\(right)`?")
    form.pick([right], for: .filter("domains"))
    #expect(form.problems == [])
  }

  @Test func `T-O6 the misspelt register is refused with the right one`() throws {
    var form = try form("entries")
    form.pick(["pseuodo_archaic"], for: .filter("registers"))
    #expect(form.problems.first?.whatToDo == "Did you mean `pseudo_archaic`?")
  }

  @Test func `T-O9 O11 an order may be turned round and frequencies may have a fraction`() throws {
    var form = try form("word-frequencies")
    form.set("a", for: form.addItem(to: .parameter(.query, "wordforms")))
    form.pick(["-frequency"], for: .parameter(.query, "sort"))
    form.set("0.25", for: .parameter(.query, "minNormalizedFrequency"))
    form.set("0.25", for: .parameter(.query, "minFrequency"))
    #expect(form.problems.map(\.field) == [.parameter(.query, "minFrequency")])
    form.clear(.parameter(.query, "minFrequency"))
    #expect(form.problems == [])
    form.pick(["collate"], for: .parameter(.query, "sort"))
    #expect(form.problems.map(\.field) == [.parameter(.query, "sort")])
  }

  @Test func `T-O10 ngrams need tokens or contains`() throws {
    var form = try form("ngrams")
    let problem = try #require(form.problems.first)
    #expect(problem.field == .parameter(.query, "tokens"))
    #expect(problem.why == "ngrams needs `tokens` or `contains`.")
    form.set("a", for: form.addItem(to: .parameter(.query, "contains")))
    #expect(form.problems == [])
  }

  @Test(arguments: [
    (200, "The entries of the word."), (404, "There is no such entry"), (505, ""), (299, ""),
    (999, ""),
  ]) func `O7 T-O7 a status is explained in the catalog's words, whatever its number`(
    status: Int, words: String
  ) throws {
    let endpoint = try #require(Self.catalog.endpoint("entries"))
    let text = endpoint.explain(status: status)
    #expect(
      text.hasPrefix(words.isEmpty ? "A status that the service does not document" : words),
      "\(text)")
  }
}
