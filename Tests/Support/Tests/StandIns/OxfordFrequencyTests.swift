import LoopbackHTTP
import Testing

@testable import StandInServices

@Suite struct OxfordFrequencyTests {
  private static let words = "/api/v1/stats/frequency/words/en/"
  private static let ngrams = "/api/v1/stats/frequency/ngrams/en/nmc/2/"

  @Test func `one word has one result, words have a list`() {
    var service = OxfordService()
    let one = service.get("/api/v1/stats/frequency/word/en/?wordform=test").json
    #expect(one["result"]?["matchCount"] == 1)
    #expect(one["results"] == nil)
    let many = service.get("\(Self.words)?lemma=test").json
    #expect(many["results"]?.items?.count == 100)
  }

  @Test func `a question needs a word, and ngrams tokens or contains`() {
    var service = OxfordService()
    #expect(
      service.statuses([
        Self.words, "/api/v1/stats/frequency/word/en/", Self.ngrams, "\(Self.ngrams)?contains=a",
        "/api/v1/stats/frequency/words/en", "/api/v1/stats/frequency/ngrams/en/nmc/5/?tokens=a",
      ]) == [400, 400, 400, 200, 404, 400])
  }

  @Test func `the Link header leads through all pages and back`() {
    var service = OxfordService()
    var target: String? = "\(Self.words)?lemma=a%20b&limit=100"
    var sizes: [Int] = []
    while let next = target, sizes.count < 10 {
      let response = service.get(next)
      sizes.append(response.json["results"]?.items?.count ?? 0)
      let link = response.fields.first { $0.name == "Link" }?.value ?? ""
      let part = link.split(separator: ", ").first { $0.contains("rel=\"next\"") }
      target = part.map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    #expect(sizes == [100, 100, 50])
    let links = OxfordFrequencies.links("/a?x=1&offset=100", offset: 100, limit: 100, total: 250)
    #expect(
      links
        == #"</a?x=1&offset=0&limit=100>; rel="first", </a?x=1&offset=100&limit=100>; rel="self", "#
        + #"</a?x=1&offset=200&limit=100>; rel="next", </a?x=1&offset=0&limit=100>; rel="prev", "#
        + #"</a?x=1&offset=200&limit=100>; rel="last""#)
  }

  @Test func `O9 names are repeated for several values, single ones are not`() {
    var service = OxfordService()
    #expect(service.get("\(Self.ngrams)?tokens=a+word&tokens=another+word").status == 200)
    #expect(service.get("\(Self.words)?lemma=a&lemma=b").status == 400)
    #expect(service.get("\(Self.words)?lemmas=a&lemmas=b").status == 200)
  }

  @Test(arguments: [
    "minFrequency=1.5", "maxFrequency=x", "minNormalizedFrequency=x", "sort=colour",
    "sort=--", "collate=frequency", "lexicalCategory=nown", "limit=0", "tokens=a", "format=oup",
    "minDocumentFrequency=1",
  ])
  func `O9 values and names that words do not take are refused`(query: String) {
    var service = OxfordService()
    #expect(service.get("\(Self.words)?lemma=a&\(query)").status == 400)
  }

  @Test func `O11 format and punctuation have two values each`() {
    var service = OxfordService()
    let list = service.get("\(Self.ngrams)?tokens=a+word&format=oup&punctuation=true").json
    #expect(list["results"]?[0]?["tokens"] == ["a", "word"])
    let text = service.get("\(Self.ngrams)?tokens=a+word&format=google&punctuation=false").json
    #expect(text["results"]?[0]?["tokens"] == "a word")
    #expect(service.get("\(Self.ngrams)?tokens=a&format=true").status == 400)
    #expect(service.get("\(Self.ngrams)?tokens=a&punctuation=google").status == 400)
  }

  @Test func `sorting, ranges and other places of the options`() {
    var service = OxfordService()
    func frequencies(_ target: String) -> [Int] {
      service.get(target).json["results"]?.items?.compactMap { $0["frequency"]?.int } ?? []
    }
    let up = frequencies("\(Self.words)?lemma=a&sort=frequency,-lemma&limit=3")
    #expect(up == up.sorted())
    #expect(frequencies("\(Self.words)?lemma=a&sort=-normalizedFrequency&limit=2") == [9963, 9926])
    #expect(frequencies("\(Self.words)?lemma=a&minFrequency=9900&maxFrequency=9930") == [9926])
    // The query replaces what stands in the path.
    #expect(frequencies("\(Self.words)lemma=a;limit=5?limit=2").count == 2)
  }

  @Test func `a question may be posted as a form or as JSON`() {
    var service = OxfordService()
    let bodies = [
      ("application/x-www-form-urlencoded", "lemmas=a&lemmas=b&limit=2"),
      ("application/json", #"{"lemmas":["a","b"],"limit":2}"#),
    ]
    for (type, body) in bodies {
      let request = LoopbackRequest(
        "POST", Self.words,
        fields: [
          LoopbackField("app_id", OxfordService.appID),
          LoopbackField("app_key", OxfordService.appKey),
          LoopbackField("Content-Type", type),
        ], body: Array(body.utf8))
      #expect(service.respond(request, at: .zero).json["results"]?.items?.count == 2)
    }
  }

  @Test func `CSV is given where it is asked for`() {
    var service = OxfordService()
    let response = service.get("\(Self.words)?lemma=a&limit=2", accept: "text/csv")
    #expect(response.bodyText.split(separator: "\r\n").count == 3)
    #expect(response.fields.contains(LoopbackField("Content-Type", "text/csv; charset=utf-8")))
  }
}
