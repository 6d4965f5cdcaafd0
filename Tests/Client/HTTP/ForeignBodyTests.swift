import ClientCore
import ClientModel
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ClientHTTP

/// Bodies of a store that does not keep them in files of this machine.
struct ForeignBodyTests {
  /// A store of one body. Its writer is a file without a name.
  private final class Cellar: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let syncs = Mutex(0)
    let removals = Mutex(0)

    var stored: StoredBytes {
      StoredBytes(name: "cellar:1") {
        OpenedBytes(
          length: { self.bytes.withLock(\.count) },
          read: { buffer, offset in
            self.bytes.withLock { bytes in
              // Short reads are allowed.
              let part = bytes.dropFirst(offset).prefix(min(buffer.count, 1000))
              buffer.copyBytes(from: part)
              return part.count
            }
          })
      }
    }

    func destination(_ folder: TemporaryFolder) -> NewBody {
      NewBody(bytes: stored) {
        let file = open(folder.path("part"), O_RDWR | O_CREAT, 0o600)
        unlink(folder.path("part"))
        return BodyWriter(
          name: "1", description: "cellar:1", descriptor: file,
          sync: { descriptor in
            var status = stat()
            fstat(descriptor, &status)
            var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
            pread(descriptor, &bytes, bytes.count, 0)
            self.bytes.withLock { $0 = bytes }
            self.syncs.withLock { $0 += 1 }
            return 0
          }, remove: { self.removals.withLock { $0 += 1 } })
      }
    }
  }

  private let folder: TemporaryFolder
  private let pattern = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a body is written through the descriptor of its writer`() throws {
    let cellar = Cellar()
    var sink = BodySink(cellar.destination(folder))
    try sink.write(pattern)
    try sink.flush()
    try sink.sync()
    guard case .file(let name, let length, let sha256) = sink.stored() else {
      Issue.record("The body is not stored.")
      return
    }
    #expect(name == "1" && length == 200_000 && sha256.count == 32)
    #expect(cellar.bytes.withLock { $0 } == pattern)
    #expect(cellar.syncs.withLock { $0 } == 1)
  }

  @Test func `a discarded body is removed by its writer`() throws {
    let cellar = Cellar()
    var sink = BodySink(cellar.destination(folder))
    try sink.write(pattern)
    sink.empty()
    #expect(cellar.removals.withLock { $0 } == 1)
  }

  @Test func `a small body creates nothing`() throws {
    let refusal = Failure(.storage, what: "No.", why: "It is not needed.", whatToDo: "Wait.")
    let destination = NewBody(bytes: StoredBytes(localFile: "/nowhere")) { () throws(Failure) in
      throw refusal
    }
    var sink = BodySink(destination)
    try sink.write([UInt8](repeating: 1, count: 1 << 16))
    #expect(sink.stored() == .inline([UInt8](repeating: 1, count: 1 << 16)))
    #expect(throws: refusal) { try sink.write([1]) }
  }

  @Test func `a cached body is copied into a store without files, and back`() {
    let (cellar, other) = (Cellar(), Cellar())
    cellar.bytes.withLock { $0 = pattern }
    let cached = CachedBody.stored(cellar.stored, length: 200_000, sha256: [])
    #expect(
      cached.placed(as: other.destination(folder))
        == .file(name: "1", length: 200_000, sha256: []))
    #expect(other.bytes.withLock { $0 } == pattern)
    let path = folder.path("file")
    #expect(
      cached.placed(as: NewBody(localFile: path))
        == .file(name: "file", length: 200_000, sha256: []))
    let short = CachedBody.stored(cellar.stored, length: 200_001, sha256: [])
    #expect(short.placed(as: other.destination(folder)) == nil)
    #expect(other.removals.withLock { $0 } == 1)
  }
}
