import Testing

@testable import StandInServices

@Suite struct HavenResponseTests {
  private static func sync(_ app: String, _ version: String = "v1") -> String {
    "/1/api/sync/\(app)/\(version)"
  }

  @Test func `H5 the service knows 63 apps`() {
    #expect(HavenApps.all.count == 63)
    #expect(HavenApps.byName.count == 63)
  }

  @Test func `H6 each element of an array is a field of its own`() {
    var service = HavenService()
    let response = service.get(
      Self.sync("extractentities"),
      "url=http://a.example&url=http://b.example&entity_type=people_eng&entity_type=places_eng")
    let types = response.json["entities"]?.items?.map { $0["type"]?.string ?? "" } ?? []
    #expect(types.filter { $0 == "people_eng" }.count == 4)
    #expect(types.filter { $0 == "places_eng" }.count == 4)
  }

  @Test func `H7 several texts are distinguished by the index of their document`() {
    var service = HavenService()
    let response = service.get(Self.sync("analyzesentiment"), "text=I+love+dogs&text=I+hate+rain")
    #expect(response.json["positive"]?[0]?["documentIndex"] == 0)
    #expect(response.json["negative"]?[0]?["documentIndex"] == 1)
    #expect(response.json["aggregate"]?["sentiment"] == "neutral")
    let single = service.get(Self.sync("identifylanguage"), "text=a+b+c&text=d+e+f")
    #expect(single.code == 4000)
  }

  @Test func `H1 version two wraps the sentiment of each text`() {
    var service = HavenService()
    let response = service.get(Self.sync("analyzesentiment", "v2"), "text=I+love+dogs")
    #expect(response.json["sentiment_analysis"]?[0]?["aggregate"]?["sentiment"] == "positive")
  }

  @Test func `H9 a file is read, H11 and several are read each`() {
    var service = HavenService()
    let response = service.post(
      Self.sync("analyzesentiment"),
      [HavenService.file("I love dogs"), HavenService.file("so bad a day", as: "b \\\"c\\\".txt")])
    #expect(response.json["positive"]?.items?.count == 1)
    #expect(response.json["negative"]?.items?.count == 1)
  }

  @Test func `H34 text blocks have their text and their place`() {
    var service = HavenService()
    let response = service.post(
      Self.sync("ocrdocument"),
      [HavenService.file("one\ntwo"), HavenService.part("mode", "subtitle")])
    #expect(response.json["text_block"]?.items?.map { $0["text"] } == ["one", "two"])
    #expect(response.json["text_block"]?[1]?["top"]?.int == 38)
  }

  @Test func `highlighting really puts the tags in`() {
    var service = HavenService()
    let response = service.get(
      Self.sync("highlighttext"), "text=Dogs+and+cats&highlight_expression=dogs,+cats")
    let open = #"<span class="highlight">"#
    #expect(response.json["text"] == .text("\(open)Dogs</span> and \(open)cats</span>"))
  }

  @Test func `what is stored is read by its reference, and a container is taken apart`() {
    var service = HavenService()
    let stored = service.post(Self.sync("storeobject"), [HavenService.file("the one is a\ntwo")])
    #expect(stored.json == ["reference": "reference-1"])
    let files = service.get(Self.sync("expandcontainer"), "reference=reference-1").json["files"]
    #expect(files?.items?.map { $0["reference"] } == ["reference-2", "reference-3"])
    let found = service.get(Self.sync("identifylanguage"), "reference=reference-2")
    #expect(found.json["language"] == "english")
    #expect(service.get(Self.sync("identifylanguage"), "reference=other").code == 5013)
  }

  @Test func `an index is made, filled, searched and deleted in two steps`() {
    var service = HavenService()
    _ = service.get(Self.sync("createtextindex"), "index=shop&flavor=explorer")
    #expect(service.get(Self.sync("createtextindex"), "index=shop&flavor=explorer").code == 8002)
    let json = """
      {"document":[{"title":"Timber","reference":"t","content":"wood"},\
      {"title":"Water","reference":"w","content":"a river"}]}
      """
    let added = service.post(
      Self.sync("addtotextindex"),
      [HavenService.part("index", "shop"), HavenService.part("json", json)])
    #expect(added.json["references"]?.items?.count == 2)
    let found = service.get(
      Self.sync("querytextindex"), "text=river&indexes=shop&total_results=true")
    #expect(found.json["documents"]?.items?.map { $0["reference"] } == ["w"])
    #expect(found.json["totalhits"]?.int == 1)
    #expect(service.get(Self.sync("indexstatus"), "index=shop").json["total_documents"] == 2)
    #expect(
      service.get(Self.sync("listresources")).json["private_resources"]?[0]?["flavor"]
        == "explorer")
    let first = service.get(Self.sync("deletetextindex"), "index=shop").json
    #expect(first["deleted"] == false)
    #expect(service.get(Self.sync("deletetextindex"), "index=shop&confirm=no").code == 5080)
    let token = first["confirm"]?.string ?? ""
    let second = service.get(Self.sync("deletetextindex"), "index=shop&confirm=\(token)").json
    #expect(second["deleted"] == true)
    #expect(service.get(Self.sync("indexstatus"), "index=shop").code == 8002)
  }

  @Test func `an app whose work is not played answers in its shape`() {
    var service = HavenService()
    let response = service.get(
      Self.sync("createqueryprofile"), "query_profile=p&query_manipulation_index=i")
    #expect(response.json == ["message": "", "query_profile": "p"])
  }

  @Test func `every app answers a request with all that it needs`() {
    var service = HavenService()
    for app in HavenApps.all {
      var query = app.exactlyOne.compactMap { names in
        names.contains("url") ? "url=http://a.example" : names.first.map { "\($0)=true" }
      }
      for input in app.inputs where input.need == .needed {
        let value =
          switch input.kind {
          case .choice(let choices): choices[0]
          case .entityType: "people_eng"
          case .json: "%7B%7D"
          case .text, .integer, .number, .boolean, .file: "a"
          }
        query.append("\(input.name)=\(value)")
      }
      let response = service.get(
        "/1/api/async/\(app.name)/v1", query.joined(separator: "&"))
      #expect(response.json["jobID"] != nil, "\(app.name): \(response.bodyText)")
    }
  }
}
