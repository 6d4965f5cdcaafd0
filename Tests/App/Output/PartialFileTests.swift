import ClientDocuments
import ClientModel
import Foundation
import TestSupport
import Testing

@testable import weir

/// What becomes of a save that was broken off.
struct PartialFileTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws { folder = try TemporaryFolder() }

  private var target: String { folder.path("a.bin") }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
  }

  /// Leaves behind what a save that was killed would have.
  ///
  /// - Returns: Where it is.
  private func breakOff(_ bytes: [UInt8], leaving start: [UInt8]) throws -> String {
    let path = try PartialFile(saving: ByteSource(bytes), as: target).path
    try Data(start).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func saved() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: target)))
  }

  @Test func `a save that was not broken off leaves the file alone`() throws {
    #expect(try OutputFile.save(ByteSource(bytes), to: target) == 0)
    #expect(try saved() == bytes)
    #expect(try names() == ["a.bin"])
    #expect(try OutputFile.save(ByteSource(), to: folder.path("empty")) == 0)
    #expect(try names() == ["a.bin", "empty"])
  }

  @Test(arguments: [1, 262_144, 300_000, 700_000])
  func `the same content under the same name goes on where it was broken off`(start: Int) throws {
    _ = try breakOff(bytes, leaving: Array(bytes.prefix(start)))
    #expect(try OutputFile.save(ByteSource(bytes), to: target) == ByteCount(start))
    #expect(try saved() == bytes)
    #expect(try names() == ["a.bin"])
  }

  @Test func `what was written counts only as far as it is the content's beginning`() throws {
    let torn = Array(bytes.prefix(200_000)) + [UInt8](repeating: 0, count: 600_000)
    let shared = zip(torn, bytes).prefix { $0 == $1 }.count
    _ = try breakOff(bytes, leaving: torn)
    #expect(try OutputFile.save(ByteSource(bytes), to: target) == ByteCount(shared))
    #expect(try saved() == bytes)
  }

  @Test func `another content does not touch what a broken save left`() throws {
    let left = try breakOff(bytes, leaving: Array(bytes.prefix(9)))
    let other = Array(bytes.dropLast())
    #expect(try OutputFile.save(ByteSource(other), to: target) == 0)
    #expect(try saved() == other)
    #expect(try Data(contentsOf: URL(fileURLWithPath: left)) == Data(bytes.prefix(9)))
  }

  @Test func `a file that is there is never written over, nor one that is not a save of ours`()
    throws
  {
    try folder.write("a.bin", "mine")
    #expect(throws: Failure.self) { try OutputFile.save(ByteSource(bytes), to: target) }
    #expect(try saved() == Array("mine".utf8))
    #expect(try names() == ["a.bin"])
    unlink(target)
    let part = try breakOff(bytes, leaving: [])
    unlink(part)
    try folder.write("other", "other")
    symlink(folder.path("other"), part)
    #expect(throws: Failure.self) { try OutputFile.save(ByteSource(bytes), to: target) }
    unlink(part)
    link(folder.path("other"), part)
    #expect(throws: Failure.self) { try OutputFile.save(ByteSource(bytes), to: target) }
    #expect(
      try String(contentsOfFile: folder.path("other"), encoding: .utf8) == "other")
  }

  @Test func `two saves of the same content do not meet`() throws {
    let first = try PartialFile(saving: ByteSource(bytes), as: target)
    let failure = #expect(throws: Failure.self) {
      try OutputFile.save(ByteSource(bytes), to: target)
    }
    #expect(failure?.why == "Another command is saving it there.")
    try first.finish()
    #expect(try saved() == bytes)
  }

  @Test func `a name of the longest length can be saved`() throws {
    let name = folder.path(String(repeating: "é", count: 127))
    #expect(try OutputFile.save(ByteSource(bytes), to: name) == 0)
    #expect(FileManager.default.fileExists(atPath: name))
  }
}
