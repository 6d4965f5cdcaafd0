import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// Credentials in addresses are sealed, wherever an address is stored, and come back as they were.
struct URLSecretTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func request(_ url: String) -> PreparedRequest {
    PreparedRequest(
      method: .get, url: url, origin: Origin(scheme: "https", host: "h", port: 443),
      headers: [HeaderField("X-Api-Key", "canary-plain")])
  }

  @Test func `a request comes back with the same address, and no file holds what is secret in it`()
    async throws
  {
    var sent = request("https://h/a?page=2&api_key=canary-1&x=%C3%A4&sig=canary-2")
    let known = sent.urlSecrets
    sent.setURL(SecretRanges([10..<11]).union(known).pieces(of: sent.url))
    var (answered, standing) = (sent, RemoteJobState(address: "", accepted: clock.now))
    standing.address = "https://h/jobs/1?token=canary-3"
    // Which name is a credential may be known to the workspace alone.
    standing.resultAddress = "https://h/results/1?own=canary-5"
    answered.assertions = [try Assertion("status 200")]
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let lane = LaneKey.fixture()
    let ids = try await store.add([
      NewJob(request: sent, lane: lane), NewJob(request: answered, lane: lane),
    ])
    for (id, request) in zip(ids, [sent, answered]) {
      let stored = try #require(try await store.request(of: id))
      #expect(stored.url == request.url && stored.urlSecrets == request.urlSecrets)
      #expect(stored.assertions == request.assertions)
      #expect(stored.displayURL == "https://h/••••••?page=2&api_key=••••••&x=%C3%A4&sig=••••••")
    }
    let question = JobState.held(
      .question(.redirectCarriesBody(to: "https://i/?access_token=canary-4", status: 307)))
    let new = standing
    _ = try await store.change(ids) { job in
      JobChange(state: question, at: job.since, remote: .set(new))
    }
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [ids[0]])).first)
    #expect(job.state == question && job.remote == standing)
    let everything = folder.everything()
    #expect(!everything.holds("canary"))
    await store.close()
  }

  @Test func `the names of a workspace hold for a stored address, and behind a redirect`()
    async throws
  {
    var sent = request("https://h/a?key=shown&own=canary-1")
    sent.hideURLSecrets(named: CredentialNames(adding: ["own"], plain: ["key"]))
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let id = try await store.add([NewJob(request: sent, lane: .fixture())])[0]
    var stored = try #require(try await store.request(of: id))
    #expect(stored.displayURL == "https://h/a?key=shown&own=••••••")
    stored.url = "https://h/b?own=canary-2&key=shown"
    #expect(stored.displayURL == "https://h/b?own=••••••&key=shown")
    #expect(!folder.everything().holds("canary"))
    await store.close()
  }

  @Test func `an address of a response is sealed when a field of it is a credential`() async throws
  {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let id = try await store.add([.fixture()])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    let head = ResponseHead(
      status: 302,
      fields: [
        ResponseField("Location", "/next?access_token=canary-1"),
        ResponseField("X-Subject-Token", "canary-2"), ResponseField("Link", "</plain?page=2>"),
      ])
    let result = AttemptResult(end: .responded, head: head)
    _ = try await store.commit(StoreBatch(ends: [.fixture(id, result: result)]))
    #expect(try await store.attempts(of: id).first?.result?.head == head)
    let everything = folder.everything()
    #expect(everything.holds("/plain?page=2") && !everything.holds("canary"))
    await store.close()
  }
}
