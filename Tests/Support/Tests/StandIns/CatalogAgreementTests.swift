import ClientCatalogs
import Testing

@testable import StandInServices

/// The bundled documents and the stand-in services were written apart; here they are held together.
@Suite struct CatalogAgreementTests {
  private static func catalog(_ name: String) throws -> Catalog {
    try Catalog.read(text: try #require(BundledCatalogs.text(of: name)), name: name)
  }

  private static func texts(_ schema: Schema) -> [String] {
    schema.choices.map { String($0.dropFirst().dropLast()) }
  }

  @Test func `each catalog has a service`() {
    #expect(StandInCatalog.allCases.map(\.rawValue) == BundledCatalogs.names)
  }

  @Test func `each app of Haven takes the inputs that its description has`() throws {
    let catalog = try Self.catalog("haven")
    for app in HavenApps.all {
      let endpoint = try #require(catalog.endpoint(app.name), "\(app.name)")
      let body = try #require(endpoint.bodies.first?.schema, "\(app.name)")
      guard case .object(let properties, _) = catalog.schema(body).kind else {
        Issue.record("\(app.name) has no fields")
        continue
      }
      #expect(Set(properties.map(\.name)) == Set(app.inputs.map(\.name)), "\(app.name)")
      for property in properties {
        let input = try #require(app.input(property.name))
        let name = "\(app.name).\(input.name)"
        #expect(property.isRequired == (input.need == .needed), "\(name)")
        var schema = catalog.schema(property.schema)
        if case .list(let item) = schema.kind {
          #expect(input.count == .many, "\(name)")
          schema = catalog.schema(item)
        } else {
          #expect(input.count == .one, "\(name)")
        }
        switch input.kind {
        case .choice(let choices): #expect(Self.texts(schema) == choices, "\(name)")
        case .entityType: #expect(Set(Self.texts(schema)) == HavenApps.entityTypes, "\(name)")
        case .file: #expect(schema.kind == .binary, "\(name)")
        case .integer: #expect(schema.kind == .integer, "\(name)")
        case .number: #expect(schema.kind == .number, "\(name)")
        case .boolean: #expect(schema.kind == .boolean, "\(name)")
        case .text: #expect(schema.kind == .text && schema.choices.isEmpty, "\(name)")
        case .json:
          if case .object = schema.kind {} else { Issue.record("\(name) is not an object") }
        }
      }
      let choices = endpoint.rules.oneOf.map { Set($0.inputs) }
      #expect(choices == app.exactlyOne.map(Set.init), "\(app.name)")
      let versions = endpoint.parameters.first { $0.name == "version" }.map {
        Self.texts(catalog.schema($0.schema))
      }
      #expect(versions == (app.versions == .both ? ["v1", "v2"] : ["v1"]), "\(app.name)")
    }
  }

  @Test func `the dictionaries' vocabularies are those of their description`() throws {
    for (name, version) in [("oxford-v1", OxfordVersion.one), ("oxford-v2", .two)] {
      let catalog = try Self.catalog(name)
      let entries = try #require(catalog.endpoint("entries"))
      let filters = entries.rules.pathFilters?.filters ?? entries.parameters
      let lists = [
        ("domains", OxfordVocabulary.domains), ("registers", OxfordVocabulary.registers),
        ("lexicalCategory", OxfordVocabulary.lexicalCategories),
        ("grammaticalFeatures", OxfordVocabulary.grammaticalFeatures),
      ]
      for (filter, words) in lists {
        let parameter = try #require(filters.first { $0.name == filter })
        guard case .list(let item) = catalog.schema(parameter.schema).kind else {
          Issue.record("\(filter) is not a list")
          continue
        }
        let own = version == .two ? words.map(OxfordVocabulary.inVersionTwo) : words
        #expect(Self.texts(catalog.schema(item)) == own, "\(name) \(filter)")
      }
    }
  }

  @Test func `every address of the dictionaries' descriptions is one of the service`() throws {
    let words = [
      "word_id": "ace", "region": "gb", "filters": "lexicalCategory=noun",
      "filters_advanced": "lexicalCategory=noun", "corpus": "nmc", "ngram_size": "2",
    ]
    for name in ["oxford-v1", "oxford-v2"] {
      let catalog = try Self.catalog(name)
      var service = OxfordService()
      for endpoint in catalog.groups.flatMap(\.endpoints) where endpoint.method == .get {
        var path = endpoint.path
        for parameter in endpoint.parameters where parameter.place == .path {
          let schema = catalog.schema(parameter.schema)
          let choices = Self.texts(schema)
          var value = words[parameter.name] ?? choices.first ?? ""
          if parameter.name.hasPrefix("target"), choices.contains("es") { value = "es" }
          if value.hasPrefix("en"), path.contains("/es") { value = "en" }
          path = path.replacing("{\(parameter.name)}", with: value)
        }
        let needed = endpoint.rules.oneOf.first?.inputs.first
        let query =
          endpoint.parameters.contains { $0.name == "q" } ? "q=ace" : needed.map { "\($0)=ace" }
        let isFiltered = endpoint.rules.pathFilters != nil
        let target =
          "/api/\(name.suffix(2))" + path + (isFiltered ? "" : query.map { "?\($0)" } ?? "")
        let response = service.get(target)
        #expect(response.status == 200, "\(endpoint.id) \(target): \(response.bodyText)")
      }
    }
  }
}
