import ClientCore
import ClientModel
import ClientStore
import Testing

/// What assertions came to, in both storages.
struct StoredCheckTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func store(_ kind: StoreKind) async throws -> any Storage {
    try await kind.make(in: folder, clock: clock)
  }

  @Test(arguments: StoreKind.allCases)
  func `what assertions came to stays with the attempt and is counted at the job`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    var request = PreparedRequest.fixture("/a")
    request.assertions = [try Assertion("status 200"), try Assertion(".id == 7")]
    let id = try await store.add([
      NewJob(request: request, lane: .fixture("api"))
    ])[0]
    #expect(try await store.request(of: id)?.assertions == request.assertions)
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    var result = AttemptResult.fixture()
    result.verdicts = [
      AssertionVerdict("status 200", .held), AssertionVerdict(".id == 7", .failed(got: "8")),
    ]
    _ = try await store.commit(StoreBatch(ends: [.fixture(id, result: result)]))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.state == .succeeded)
    #expect(job.check == CheckTally(held: 1, failed: 1, first: ".id == 7: got 8"))
    #expect(try await store.attempts(of: id).last?.result == result)
  }

  @Test(arguments: StoreKind.allCases)
  func `where a response is sealed the job says only which assertion failed`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let id = try await store.add([.fixture("/a")])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    var end = AttemptEnd.fixture(id)
    end.protection = .sealed
    end.result.verdicts = [AssertionVerdict(".token == 1", .failed(got: "\"s3cret\""))]
    _ = try await store.commit(StoreBatch(ends: [end]))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.check == CheckTally(held: 0, failed: 1, first: ".token == 1"))
    #expect(try await store.attempts(of: id).last?.result?.verdicts == end.result.verdicts)
  }
}
