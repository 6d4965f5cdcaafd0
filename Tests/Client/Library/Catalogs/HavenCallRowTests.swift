import ClientCatalogs
import ClientCore
import ClientModel
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

/// How calls of Haven OnDemand are made, against its mock.
@Suite(.usesSystem(minutes: 5)) struct HavenCallRowTests {
  @Test func `H1 H2 H3 H4 method, mode, app and version make a call, the last ones by default`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let plain = try haven.form("analyzesentiment-get", ["text": "I love dogs"])
    let chosen = try haven.form(
      "analyzesentiment-get", ["text": "I love dogs", "version": "v2", "mode": "sync"])
    let posted = try haven.form("analyzesentiment", ["text": "I love dogs", "mode": "sync"])
    for form in [plain, chosen, posted] { #expect(try await haven.send(form).status == 200) }
    let calls = try await haven.journal().requests.filter { $0.path.hasPrefix("/1/api") }
    #expect(
      calls.map { "\($0.method) \($0.path)" } == [
        "GET /1/api/async/analyzesentiment/v1", "GET /1/api/sync/analyzesentiment/v2",
        "POST /1/api/sync/analyzesentiment/v1",
      ])
    #expect(calls.prefix(2).allSatisfy { $0.fields == ["text=I%20love%20dogs"] })
    #expect(calls.last?.fields == [])
    #expect(calls.last?.body.contains("name=\"text\"\r\n\r\nI love dogs\r\n") == true)
    await haven.bench.client.quit(.drain)
  }

  private static let apps = """
    recognizespeech createconnector startconnector stopconnector connectorstatus
    cancelconnectorschedule connectorhistory retrieveconfig updateconnector deleteconnector
    expandcontainer storeobject extracttext viewdocument ocrdocument recognizebarcodes detectfaces
    recognizeimages getneighbors getshortestpath getsubgraph getcommonneighbors getnodes
    suggestlinks summarizegraph createclassificationobjects updateclassificationobjects
    retrieveclassificationobjects deleteclassificationobjects createpolicyobjects
    updatepolicyobjects retrievepolicyobjects deletepolicyobjects trainpredictor predict recommend
    createqueryprofile updatequeryprofile retrievequeryprofile deletequeryprofile createtextindex
    addtotextindex querytextindex findsimilar findrelatedconcepts getcontent getparametricvalues
    retrieveindexfields autocomplete analyzesentiment extractentities extractconcepts
    identifylanguage highlighttext tokenizetext expandterms classifydocument categorizedocument
    indexstatus listresources restoretextindex deletefromtextindex deletetextindex
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test func `H5 each of the 63 apps is called by its name with what it asks for`() async throws {
    #expect(Set(Self.apps).count == 63)
    let haven = try await ServiceBench(.haven)
    for app in Self.apps {
      for method in ["", "-get"] {
        guard haven.catalog.endpoint(app + method) != nil || method.isEmpty else { continue }
        var form = try haven.form(app + method)
        if form.names.contains("url") { form.put(["http://a.example"], in: "url") }
        // The words of an example are too few to identify a language.
        if app == "identifylanguage" {
          form = try haven.form(app + method, ["text": "wo liegt das Buch"])
        }
        form.fillExample()
        form.put(["sync"], in: "mode")
        if !form.problems.isEmpty { form.put(["async"], in: "mode") }
        let end = try await haven.send(form)
        #expect(form.endpoint.path.contains("/\(app)/"))
        // What an example names may not exist; what the app is, and takes, was understood.
        let code = Int(end.bodies.last?.firstMatch(of: /"error": ?(\d+)/)?.1 ?? "") ?? 5000
        #expect((5000..<6000).contains(code) || code >= 8000, "\(form.endpoint.id): \(end.bodies)")
      }
    }
    await haven.bench.client.quit(.drain)
  }

  @Test func `H6 H7 H8 lists repeat their name, several sources go at once, truth is a word`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let entities = try await haven.send(
      haven.form(
        "extractentities-get",
        [
          "mode": "sync", "url": "http://a.test/?b=c&d", "url": "http://b.test",
          "entity_type": "people_eng", "entity_type": "places_eng", "unique_entities": "true",
        ]))
    #expect(entities.status == 200, "\(entities.bodies)")
    let several = try await haven.send(
      haven.form(
        "analyzesentiment", ["mode": "sync", "text": "I love dogs", "text": "I hate rain"]))
    #expect(several.body?.contains(#""documentIndex":1"#) == true, "\(several.bodies)")
    let asked = try await haven.journal().requests
    #expect(
      asked.first?.fields == [
        "url=http%3A%2F%2Fa.test%2F%3Fb%3Dc%26d", "url=http%3A%2F%2Fb.test",
        "entity_type=people_eng", "entity_type=places_eng", "unique_entities=true",
      ])
    #expect(asked.last?.body.split(separator: "name=\"text\"").count == 3)
    await haven.bench.client.quit(.drain)
  }

  @Test
  func `H9 H11 H12 T-H4 T-H5 files are parts that a strict reader takes, whatever their names`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let folder = haven.bench.folder
    let names = ["photo.png", "none", "the \"page\".txt"]
    for name in names { try folder.write(name, "one line\r\n--\r\n\(name) loves dogs") }
    let form = try haven.form(
      "analyzesentiment",
      [
        "mode": "sync", "file": folder.path(names[0]), "file": folder.path(names[1]),
        "file": folder.path(names[2]),
      ])
    let end = try await haven.send(form)
    #expect(end.status == 200, "\(end.bodies)")
    let body = try #require(try await haven.journal().requests.last?.body)
    let parts = body.split(separator: "name=\"file\"; ").dropFirst().map(String.init)
    #expect(parts.count == 3)
    #expect(parts[0].hasPrefix("filename=\"photo.png\"\r\nContent-Type: image/png\r\n\r\none line"))
    #expect(parts[1].hasPrefix("filename=\"none\"\r\nContent-Type: application/octet-stream\r\n"))
    #expect(parts[2].hasPrefix("filename=\"the %22page%22.txt\"\r\nContent-Type: text/plain\r\n"))
    #expect(body.hasSuffix("--\r\n"))
    await haven.bench.client.quit(.drain)
  }

  @Test func `H13 an unreadable file is reported in the system's words, and nothing is sent`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let path = haven.bench.folder.path("not there.png")
    let form = try haven.form("ocrdocument", ["mode": "sync", "file": path])
    let failure = await #expect(throws: Failure.self) { try await haven.send(form) }
    #expect(failure?.kind == .invalidRequest)
    #expect(failure?.why.contains("No such file or directory") == true, "\(failure?.why ?? "")")
    #expect(try await haven.journal().requests.isEmpty)
    await haven.bench.client.quit(.drain)
  }

  @Test func `T-H1 each sign of a value is preserved on its way into the query`() async throws {
    let haven = try await ServiceBench(.haven)
    let text = "a+b&c=d;e,f/g e#h%20ü"
    let end = try await haven.send(
      haven.form("highlighttext-get", ["mode": "sync", "text": text, "highlight_expression": "zz"]))
    struct Answer: Decodable { let text: String }
    let response = try JSONDecoder().decode(Answer.self, from: Data((end.body ?? "").utf8))
    #expect(response.text == text)
    let fields = try await haven.journal().requests.last?.fields ?? []
    #expect(fields.contains("text=a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e%23h%2520%C3%BC"), "\(fields)")
    await haven.bench.client.quit(.drain)
  }

  @Test func `H18 H21 calls of one client go side by side, and each caller hears its own response`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let crowd = Crowd()
    let server = try AnsweringServer { request in
      crowd.enter()
      defer { crowd.leave() }
      // Whoever may be under way beside this one comes, however slow the machine; no third may.
      _ = poll(for: .seconds(20)) { crowd.most >= 2 ? true : nil }
      _ = poll(for: .milliseconds(300)) { crowd.most > 2 ? true : nil }
      let topic = request.target.split(separator: "%20").last?.prefix { $0 != "&" } ?? ""
      return AnsweringServer.response(200, #"{"positive":[{"topic":"\#(topic)"}]}"#)
    }
    let heard = try await withThrowingTaskGroup(of: (String, String).self) { group in
      for word in ["dogs", "cats", "rain", "snow"] {
        let form = try haven.form(
          "analyzesentiment-get", ["mode": "sync", "text": "I love \(word)"], at: server.url)
        group.addTask { (word, try await haven.send(form).body ?? "") }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(heard.count == 4)
    for (word, body) in heard { #expect(body.contains(#""topic":"\#(word)""#), "\(word): \(body)") }
    #expect(crowd.most == 2)
    #expect(server.requests.count == 4)
    await haven.bench.client.quit(.drain)
  }

  /// How many are under way at once.
  private final class Crowd: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }
    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { counts.withLock { $0.now -= 1 } }
  }

  @Test func `H22 a call waits for its response up to its time limit`() async throws {
    let haven = try await ServiceBench(.haven)
    try await haven.steer(
      "faults", #"{"route": "/1/api/*", "fault": "delay", "milliseconds": 400, "times": 2}"#)
    let form = try haven.form("analyzesentiment-get", ["mode": "sync", "text": "I love dogs"])
    var draft = haven.draft(form)
    draft.options.retry.attempts = 1
    draft.options.deadlines.firstByte = .milliseconds(100)
    #expect(try await haven.bench.send(draft).failure?.kind == .firstByteTimeout)
    draft.options.deadlines.firstByte = .seconds(600)
    #expect(try await haven.bench.send(draft).status == 200)
    await haven.bench.client.quit(.drain)
  }
}
