import ExternalStore
import Foundation
import WeirClient
import WeirClientTesting

/// Checks each promise of a store on a new store of this package, and fails when one is broken.
@main
struct CheckStore {
  static func main() async {
    let folder = FileManager.default.temporaryDirectory.appending(path: "weir-check-\(getpid())")
    var broken = 0
    for check in StorageCheck.all {
      let store = ExternalStore.MemoryStorage(clock: SystemClock(), bodyFolder: folder.path)
      for violation in await check.violations(of: store) {
        broken += 1
        print("\(check): \(violation)")
      }
    }
    print("\(StorageCheck.all.count) promises checked, \(broken) violations")
    exit(broken == 0 ? 0 : 1)
  }
}
