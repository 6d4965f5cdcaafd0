import ClientModel
import Foundation
import Testing

/// A queue that moves: what is written is what is read (J12, trap T-J12).
@Suite struct PortableJobTests {
  private func job(_ state: JobState = .waiting(.slot)) -> Job {
    Job(
      id: JobID(1), state: state, since: Timestamp(milliseconds: 0),
      created: Timestamp(milliseconds: 0), lane: LaneKey(workspace: "/w", name: "api"),
      priority: 3, position: 1, method: .get, displayURL: "https://h/x", name: "users/list",
      isRepeatable: true)
  }

  private func moved(
    _ job: Job, _ request: PreparedRequest, to variables: [String: String] = ["AWS": "key"]
  ) throws -> NewJob {
    var secrets = LeftOutSecrets()
    let portable = try #require(PortableJob(job, request, leavingOut: &secrets))
    let text = try JSONEncoder().encode(portable)
    let read = try JSONDecoder().decode(PortableJob.self, from: text)
    #expect(read == portable)
    return try read.job(
      in: "/other", variable: { variables[$0] },
      gateway: { name throws(Failure) in GatewayUse(name: name) })
  }

  @Test(arguments: 0..<300)
  func `J12 every request comes back as it left, but for its secrets`(seed: Int) throws {
    var random = RandomRequests(seed: seed + 7000)
    var request = random.request()
    request.url = "https://h/x?y=1"
    let here = try moved(job(), request)
    // Once the secrets are references, nothing is lost any more.
    var other = job()
    other.lane.name = here.lane.name
    let there = try moved(other, here.request)
    #expect(there.request == here.request, "seed \(seed)")
    #expect(here.request.method == request.method && here.request.url == request.url)
    #expect(here.request.headers.map(\.name) == request.headers.map(\.name), "seed \(seed)")
    #expect(here.request.options.broker == request.options.broker, "seed \(seed)")
    #expect(here.request.options.parsing == request.options.parsing)
    #expect(here.request.idempotencyKey == request.idempotencyKey)
    #expect(here.request.gateway?.name == request.gateway?.name)
    #expect(here.lane == LaneKey(workspace: "/other", name: "api"))
    #expect(here.priority == 3 && here.name == "users/list")
  }

  @Test(arguments: 0..<100)
  func `J12 a request without secrets is the same request`(seed: Int) throws {
    var random = RandomRequests(seed: seed + 8000)
    let request = PreparedRequest(
      method: .put, url: "https://h/x", origin: Origin(scheme: "https", host: "h", port: 443),
      headers: (0..<4).map { _ in HeaderField(random.text(), SensitiveText(random.text())) },
      body: .bytes((0..<random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    #expect(try moved(job(), request).request == request, "seed \(seed)")
  }

  @Test func `J12 what was typed is left out under a name and waits for it`() throws {
    let secret = SensitiveText([.plain("Bearer "), .literal(Secret("hush-hush"), .none)])
    let request = PreparedRequest(
      method: .post, url: "https://h/x", origin: Origin(scheme: "https", host: "h", port: 443),
      headers: [HeaderField("Authorization", secret)],
      body: .text(SensitiveText([.literal(Secret("other"), .json)])),
      credentials: .bearer(.secret("hush-hush")))
    var secrets = LeftOutSecrets()
    let portable = try #require(PortableJob(job(), request, leavingOut: &secrets))
    let text = String(decoding: try JSONEncoder().encode(portable), as: UTF8.self)
    #expect(!text.contains("hush") && !text.contains("other"))
    #expect(secrets.count == 2)
    let new = try moved(job(), request)
    #expect(new.state == .held(.missingSecret("env:WEIR_SECRET_1")))
    // The reason that asks for something comes before the user's own hold.
    #expect(try moved(job(.held(.byUser)), request).state == new.state)
    let first = SecretReference.environment("WEIR_SECRET_1")
    #expect(new.request.credentials == .bearer(SensitiveText([.reference(first, .none)])))
    #expect(
      new.request.headers[0].value
        == SensitiveText([.plain("Bearer "), .reference(first, .none)]))
  }

  @Test func `J12 times and holds move along, jobs that were sent do not`() throws {
    let request = PreparedRequest(
      method: .get, url: "http://h:8080/x", origin: Origin(scheme: "http", host: "h", port: 8080))
    let time = Timestamp(milliseconds: 5)
    #expect(try moved(job(), request).state == .waiting(.slot))
    #expect(try moved(job(), request).request.origin == request.origin)
    #expect(try moved(job(.held(.byUser)), request).state == .held(.byUser))
    #expect(try moved(job(.held(.until(time))), request).state == .held(.until(time)))
    var secrets = LeftOutSecrets()
    let others: [JobState] = [
      .running(attempt: 1), .succeeded, .waiting(.job(JobID(9))), .cancelled(sent: 0),
    ]
    for state in others {
      #expect(PortableJob(job(state), request, leavingOut: &secrets) == nil)
    }
  }

  @Test func `J12 a file from elsewhere runs and reads nothing before the user looked`() throws {
    let plain = PreparedRequest(
      method: .get, url: "https://h/x", origin: Origin(scheme: "https", host: "h", port: 443))
    var program = plain
    program.credentials = .bearer(SensitiveText([.reference(.command("rm -rf x"), .none)]))
    var variable = plain
    variable.headers = [HeaderField("X", SensitiveText([.reference(.environment("AWS"), .none)]))]
    var file = plain
    file.body = .file(FileReference(path: "/etc/passwd", size: 1, modified: 1, inode: 1))
    var blind = plain
    blind.options.trust.verification = .insecure
    for request in [program, variable, file, blind] {
      #expect(try moved(job(), request).state == .held(.byUser))
    }
    #expect(try moved(job(), plain).state == .waiting(.slot))
    #expect(try moved(job(), variable, to: [:]).state == .held(.missingSecret("env:AWS")))
    #expect(try moved(job(), program, to: [:]).state == .held(.byUser))
  }

  @Test func `J12 a file that is wrong says where`() throws {
    var secrets = LeftOutSecrets()
    let request = PreparedRequest(
      method: .get, url: "https://h/x", origin: Origin(scheme: "https", host: "h", port: 443))
    let portable = try #require(PortableJob(job(), request, leavingOut: &secrets))
    for url in ["ftp://h/x", "https://u:p@h/", "https:///x", "https://h:0/", "https://h/ x", "x"] {
      var wrong = portable
      wrong.request.url = url
      #expect(throws: Failure.self, "\(url)") {
        try wrong.job(
          in: "", variable: { _ in nil },
          gateway: { name throws(Failure) in GatewayUse(name: name) })
      }
    }
  }
}
