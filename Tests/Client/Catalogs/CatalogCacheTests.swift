import ClientModel
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
    catalogs = Self.catalogs(in: folder)
  }

  /// - Parameter smallest: By default, every document is cached.
  private static func catalogs(
    in folder: TemporaryFolder, smallest: ByteCount = 0, build: String = "this one"
  ) -> CatalogFolder {
    let cache = CatalogCache(
      folder: folder.path("deep/cache"), smallest: smallest, build: build
    ) { bytes in
      String(
        bytes.reduce(14_695_981_039_346_656_037 as UInt64) {
          ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }, radix: 16)
    }
    return CatalogFolder(workspace: folder.path(""), cache: cache)
  }

  private static func document(title: String, schema: String = "{type: object}") -> String {
    "openapi: 3.0.3\ninfo: {title: \(title), version: '1'}\npaths: {}\ncomponents:\n"
      + "  schemas:\n    S: \(schema)\n"
  }

  /// Whether the document was read, rather than taken from the cache.
  private func isRead(_ title: String, _ catalogs: CatalogFolder? = nil) throws -> Bool {
    var isRead = false
    let catalog = try (catalogs ?? self.catalogs).open(
      CatalogFile(name: "a", path: "catalogs/a.yaml")
    ) { progress in
      if progress.file == "catalogs/a.yaml" { isRead = true }
    }
    #expect(catalog.title == title)
    return isRead
  }

  private func cached() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/cache")).sorted()
  }

  private func cacheFile() throws -> URL {
    URL(fileURLWithPath: folder.path("deep/cache/" + (try #require(try cached().first))))
  }

  @Test(arguments: ["Documents", "Vendors"])
  func `a catalog from the cache equals the one that was read`(_ name: String) throws {
    let own = Document.folder.appending(path: name)
    try FileManager.default.copyItem(
      at: own, to: URL(fileURLWithPath: folder.path("catalogs")))
    for file in try FileManager.default.contentsOfDirectory(atPath: own.path).sorted()
    where file.hasSuffix(".yaml") || file.hasSuffix(".json") {
      let source = CatalogFile(name: "a", path: "catalogs/\(file)")
      let first: Catalog
      do throws(CatalogFailure) { first = try catalogs.open(source) } catch { continue }
      var isRead = false
      let again = try catalogs.open(source) { _ in isRead = true }
      #expect(!isRead, "\(file)")
      #expect(again == first, "\(file)")
    }
  }

  @Test(arguments: BundledCatalogs.names)
  func `a catalog from the cache has the rules of its extensions`(_ name: String) throws {
    try folder.write("catalogs/a.yaml", try #require(BundledCatalogs.text(of: name)))
    let source = CatalogFile(name: name, path: "catalogs/a.yaml")
    let first = try catalogs.open(source)
    var isRead = false
    #expect(try catalogs.open(source) { _ in isRead = true } == first)
    #expect(!isRead)
  }

  @Test func `a catalog from the cache has the problems of its document`() throws {
    try folder.write(
      "catalogs/a.yaml", Self.document(title: "One", schema: "{$ref: '#/nowhere'}"))
    let source = CatalogFile(name: "a", path: "catalogs/a.yaml")
    let first = try catalogs.open(source).problems
    #expect(first.map(\.why) == ["Its target does not exist."])
    #expect(try catalogs.open(source).problems == first)
  }

  @Test func `a document is read once, and anew when it changes`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
    try folder.write("catalogs/a.yaml", Self.document(title: "Two"))
    #expect(try isRead("Two"))
    #expect(try !isRead("Two"))
    #expect(try cached().count == 1)
  }

  @Test func `a small document is not cached`() throws {
    let catalogs = Self.catalogs(in: folder, smallest: 200_000)
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One", catalogs))
    #expect(try isRead("One", catalogs))
    let words = "  x-words: " + String(repeating: "words ", count: 35_000)
    try folder.write("catalogs/a.yaml", Self.document(title: "One") + words)
    #expect(try isRead("One", catalogs))
    #expect(try !isRead("One", catalogs))
  }

  @Test func `the name of a catalog without a title is not the cached one`() throws {
    try folder.write("catalogs/a.yaml", "openapi: 3.0.3\npaths: {}\n")
    for name in ["a", "b", "a"] {
      let catalog = try catalogs.open(CatalogFile(name: name, path: "catalogs/a.yaml"))
      #expect(catalog.title == name)
    }
  }

  @Test(arguments: [
    "P: {type: object, properties: {b: {type: string}}}", "P: {}\nQ: [}", "",
  ])
  func `a document is read anew when a file that it refers to changes`(_ text: String) throws {
    try folder.write(
      "catalogs/a.yaml", Self.document(title: "One", schema: "{$ref: './part.yaml#/P'}"))
    try folder.write("catalogs/part.yaml", "P: {type: object}")
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
    try folder.write("catalogs/part.yaml", text)
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
    let source = CatalogFile(name: "a", path: "catalogs/a.yaml")
    let fresh = try CatalogFolder(workspace: folder.path("")).open(source)
    #expect(try catalogs.open(source) == fresh)
  }

  @Test func `a document is read anew when a file that it refers to appears or is deleted`() throws
  {
    try folder.write(
      "catalogs/a.yaml", Self.document(title: "One", schema: "{$ref: './part.yaml#/P'}"))
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
    try folder.write("catalogs/part.yaml", "P: {type: object}")
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
    try FileManager.default.removeItem(atPath: folder.path("catalogs/part.yaml"))
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
  }

  @Test func `another build reads the document anew`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    let other = Self.catalogs(in: folder, build: "the other one")
    #expect(try isRead("One", other))
    #expect(try !isRead("One", other))
    #expect(try isRead("One"))
  }

  @Test func `a cache file with any bit flipped counts as absent`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    let file = try cacheFile()
    let bytes = try Data(contentsOf: file)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << (index % 8)
      try damaged.write(to: file)
      #expect(try isRead("One"), "byte \(index)")
    }
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try !isRead("One"))
  }

  @Test func `a cache file that is too short or too long counts as absent`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    let file = try cacheFile()
    let bytes = try Data(contentsOf: file)
    for count in 0..<bytes.count {
      try bytes.prefix(count).write(to: file)
      #expect(try isRead("One"), "\(count) bytes")
    }
    try (bytes + [0]).write(to: file)
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
  }

  @Test(arguments: 0..<20)
  func `damage that the checksum does not show is no trap`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let catalog = try Document.open("form.yaml")
    var writer = CompiledWriter()
    _ = writer.code(catalog)
    for _ in 0..<200 {
      var bytes = writer.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      bytes.withUnsafeBytes { bytes in
        var reader = CompiledReader(bytes)
        let read = reader.code(Catalog.blank)
        guard reader.isIntact else { return }
        for endpoint in read.endpoints {
          for parameter in endpoint.parameters { _ = read.words(parameter.schema) }
        }
      }
    }
  }

  @Test func `a cache file that others may write counts as absent`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    #expect(chmod(try cacheFile().path, 0o622) == 0)
    #expect(try isRead("One"))
    #expect(try !isRead("One"))
  }

  @Test func `no other user may read a cached catalog`() throws {
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    var facts = stat()
    #expect(stat(folder.path("deep/cache"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
    #expect(stat(try cacheFile().path, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
  }

  @Test func `a folder that cannot be made costs time, not the catalog`() throws {
    try folder.write("deep", "a file")
    try folder.write("catalogs/a.yaml", Self.document(title: "One"))
    #expect(try isRead("One"))
    #expect(try isRead("One"))
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
