import ClientDocuments
import ClientModel
import ClientPipeline
import Synchronization
import Testing

/// Bodies that are read without a file.
struct StoredBytesTests {
  private static let body = StoredBody.file(name: "1", length: 3, sha256: [])

  @Test func `bytes without a file are read in short pieces while they grow`() throws {
    let grown = SharedBytes()
    let stored = StoredBytes(name: "remote:1") {
      OpenedBytes(
        length: { grown.content.withLock(\.count) },
        read: { buffer, offset in
          grown.content.withLock { bytes in
            let part = bytes.dropFirst(offset).prefix(min(buffer.count, 2))
            buffer.copyBytes(from: part)
            return part.count
          }
        })
    }
    #expect(stored.localFile == nil)
    var source = try Self.body.source(in: stored)
    #expect(try source.bytes(in: 0..<source.count) == Array("abc".utf8))
    grown.content.withLock { $0 += Array("defg".utf8) }
    #expect(source.count == 3)
    try source.refresh()
    #expect(try source.bytes(in: 1..<source.count) == Array("bcdefg".utf8))
    grown.content.withLock { $0 = [] }
    #expect(throws: DocumentError.self) { try source.bytes(in: 0..<3) }
  }

  @Test func `bytes that cannot be opened name their place and the reason`() {
    let stored = StoredBytes(name: "remote:1") { () throws(Failure) in
      throw Failure(.storage, what: "No.", why: "The server is gone.", whatToDo: "Wait.")
    }
    #expect(
      throws: DocumentError.unreadable(path: "remote:1", reason: "The server is gone.")
    ) { try Self.body.source(in: stored) }
    #expect(throws: DocumentError.self) { try Self.body.source(in: nil) }
  }
}

private final class SharedBytes: Sendable {
  let content = Mutex(Array("abc".utf8))
}
