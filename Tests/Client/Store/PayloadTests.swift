import ClientModel
import Testing

@testable import ClientStore

/// What is written is read back the same; what is damaged is refused by name.
struct PayloadTests {
  let folder = StateFolder()

  private func written(
    _ vault: Vault, _ write: (inout PayloadWriter) throws(Failure) -> Void
  ) throws -> PayloadReader {
    var writer = PayloadWriter(for: .request(of: JobID(7)), vault: vault)
    try write(&writer)
    let bytes = Record.close(&writer)
    return try Record.open(bytes, at: .request(of: JobID(7)), vault: vault)
  }

  @Test(arguments: 0..<200)
  func `requests, states and results are read as they were written`(_ seed: Int) throws {
    var random = RandomRequests(seed: seed + 1)
    let vault = Vault(folder: folder.path)
    let (request, state, result) = (random.request(), random.jobState(), random.result())
    var reader = try written(vault) { (w) throws(Failure) in try request.write(to: &w) }
    #expect(try PreparedRequest(from: &reader) == request, "seed \(seed)")
    #expect(reader.isAtEnd)
    let attempt = random.attempt(request)
    reader = try written(vault) { (w) throws(Failure) in try attempt.write(to: &w) }
    #expect(try Attempt(id: attempt.id, from: &reader) == attempt, "seed \(seed)")
    #expect(reader.isAtEnd)
    reader = try written(vault) { (w) throws(Failure) in try state.write(to: &w) }
    #expect(try JobState(from: &reader) == state, "seed \(seed)")
    #expect(reader.isAtEnd)
    let standing = random.standing()
    reader = try written(vault) { (w) throws(Failure) in try standing.write(to: &w) }
    #expect(try RemoteJobState(from: &reader) == standing, "seed \(seed)")
    #expect(reader.isAtEnd)
    reader = try written(vault) { (w) throws(Failure) in
      try result.write(to: &w, protection: .plain)
    }
    #expect(try AttemptResult(from: &reader) == result, "seed \(seed)")
    #expect(reader.isAtEnd)
  }

  @Test(arguments: 0..<20)
  func `every flipped bit and every cut is found`(_ seed: Int) throws {
    var random = RandomRequests(seed: seed + 900)
    let vault = Vault(folder: folder.path)
    var writer = PayloadWriter(for: .request(of: JobID(7)), vault: vault)
    try random.request().write(to: &writer)
    let bytes = Record.close(&writer)
    for bit in 0..<min(bytes.count * 8, 4000) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: Failure.self) {
        _ = try Record.open(flipped, at: .request(of: JobID(7)), vault: vault)
      }
    }
    for count in 0..<bytes.count {
      #expect(throws: Failure.self) {
        _ = try Record.open(Array(bytes.prefix(count)), at: .request(of: JobID(7)), vault: vault)
      }
    }
    #expect(throws: Failure.self) {
      _ = try Record.open(bytes, at: .request(of: JobID(8)), vault: vault)
    }
    #expect(throws: Failure.self) {
      _ = try Record.open(bytes, at: RowIdentity(kind: .result, key: 7), vault: vault)
    }
  }

  @Test(arguments: 0..<200)
  func `rubbish is refused without a trap`(_ seed: Int) {
    var random = RandomRequests(seed: seed + 5000)
    let vault = Vault(folder: folder.path)
    let bytes = (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let rubbish = [UInt8(seed % 4 + 1)] + bytes
    // Any end but a trap will do; a lucky read is not a mistake.
    var reader = PayloadReader(rubbish, at: .request(of: JobID(7)), vault: vault)
    do { _ = try PreparedRequest(from: &reader) } catch { #expect(!error.why.isEmpty) }
    reader = PayloadReader(Array(rubbish.dropFirst()), at: .request(of: JobID(7)), vault: vault)
    do { _ = try GatewayUse(from: &reader) } catch { #expect(!error.why.isEmpty) }
    reader = PayloadReader([1] + rubbish.dropFirst(), at: .request(of: JobID(7)), vault: vault)
    do { _ = try AttemptResult(from: &reader) } catch { #expect(!error.why.isEmpty) }
  }
}
