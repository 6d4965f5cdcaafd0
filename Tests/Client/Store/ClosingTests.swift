import ClientCore
import ClientModel
import Dispatch
import Testing

@testable import ClientStore

/// The end of a store's use, while others still use it.
struct ClosingTests {
  private let folder = StateFolder()

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
  }

  @Test func `closing waits for who reads, and refuses who comes later`() async throws {
    let store = try await open()
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let goesOn = DispatchSemaphore(value: 0)
    let reading = Task {
      try await store.read { tables in
        begins.yield()
        goesOn.wait()
        return try tables.revision()
      }
    }
    for await _ in begun { break }
    let closing = Task { await store.close() }
    var refusal: Failure?
    while refusal == nil {
      do throws(Failure) { _ = try await store.lanes() } catch { refusal = error }
    }
    #expect(refusal?.why == "It is closed because Weir is quitting.")
    await #expect(throws: Failure.self) { try await store.add([.fixture()]) }
    goesOn.signal()
    #expect(try await reading.value == 0, "what had begun reads to its end")
    await closing.value
  }

  @Test func `a closed store gives nobody the queue, and can be closed again`() async throws {
    let store = try await open()
    #expect(try await store.claim() == .mine)
    await store.close()
    await #expect(throws: Failure.self) { try await store.claim() }
    await store.close()
  }

  @Test func `a store may be closed under many who read and write`() async throws {
    for _ in 0..<40 {
      let store = try await open()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            do throws(Failure) {
              for _ in 0..<10_000 {
                if number < 6 {
                  _ = try await store.lanes()
                } else {
                  _ = try await store.add([.fixture()])
                }
              }
              Issue.record("It was never closed.")
            } catch {
              #expect(error.why == "It is closed because Weir is quitting.")
            }
          }
        }
        await Task.yield()
        await store.close()
      }
    }
  }
}
