import LoopbackHTTP
import Testing

@testable import StandInServices

/// What a strict service refuses, with the codes of its error table.
@Suite struct HavenRefusalTests {
  private let path = "/1/api/sync/analyzesentiment/v1"

  @Test func `a key that is missing, broken or unknown has its code inside detail`() {
    var service = HavenService()
    for (query, code) in [
      ("", 2000), ("apikey=", 2000), ("apikey=a%20b", 2001), ("apikey=x", 2002),
    ] {
      let response = service.respond(LoopbackRequest("GET", "\(path)?text=a&\(query)"), at: .zero)
      #expect(response.status == 401)
      #expect(response.json["error"] == nil)
      #expect(response.json["detail"]?["error"]?.int == code)
      #expect(response.json["message"]?.string != nil)
    }
  }

  @Test func `the key may stand in the query or in the form, and must not contradict itself`() {
    var service = HavenService()
    #expect(service.post(path, [HavenService.part("text", "a")]).status == 200)
    #expect(service.get(path, "text=a").status == 200)
    #expect(service.get(path, "text=a&apikey=other").code == 4000)
  }

  @Test func `an unknown app, version or path is not a page`() {
    var service = HavenService()
    for path in [
      "/1/api/sync/nothing/v1", "/1/api/sync/ocrdocument/v2", "/2/api/sync/ocrdocument/v1",
      "/1/api/later/ocrdocument/v1", "/",
    ] {
      let response = service.get(path, "url=http://a.example")
      #expect(response.status == 404)
      #expect(response.code == 6000)
    }
  }

  @Test func `without a source, or with two, 4015 lists what may be given`() {
    var service = HavenService()
    for query in ["", "text=a&url=http://a.example"] {
      let response = service.get(path, query)
      #expect(response.status == 400)
      #expect(response.code == 4015)
      #expect(response.json["detail"]?["params"]?.items?.count == 4)
      #expect(response.json["detail"]?["message"]?.string?.hasPrefix("Exactly one") == true)
    }
  }

  @Test func `a needed input that is missing is named`() {
    var service = HavenService()
    let response = service.get("/1/api/sync/extractentities/v1", "text=a")
    #expect(response.code == 4015)
    #expect(response.json["detail"]?["params"] == ["entity_type"])
  }

  @Test func `H10 a file by GET is refused`() {
    var service = HavenService()
    let response = service.get("/1/api/sync/ocrdocument/v1", "file=a.png")
    #expect(response.code == 4001)
  }

  @Test func `a part named file without a file's name is not a file`() {
    var service = HavenService()
    let response = service.post(
      "/1/api/sync/ocrdocument/v1", [HavenService.part("file", "content")])
    #expect(response.code == 4001)
  }

  @Test func `H3 a multipart body without its closing boundary is refused`() {
    var service = HavenService()
    let part = HavenService.part("text", "I love dogs")
    #expect(service.post(path, [part]).status == 200)
    for closing in ["--X", "--X\r\n", "", "--X--rest"] {
      #expect(service.post(path, [part], closing: closing).code == 7005)
    }
  }

  @Test func `H8 booleans, numbers and choices are checked as texts`() {
    var service = HavenService()
    let faces = "/1/api/sync/detectfaces/v1"
    #expect(service.get(faces, "url=http://a.example&additional=true").status == 200)
    #expect(service.get(faces, "url=http://a.example&additional=1").code == 4008)
    #expect(service.get("/1/api/sync/getnodes/v1", "node_ids=1&max_results=ten").code == 4008)
    #expect(
      service.get("/1/api/sync/ocrdocument/v1", "url=http://a.example&mode=photo").code == 4008)
    #expect(service.get("/1/api/sync/ocrdocument/v1", "url=ftp://a.example").code == 4014)
  }

  @Test func `an unknown input and a repeated single one are refused`() {
    var service = HavenService()
    #expect(service.get(path, "text=a&tongue=eng").code == 4007)
    #expect(service.get(path, "text=a&language=eng&language=ger").code == 4000)
  }

  @Test func `JSON that is none is refused`() {
    var service = HavenService()
    let response = service.get("/1/api/sync/predict/v1", "service_name=s&json=%7Bx")
    #expect(response.code == 4010)
  }

  @Test func `an app that works only as a job has no other address`() {
    var service = HavenService()
    let query = "url=http://a.example"
    #expect(service.get("/1/api/sync/recognizespeech/v1", query).code == 6000)
    #expect(service.get("/1/api/async/recognizespeech/v1", query).status == 200)
    #expect(service.get("/1/api/sync/detectfaces/v2", query).code == 6000)
    #expect(service.get("/1/api/sync/detectfaces/v1", query).status == 200)
  }

  @Test func `an unknown entity type is found out by the work`() {
    var service = HavenService()
    let response = service.get("/1/api/sync/extractentities/v1", "text=a&entity_type=cats_eng")
    #expect(response.status == 500)
    #expect(response.code == 5050)
  }

  @Test func `a job that was never submitted is unknown`() {
    var service = HavenService()
    for path in ["/1/job/status/job-9", "/1/job/result/job-9"] {
      #expect(service.get(path).code == 3001)
    }
  }

  @Test func `a broken escape is refused`() {
    var service = HavenService()
    #expect(service.get(path, "text=%zz").code == 7005)
    #expect(service.get(path, "text=%ff").code == 7005)
  }

  @Test func `a method that is not taken is refused as such`() {
    var service = HavenService()
    let delete = LoopbackRequest("DELETE", "\(path)?apikey=\(HavenService.key)")
    #expect(service.respond(delete, at: .zero).status == 405)
    #expect(service.respond(LoopbackRequest("GET", "/1/job"), at: .zero).code == 6001)
  }
}
