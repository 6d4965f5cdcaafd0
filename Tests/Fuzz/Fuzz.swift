import ClientDocuments
import Foundation

/// `weir-fuzz [--seconds N] [--seed N] [target…]`: feeds mutated bodies to the readers of bodies, and
/// URLs to Weir's parser and libcurl's (`urls`, see `URLFuzz`), until the time is up, as many at once as
/// there are processors. Intended for builds with `--sanitize=address`; a crash leaves the inputs that were
/// being read in `fuzz-crash-TARGET.bin`, and `weir-fuzz --replay FILE target` runs one alone. What it finds
/// becomes a test.
@main
enum Fuzz {
  static func main() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let seconds = number(after: "--seconds", in: &words) ?? 20
    let seed = number(after: "--seed", in: &words) ?? Int(UInt32.random(in: 0...UInt32.max))
    let replay = value(after: "--replay", in: &words)
    let urls = URLFuzz(seconds: seconds, count: number(after: "--count", in: &words), seed: seed)
    let fuzzesURLs = words.isEmpty || words.contains("urls")
    let bodies = words.filter { $0 != "urls" }
    let wanted = words.isEmpty ? FuzzTarget.all : FuzzTarget.all.filter { bodies.contains($0.name) }
    guard wanted.count == bodies.count || words.isEmpty else {
      print("There are the targets urls, \(FuzzTarget.all.map(\.name).joined(separator: ", ")).")
      exit(2)
    }
    if let replay {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: replay)))
      for target in wanted { try target.read(bytes) }
      return
    }
    try await withThrowingTaskGroup { group in
      if fuzzesURLs { group.addTask { try urls.run() } }
      for target in wanted {
        group.addTask { try run(target, seconds: seconds, seed: seed) }
      }
      try await group.waitForAll()
    }
  }

  private static func run(_ target: FuzzTarget, seconds: Int, seed: Int) throws {
    let file = "fuzz-crash-\(target.name).bin"
    var mutator = Mutator(seed: UInt64(seed), corpus: target.corpus)
    let end = ContinuousClock.now + .seconds(seconds)
    var runs = 0
    var bytes = 0
    while ContinuousClock.now < end {
      let input = mutator.next()
      // Written before it is read: a crash leaves no time for it.
      try Data(input).write(to: URL(fileURLWithPath: file))
      try target.read(input)
      runs += 1
      bytes += input.count
    }
    try FileManager.default.removeItem(atPath: file)
    print("\(target.name): \(runs) inputs, \(bytes / 1024) KiB, seed \(seed): nothing found")
  }

  private static func value(after flag: String, in words: inout [String]) -> String? {
    guard let place = words.firstIndex(of: flag), place + 1 < words.count else { return nil }
    defer { words.removeSubrange(place...place + 1) }
    return words[place + 1]
  }

  private static func number(after flag: String, in words: inout [String]) -> Int? {
    value(after: flag, in: &words).flatMap { Int($0) }
  }
}
