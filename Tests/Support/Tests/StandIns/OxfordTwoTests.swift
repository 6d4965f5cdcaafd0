import LoopbackHTTP
import Testing

@testable import StandInServices

/// Version two, and what both versions share.
@Suite struct OxfordTwoTests {
  @Test func `O8 every endpoint of version two responses at its path`() {
    var service = OxfordService()
    let paths = [
      "/api/v2/entries/en-gb/ace", "/api/v2/lemmas/en/swam", "/api/v2/inflections/en-gb/swim",
      "/api/v2/translations/en/es/ace?fields=translations", "/api/v2/thesaurus/en/ace",
      "/api/v2/sentences/en/ace?strictMatch=false", "/api/v2/words/en-gb?q=Swam",
      "/api/v2/search/en-gb?q=ac&prefix=true", "/api/v2/search/thesaurus/en?q=ace",
      "/api/v2/search/translations/en/es?q=ace", "/api/v2/languages", "/api/v2/fields",
      "/api/v2/fields/entries", "/api/v2/filters", "/api/v2/filters/lemmas",
      "/api/v2/lexicalCategories/en-gb", "/api/v2/registers/en/es", "/api/v2/domains/en-gb",
      "/api/v2/grammaticalFeatures/en-gb",
    ]
    for path in paths { #expect(service.get(path).status == 200, "\(path)") }
  }

  @Test func `inflections are lemmas in version one and forms in version two`() {
    var service = OxfordService()
    #expect(service.get("/api/v1/inflections/en/swam").status == 200)
    #expect(service.get("/api/v2/inflections/en-gb/swam").status == 404)
    let forms = service.get("/api/v2/inflections/en-gb/swim").json["results"]?[0]
    #expect(
      forms?["lexicalEntries"]?[0]?["inflections"]?.items?.map { $0["inflectedForm"] }
        == ["swimming", "swam", "swum"])
    let roots = service.get("/api/v2/lemmas/en/swam").json["results"]?[0]
    #expect(roots?["lexicalEntries"]?[0]?["inflectionOf"]?[0]?["id"] == "swim")
  }

  @Test func `labels are texts in version one and objects in version two`() {
    var service = OxfordService()
    let one = service.get("/api/v1/entries/en/ace").json["results"]?[0]?["lexicalEntries"]?[0]
    #expect(one?["lexicalCategory"] == "Noun")
    let two = service.get("/api/v2/entries/en-gb/ace").json["results"]?[0]?["lexicalEntries"]?[0]
    #expect(two?["lexicalCategory"] == ["id": "noun", "text": "Noun"])
  }

  @Test func `filters and fields stand in the query, lists between commas`() {
    var service = OxfordService()
    let path = "/api/v2/entries/en-gb/ace"
    let parts = service.get("\(path)?fields=definitions,examples&lexicalCategory=adjective,noun")
    #expect(parts.status == 200)
    let lexical = parts.json["results"]?[0]?["lexicalEntries"]
    #expect(lexical?.items?.count == 2)
    #expect(lexical?[0]?["pronunciations"] == nil)
    for query in [
      "fields=synonyms", "fields=", "fields=definitions,", "lexicalCategory=nown", "colour=red",
      "strictMatch=1", "registers=Rare", "domains=art&domains=sport",
    ] {
      #expect(service.get("\(path)?\(query)").status == 400, "\(query)")
    }
    #expect(service.get("\(path)?domains=forestr").status == 404)
    #expect(service.get("\(path)/lexicalCategory=noun").status == 404)
  }

  @Test func `version two joins the parts of an id by capitals`() {
    var service = OxfordService()
    let categories = service.get("/api/v2/lexicalCategories/en-gb").json["results"]
    #expect(categories?["combiningForm"]?["en"] == "Combining form")
    #expect(categories?["combining_form"] == nil)
    #expect(service.get("/api/v1/lexicalcategories/en").json["results"]?["combining_form"] != nil)
    let features = service.get("/api/v2/grammaticalFeatures/en-gb").json["results"]
    #expect(features?["Number"]?["plural"]?["en"] == "Plural")
    #expect(service.get("/api/v2/lemmas/en/swum?grammaticalFeatures=pastParticiple").status == 200)
    #expect(service.get("/api/v2/lemmas/en/swum?grammaticalFeatures=past_participle").status == 400)
    // The two versions spell the names of their own addresses differently, too.
    #expect(service.get("/api/v2/lexicalcategories/en-gb").status == 404)
  }

  @Test func `offset and limit together end at 10000`() {
    var service = OxfordService()
    #expect(service.get("/api/v2/search/en-gb?q=a&offset=5000&limit=5000").status == 200)
    #expect(service.get("/api/v2/search/en-gb?q=a&offset=5001&limit=5000").status == 400)
  }

  @Test func `an account is asked for before anything else`() throws {
    var service = OxfordService()
    let id = LoopbackField("app_id", OxfordService.appID)
    let key = LoopbackField("app_key", OxfordService.appKey)
    let accounts = [
      [], [id], [key], [id, LoopbackField("app_key", "x")], [LoopbackField("app_id", "x"), key],
    ]
    for fields in accounts {
      for (path, status) in [("/api/v1/entries/en/nothing", 403), ("/api/v2/nothing/at/all", 401)] {
        #expect(
          service.respond(LoopbackRequest("GET", path, fields: fields), at: .zero).status == status)
      }
    }
    _ = try service.turn("credentials", ["status": 401])
    #expect(service.respond(LoopbackRequest("GET", "/api/v1/languages"), at: .zero).status == 401)
  }

  @Test func `an allowance is used up by calls`() throws {
    var service = OxfordService()
    _ = try service.turn("allowance", ["calls": 2])
    let path = "/api/v2/languages"
    #expect(service.statuses([path, path, path, path]) == [200, 200, 429, 429])
  }

  @Test func `O7 version two says why in JSON, version one in a page`() {
    var service = OxfordService()
    let two = service.get("/api/v2/entries/en-gb/nothing")
    #expect(two.status == 404)
    #expect(two.json["error"]?.string?.isEmpty == false)
    let one = service.get("/api/v1/entries/en/nothing")
    #expect(one.status == 404)
    #expect(one.fields.contains(LoopbackField("Content-Type", "text/html; charset=utf-8")))
    #expect(service.statuses(["/api/v3/entries/en/ace", "/", "/api/v1"]) == [404, 404, 404])
    #expect(
      service.respond(
        LoopbackRequest(
          "POST", "/api/v2/words/en-gb?q=a",
          fields: [
            LoopbackField("app_id", OxfordService.appID),
            LoopbackField("app_key", OxfordService.appKey),
          ]), at: .zero
      ).status == 405)
  }
}
