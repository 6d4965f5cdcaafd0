import Foundation
import TestSupport
import TestTraits
import Testing

/// The samples of the HODClient document in their order, by keys, against Haven's mock.
@Suite(.serialized, .usesSystem(minutes: 5)) struct HODClientStoryTests {
  private struct Rig {
    let service: ServiceRig
    let session: TmuxSession
    private let key = "weir-mock-key"

    init() throws {
      service = try ServiceRig(.haven)
      // Another user controls the mock, so those requests are not in the queue on the screen.
      let home = try WeirHome()
      try home.folder.write("work/filename.jpg", "Hold back\nthe water")
      session = try TmuxSession.open(home, width: 200, height: 44)
    }

    /// Opens the form of an endpoint, and enters the key of the client.
    func open(_ endpoint: String, path: String) throws {
      try session.open(endpoint: endpoint, of: "haven", "http://127.0.0.1:4801\(path)")
      try enter(key: key)
    }

    /// Enters the port of the mock and a key.
    func enter(key: String) throws {
      try session.press("g", "j", "j")
      try session.fill("\(service.server.port)")
      try session.expect("127.0.0.1:\(service.server.port)/1/")
      try session.press("j")
      try session.fill(key)
      try session.expect("apikey                  ••••••")
    }

    /// Chooses an option of the selected field.
    func choose(_ option: String) throws {
      try session.press("Enter")
      try session.pick(option)
    }

    /// Polls the selected job, one poll after the other, until the screen has a text; each state lasts
    /// for two polls, one of which may come by itself.
    func pollNow(until text: String) throws {
      for _ in 0..<10 {
        let screen = try session.screen()
        guard !screen.contains(text) else { return }
        let before = Self.polls(screen)
        try session.press("Q")
        try session.expect("poll after the \(before ?? 0)th, or \(text)") { screen in
          screen.contains(text) || Self.polls(screen).map { $0 != before } == true
        }
      }
      try session.expect(text)
    }

    /// How often the polled job was polled; nil while that is not on the screen.
    private static func polls(_ screen: String) -> Int? {
      screen.firstMatch(of: /· (\d+)× ·/).flatMap { Int($0.1) }
    }

    /// Sets the states of the next job, one for each poll.
    func script(_ states: String...) throws {
      try service.steer("jobs", #"{"states": ["\#(states.joined(separator: #"", ""#))"]}"#)
    }
  }

  @Test
  func `H1–H36 each sample of the HODClient document is done by keys, in its order`()
    async throws
  {
    try await onOwnThread {
      let rig = try Rig()
      let session = rig.session

      // GetRequest with arrays: an element each, and two types picked from a list.
      try rig.open("extractentities-get", path: "/1/api/{mode}/extractentities/")
      try session.press("j")
      try rig.choose("sync")
      try session.expect("/1/api/sync/extractentities/v1")
      try session.press("j", "j")
      try rig.choose("url")
      try session.expect("no element yet")
      try session.press("Enter")
      try session.type("http://www.cnn.com")
      try session.stopTyping()
      try session.press("+")
      try session.type("http://www.bbc.com")
      try session.stopTyping()
      try session.press("j")
      try session.pick(
        ["people_eng", "places_eng"], shown: "2 of 20: people_eng, places_eng")
      try session.press("s")
      try session.expect("people_eng  4")
      // Its example has one page: the other element is deleted.
      try session.press("g")
      for _ in 1...9 { try session.press("j") }
      try session.press("-")
      try session.expect("1 element ")
      try session.press("s")
      try session.expect("· #2 GET")
      try session.expect("people_eng  2")

      // PostRequest: a file and a mode, as a job.
      try rig.script("queued", "queued", "in progress", "in progress", "finished")
      try rig.open("ocrdocument", path: "/1/api/{mode}/ocrdocument/")
      try session.press("j", "j", "j", "Enter", "/")
      try session.type("file")
      try session.expect("> file")
      // Choosing a field begins its typing.
      try session.press("Enter")
      try session.type("filename.jpg")
      try session.stopTyping()
      try session.press("j", "Space")
      try session.expect("‹document_photo by default›")
      try session.press("j")
      try rig.choose("document_photo")
      try session.expect("‹document_photo›")
      try session.press("s")
      try session.expect(#"jobID: "job-1""#)
      try session.press("2", "g")
      try rig.pollNow(until: "queued")
      try rig.pollNow(until: "in progress")
      try rig.pollNow(until: "Hold back")

      // The document's GetJobResult and GetJobStatus: each takes the id of the job.
      for (number, word) in [(4, "result"), (5, "status")] {
        try rig.open("job-\(word)", path: "/1/job/\(word)/{jobID}")
        try session.press("j", "Enter")
        try session.type("job-1")
        try session.stopTyping()
        try session.press("s")
        try session.expect("· #\(number) POST /1/job/\(word)/job-1")
        try session.expect(#"status: "finished""#)
      }
      // The callback of an error: an unknown key.
      try rig.enter(key: "other-key")
      try session.press("s")
      try session.expect("401 The API key")
      try session.expect("2002: Unknown API key")

      // ParseJobID and ParseStandardResponse: the job's id and states, then a table of sentiments.
      try rig.script("queued", "queued", "in progress", "in progress", "finished")
      try rig.open("analyzesentiment", path: "/1/api/{mode}/analyzesentiment/")
      try session.press("j", "j", "j")
      try rig.choose("text")
      try session.expect("no element yet")
      try session.press("Enter")
      try session.type("I love dogs and hate rain")
      try session.stopTyping()
      try session.press("s")
      try session.expect(#"jobID: "job-2""#)
      try session.press("2", "g")
      try rig.pollNow(until: "queued")
      try rig.pollNow(until: "in progress")
      try rig.pollNow(until: "sentiment  neutral")
      try session.expect("love        0.75  dogs")
      try session.expect("hate       -0.75  rain")

      // ParseCustomResponse: a path leads to the members that no view shows.
      try session.press("G", "Enter")
      try session.expect("people_eng  4")
      try session.press("3", "]", ".")
      try session.type(".entities[0].additional_information")
      try session.press("Enter", "*")
      try session.expect("─ .entities[0].additional_information")
      try session.expect(#"original_text: "Lovelace""#)
      try session.press("[")
      try session.expect("people_eng  4")

      // The first demo: the request of job 2 again, for each name once.
      try session.press("2", "k", "e")
      try session.expect("GET extra")
      try session.press("G", "Space", "G")
      try session.expect("‹false by default›")
      try session.press("Space")
      try session.expect("‹true›")
      try session.press("s")
      try session.expect("· #8 GET")
      try session.expect("people_eng  2")

      // The second demo: the picture again, as a job that ends well and as one that fails.
      try rig.script("in progress", "in progress", "finished")
      try rig.service.steer(
        "jobs",
        #"""
        {"states": ["failed"],
          "errors": [{"error": 5011, "reason": "Invalid file format", "detail": "not a picture"}]}
        """#)
      try session.press("2", "g", "j", "j", "j", "j", "j", "A")
      try session.expect("#9 ")
      try session.press("g", "Enter")
      try session.expect(#"jobID: "job-3""#)
      try session.press("2")
      try rig.pollNow(until: "in progress")
      try rig.pollNow(until: "1  left 12, top 8")
      try session.expect("the water")
      try session.press("A")
      try session.expect("#10 ")
      try session.press("g", "Enter")
      try session.expect(#"jobID: "job-4""#)
      try session.press("2")
      try rig.pollNow(until: "5011: Invalid file format")
      try session.expect("not a picture")

      try check(rig)
    }
  }

  /// What the service received.
  private func check(_ rig: Rig) throws {
    let types = "&entity_type=people_eng&entity_type=places_eng"
    let entities = "GET /1/api/sync/extractentities/v1?url=http%3A%2F%2Fwww.cnn.com"
    let picture = "POST /1/api/async/ocrdocument/v1"
    func polls(_ id: String, _ count: Int) -> [String] {
      [String](repeating: "POST /1/job/status/\(id)", count: count)
    }
    #expect(
      try rig.service.asked()
        == [entities + "&url=http%3A%2F%2Fwww.bbc.com" + types, entities + types, picture]
        + polls("job-1", 5) + ["POST /1/job/result/job-1"]
        + ["POST /1/job/status/job-1", "POST /1/job/status/job-1"]
        + ["POST /1/api/async/analyzesentiment/v1"] + polls("job-2", 5)
        + [entities + types + "&unique_entities=true", picture] + polls("job-3", 3)
        + [picture, "POST /1/job/status/job-4"])
    let bodies = try rig.service.bodies().joined()
    for part in [
      "name=\"apikey\"\r\n\r\nweir-mock-key\r\n", "name=\"apikey\"\r\n\r\nother-key\r\n",
      "filename=\"filename.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nHold back\nthe water\r\n",
      "name=\"mode\"\r\n\r\ndocument_photo\r\n",
      "name=\"text\"\r\n\r\nI love dogs and hate rain\r\n",
    ] { #expect(bodies.contains(part), "\(part)\n\(bodies)") }
  }
}
