import ClientCatalogs
import Glibc

@main struct Bench {
  static func main() {
    let arguments = CommandLine.arguments
    let cache = arguments.count > 3 ? CatalogCache(folder: arguments[3]) { bytes in
      var sum: UInt64 = 14_695_981_039_346_656_037
      for index in stride(from: 0, to: bytes.count & ~7, by: 8) { sum = (sum ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 1_099_511_628_211 }
      return String(sum, radix: 16)
    } : nil
    let folder = CatalogFolder(workspace: arguments[1], cache: cache)
    for _ in 0..<3 {
      let start = ContinuousClock.now
      do throws(CatalogFailure) {
        let catalog = try folder.open(CatalogFile(name: "x", path: arguments[2]))
        print(ContinuousClock.now - start, catalog.groups.reduce(0) { $0 + $1.endpoints.count }, "endpoints", catalog.problems.count, "problems")
        for problem in catalog.problems.prefix(3) { print(" ", problem) }
      } catch { print(error) }
    }
  }
}
