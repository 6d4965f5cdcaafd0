import Foundation
import Glibc
import TestSupport
import Testing

@testable import ClientCatalogs

@Suite struct CatalogCacheTests {
  private let folder: TemporaryFolder
  private let catalogs: CatalogFolder

  init() throws {
    folder = try TemporaryFolder()
    let cache = CatalogCache(folder: folder.path("deep/cache")) { bytes in
      var sum: UInt64 = 14_695_981_039_346_656_037
      for start in stride(from: 0, to: bytes.count & ~7, by: 8) {
        sum =
          (sum ^ bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* 1_099_511_628_211
      }
      return String(sum, radix: 16)
    }
    catalogs = CatalogFolder(workspace: folder.path(""), cache: cache)
  }

  /// A little more than the smallest document that is cached.
  private static func wordy(title: String) -> String {
    "openapi: 3.0.3\ninfo: {title: \(title), version: '1'}\npaths: {}\ncomponents:\n"
      + "  schemas:\n    S: {type: object}\n  x-words: "
      + String(repeating: "words ", count: 35_000)
  }

  /// Whether the document was parsed, rather than taken from the cache.
  private func isParsed(_ title: String) throws -> Bool {
    var isParsed = false
    let catalog = try catalogs.open(CatalogFile(name: "a", path: "catalogs/a.yaml")) { progress in
      if progress.file == "catalogs/a.yaml" { isParsed = true }
    }
    #expect(catalog.title == title)
    #expect(catalog.problems == [])
    return isParsed
  }

  private func cached() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/cache")).sorted()
  }

  @Test func `a large document is parsed once, and anew when it changes`() throws {
    try folder.write("catalogs/a.yaml", Self.wordy(title: "One"))
    #expect(try isParsed("One"))
    #expect(try !isParsed("One"))
    try folder.write("catalogs/a.yaml", Self.wordy(title: "Two"))
    #expect(try isParsed("Two"))
    #expect(try !isParsed("Two"))
    #expect(try cached().count == 2)
  }

  @Test func `a file that it refers to is parsed anew when that one changes`() throws {
    let document = Self.wordy(title: "One").replacingOccurrences(
      of: "type: object", with: "$ref: './part.yaml#/P'")
    try folder.write("catalogs/a.yaml", document)
    try folder.write("catalogs/part.yaml", "P: {type: object, properties: {b: {type: string}}}")
    #expect(try isParsed("One"))
    #expect(try !isParsed("One"))
    try folder.write("catalogs/part.yaml", "P: {}\nQ: [}")
    let catalog = try catalogs.open(CatalogFile(name: "a", path: "catalogs/a.yaml"))
    #expect(catalog.problems.map(\.why).contains { $0.hasSuffix("(catalogs/part.yaml:2:5)") })
  }

  @Test(arguments: 0..<12)
  func `a damaged file counts as absent`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try folder.write("catalogs/a.yaml", Self.wordy(title: "One"))
    #expect(try isParsed("One"))
    let path = folder.path("deep/cache/" + (try #require(try cached().first)))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    switch seed % 4 {
    case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    case 1: bytes[Int.random(in: 0..<64, using: &random)] ^= 0x41
    case 2: bytes.append(0)
    default: bytes[Int.random(in: 64..<bytes.count, using: &random)] ^= 0x10
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try isParsed("One"), "seed \(seed)")
    #expect(try !isParsed("One"), "seed \(seed)")
  }

  @Test func `no other user may read a cached document`() throws {
    try folder.write("catalogs/a.yaml", Self.wordy(title: "One"))
    #expect(try isParsed("One"))
    var facts = stat()
    #expect(stat(folder.path("deep/cache"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
    #expect(stat(folder.path("deep/cache/" + (try cached()[0])), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
  }

  @Test func `a folder that cannot be made costs time, not the catalog`() throws {
    try folder.write("deep", "a file")
    try folder.write("catalogs/a.yaml", Self.wordy(title: "One"))
    #expect(try isParsed("One"))
    #expect(try isParsed("One"))
  }
}

/// Numbers that a seed alone decides.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// - Source: xorshift64*, Vigna 2016.
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
