import ClientCore
import ClientStore
import Testing
import WeirClientTesting

/// What all storages promise.
struct StorageContractTests {
  @Test(arguments: StoreKind.allCases, StorageCheck.all)
  func `a store fulfils each promise`(_ kind: StoreKind, _ check: StorageCheck) async throws {
    let folder = StateFolder()
    let store = try await kind.make(in: folder, clock: StillClock())
    #expect(await check.violations(of: store) == [])
  }

  @Test func `a store that fulfils no promise is reported for each`() async throws {
    for check in StorageCheck.all {
      let store = try await StoreKind.sqlite.make(in: StateFolder(), clock: StillClock())
      await store.close()
      #expect(await check.violations(of: store) != [], "\(check)")
    }
  }
}
