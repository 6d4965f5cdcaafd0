import ClientCatalogs
import Foundation

@main struct Bench {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments[1] == "all" {
      for path in arguments.dropFirst(2) {
        let url = URL(fileURLWithPath: path)
        let folder = CatalogFolder(workspace: url.deletingLastPathComponent().deletingLastPathComponent().path)
        let relative = url.deletingLastPathComponent().lastPathComponent + "/" + url.lastPathComponent
        let start = ContinuousClock.now
        do throws(CatalogFailure) {
          let catalog = try folder.open(CatalogFile(name: url.lastPathComponent, path: relative))
          print(path, ContinuousClock.now - start, catalog.groups.reduce(0) { $0 + $1.endpoints.count }, "endpoints", catalog.problems.count, "problems")
          for problem in catalog.problems.prefix(6) { print("   ", problem.place, problem.what, problem.why) }
        } catch {
          if case .refused(let problem) = error { print(path, problem.place, problem.what, problem.why) }
        }
      }
      return
    }
    if arguments[1] == "fuzz" {
      var random = SystemRandomNumberGenerator()
      let texts = try arguments.dropFirst(2).map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
      let words = ["{", "}", "[", "]", ":", ",", "\"", "'", "&a ", "*a", "<<: ", "\n", "- ", "$ref", "null", "true", "#/components/schemas/", "#/", "allOf: ", "oneOf: ", "\u{0}", "é", "- - - ", "? ", "type: [object, array]", "9e999", "-", "|\n", "\\u", "%", "properties: ", "items: "]
      let end = ContinuousClock.now + .seconds(60)
      var count = 0, well = 0
      while ContinuousClock.now < end {
        var bytes = texts.randomElement(using: &random)!
        for _ in 0..<Int.random(in: 1...8) {
          guard bytes.count > 2 else { break }
          let start = Int.random(in: 0..<bytes.count), stop = min(bytes.count, start + Int.random(in: 1...60))
          switch Int.random(in: 0..<5) {
          case 0: bytes.removeSubrange(start..<stop)
          case 1: bytes.insert(contentsOf: bytes[start..<stop], at: start)
          case 2: bytes.replaceSubrange(start..<stop, with: words.randomElement()!.utf8)
          case 3: bytes[start] = UInt8.random(in: 0...255)
          default:
            let piece = Array(bytes[start..<stop]); bytes.removeSubrange(start..<stop)
            bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count))
          }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: "/tmp/weir/catbench/last.txt"))
        let start = ContinuousClock.now
        do throws(CatalogProblem) { _ = try Catalog.read(text: String(decoding: bytes, as: UTF8.self), name: "f"); well += 1 } catch {}
        let took = ContinuousClock.now - start
        if took > .seconds(1) { print("slow", took); try Data(bytes).write(to: URL(fileURLWithPath: "/tmp/weir/catbench/slow\(count).txt")) }
        count += 1
      }
      print(count, "documents,", well, "opened")
      return
    }
    let cache = arguments.count > 3 ? CatalogCache(folder: arguments[3]) { bytes in
      var sum: UInt64 = 14_695_981_039_346_656_037
      for index in stride(from: 0, to: bytes.count & ~7, by: 8) { sum = (sum ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 1_099_511_628_211 }
      return String(sum, radix: 16)
    } : nil
    let folder = CatalogFolder(workspace: arguments[1], cache: cache)
    for _ in 0..<5 {
      let start = ContinuousClock.now
      do throws(CatalogFailure) {
        let catalog = try folder.open(CatalogFile(name: "x", path: arguments[2]))
        print(ContinuousClock.now - start, catalog.groups.reduce(0) { $0 + $1.endpoints.count }, "endpoints", catalog.problems.count, "problems")
      } catch { print(error) }
    }
  }
}
