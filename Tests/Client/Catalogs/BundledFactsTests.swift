import ClientModel
import Testing

@testable import ClientCatalogs

/// What the bundled documents say, against the facts of their services.
@Suite struct BundledFactsTests {
  private static func catalog(_ name: String) throws -> Catalog {
    try Catalog.read(text: try #require(BundledCatalogs.text(of: name)), name: name)
  }

  private static func endpoints(_ catalog: Catalog) -> [String: Endpoint] {
    Dictionary(
      catalog.groups.flatMap(\.endpoints).map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
  }

  private static func texts(_ choices: [String]) -> [String] {
    choices.map { String($0.dropFirst().dropLast()) }
  }

  @Test func `the documents' bytes are not copied, and unknown names have none`() throws {
    #expect(BundledCatalogs.names == ["bookshop", "haven", "oxford-v1", "oxford-v2", "push"])
    let (a, b) = (BundledCatalogs.bytes(of: "haven"), BundledCatalogs.bytes(of: "haven"))
    #expect(a?.baseAddress == b?.baseAddress)
    #expect(a?.count ?? 0 > 100_000)
    #expect(BundledCatalogs.text(of: "other") == nil)
  }

  @Test(arguments: BundledCatalogs.names)
  func `no document brings credentials`(name: String) throws {
    let catalog = try Self.catalog(name)
    for endpoint in catalog.groups.flatMap(\.endpoints) {
      let secrets = endpoint.parameters.filter {
        ["apikey", "app_id", "app_key"].contains($0.name)
      }
      #expect(secrets.isEmpty, "\(endpoint.id)")
    }
  }

  @Test func `H5 Haven has 63 apps, each by POST and by GET`() throws {
    let all = Self.endpoints(try Self.catalog("haven"))
    let apps = all.values.filter { $0.path.hasPrefix("/1/api/") }
    #expect(apps.filter { $0.method == .post }.count == 63)
    #expect(apps.filter { $0.method == .get }.count == 63)
    #expect(Set(apps.map(\.path)).count == 63)
  }

  @Test func `H1 H4 an app is called as a job in version one unless said otherwise`() throws {
    let catalog = try Self.catalog("haven")
    var jobOnly: Set<String> = []
    for endpoint in Self.endpoints(catalog).values where endpoint.path.hasPrefix("/1/api/") {
      let mode = try #require(endpoint.parameters.first { $0.name == "mode" })
      let version = try #require(endpoint.parameters.first { $0.name == "version" })
      #expect(catalog.schema(mode.schema).defaultValue == #""async""#)
      #expect(catalog.schema(version.schema).defaultValue == #""v1""#)
      #expect(endpoint.path.hasSuffix("/{version}"))
      #expect(endpoint.rules.remote?.words.count == 4)
      if catalog.schema(mode.schema).choices == [#""async""#] { jobOnly.insert(endpoint.id) }
    }
    #expect(jobOnly == ["recognizespeech", "recognizespeech-get"])
  }

  @Test func `H10 files stand in the POST of an app alone, H11 and may be several`() throws {
    let catalog = try Self.catalog("haven")
    let all = Self.endpoints(catalog)
    #expect(all.values.allSatisfy { !$0.parameters.contains { $0.name == "file" } })
    let post = try #require(all["analyzesentiment"])
    #expect(post.bodies.map(\.mediaType) == ["multipart/form-data"])
    #expect(post.rules.bulk == ["text", "file", "reference", "url"])
    #expect(
      post.rules.oneOf == [
        InputChoice(inputs: ["text", "file", "reference", "url"], count: .exactlyOne)
      ])
    #expect(all["analyzesentiment-get"]?.rules.bulk == ["text", "reference", "url"])
    #expect(all["ocrdocument"]?.rules.bulk == [])
  }

  @Test func `H25 each app of Haven has a view, of POST and of GET alike`() throws {
    let all = Self.endpoints(try Self.catalog("haven"))
    let apps = all.values.filter { $0.path.hasPrefix("/1/api/") }
    #expect(Set(apps.map(\.path)).count == 63)
    for app in apps { #expect(app.rules.view != nil, "\(app.id)") }
    #expect(
      all["ocrdocument"]?.rules.view == .parts([ViewPart(.boxes, "/text_block", label: "text")]))
    #expect(all["ocrdocument-get"]?.rules.view == all["ocrdocument"]?.rules.view)
  }

  @Test func `H27 Haven's error codes stand at their statuses`() throws {
    let endpoint = try #require(Self.endpoints(try Self.catalog("haven"))["ocrdocument"])
    func note(_ status: String) -> String {
      endpoint.responses.first { $0.status == status }?.text ?? ""
    }
    #expect(note("401").contains("2002 unknown API key"))
    #expect(note("400").contains("4015 missing required parameters"))
    #expect(note("500").contains("5050 invalid entity type"))
    #expect(note("429").contains("4030 too many requests"))
  }

  @Test func `O2 O3 O4 O5 O6 the vocabularies are complete, and six words spelt right`() throws {
    let catalog = try Self.catalog("oxford-v1")
    let filters = try #require(
      Self.endpoints(catalog)["entries"]?.rules.pathFilters?.filters)
    let sizes = [
      "domains": 256, "registers": 61, "regions": 2, "lexicalCategory": 19,
      "grammaticalFeatures": 30,
    ]
    for (name, size) in sizes {
      let filter = try #require(filters.first { $0.name == name })
      guard case .list(let item) = catalog.schema(filter.schema).kind else {
        Issue.record("\(name) is not a list")
        continue
      }
      let words = Self.texts(catalog.schema(item).choices)
      #expect(words.count == size && Set(words).count == size, "\(name)")
      if name == "domains" {
        let right = ["forestry", "greek_history", "medieval_history", "pottery", "veterinary"]
        #expect(Set(words).isSuperset(of: right))
      }
      if name == "registers" { #expect(words.contains("pseudo_archaic")) }
    }
  }

  @Test func `O13 each endpoint names the filters that it takes`() throws {
    let all = Self.endpoints(try Self.catalog("oxford-v1"))
    let wanted: [String: Set<String>] = [
      "entries": [
        "definitions", "domains", "etymologies", "examples", "grammaticalFeatures",
        "lexicalCategory", "pronunciations", "regions", "registers", "variantForms",
      ], "inflections": ["grammaticalFeatures", "lexicalCategory"],
      "wordlist": [
        "domains", "lexicalCategory", "regions", "registers", "translations", "exclude",
        "exclude_senses", "exclude_prime_senses", "word_length", "prefix", "exact", "limit",
        "offset",
      ], "word-frequency": ["corpus", "wordform", "trueCase", "lemma", "lexicalCategory"],
      "word-frequencies": [
        "corpus", "wordform", "trueCase", "lemma", "lexicalCategory", "wordforms", "trueCases",
        "lemmas", "lexicalCategories", "grammaticalFeatures", "sort", "collate", "minFrequency",
        "maxFrequency", "minNormalizedFrequency", "maxNormalizedFrequency", "offset", "limit",
      ],
      "ngrams": [
        "tokens", "contains", "punctuation", "format", "minFrequency", "maxFrequency",
        "minDocumentFrequency", "maxDocumentFrequency", "collate", "sort", "offset", "limit",
      ],
    ]
    for (id, names) in wanted {
      let endpoint = try #require(all[id])
      #expect(Set(endpoint.rules.allowedFilters ?? []) == names, "\(id)")
    }
    #expect(
      Set(all["entries"]?.rules.projections ?? []) == [
        "definitions", "etymologies", "examples", "pronunciations", "variantForms",
      ])
  }

  @Test(arguments: ["oxford-v1", "oxford-v2"])
  func `O7 each status of the dictionaries is explained`(name: String) throws {
    for endpoint in Self.endpoints(try Self.catalog(name)).values {
      let statuses = Set(endpoint.responses.map(\.status))
      #expect(
        statuses == [
          "200", "400", "401", "403", "404", "414", "429", "500", "502", "503", "504", "default",
        ])
      #expect(endpoint.responses.allSatisfy { !$0.text.isEmpty })
      #expect(endpoint.security == [["app_id", "app_key"]], "\(endpoint.id)")
    }
  }

  @Test func `O1 every language of the list is a choice somewhere`() throws {
    let catalog = try Self.catalog("oxford-v1")
    var codes: Set<String> = []
    for endpoint in Self.endpoints(catalog).values {
      for parameter in endpoint.parameters where parameter.name.lowercased().contains("lang") {
        codes.formUnion(Self.texts(catalog.schema(parameter.schema).choices))
      }
    }
    let listed = [
      "en", "es", "ms", "tn", "sw", "nso", "id", "lv", "ur", "ro", "hi", "de", "pt", "ta", "gu",
      "zu", "fr",
    ]
    #expect(codes == Set(listed))
  }

  @Test func `J27 push has its three calls, with what each needs`() throws {
    let catalog = try Self.catalog("push")
    let all = Self.endpoints(catalog)
    #expect(Set(all.keys) == ["subscribe", "unsubscribe", "publish"])
    let needs = [
      "subscribe": ["platform", "channel", "period", "name", "token"],
      "unsubscribe": ["platform", "channel"], "publish": ["channel", "environment", "payload"],
    ]
    for (id, names) in needs {
      let endpoint = try #require(all[id])
      #expect(endpoint.path == "/push/{endpointCodename}/\(id)")
      let schema = try #require(endpoint.bodies.first?.schema)
      guard case .object(let properties, _) = catalog.schema(schema).kind else {
        Issue.record("\(id) has no object")
        continue
      }
      #expect(Set(properties.filter(\.isRequired).map(\.name)) == Set(names))
    }
    #expect(
      all["unsubscribe"]?.rules.oneOf == [
        InputChoice(inputs: ["name", "token"], count: .exactlyOne)
      ])
  }
}
