import ClientCore
public import ClientModel
import ClientStore
import Glibc

/// The bodies over 64 KiB, as rows of 64 KiB.
///
/// While a body is received, it is a file on this machine, which its readers here use. Its end
/// stores it on the server and deletes the file.
struct PostgresBodies: Sendable {
  private static let chunk = 1 << 16
  /// The number of chunks that are sent or read together.
  private static let portion = 32

  private let folder: String
  private let owner: String
  private let readers: PostgresReaders
  private let writers: PostgresPool

  init(_ server: PostgresServer, folder: String, owner: String, readers: PostgresReaders) {
    self.folder = folder + "/bodies"
    (self.owner, self.readers) = (owner, readers)
    writers = PostgresPool(server, for: .write)
  }

  func new(for attempt: AttemptID) -> NewBody {
    let name = "\(owner)-\(attempt.job)-\(attempt.number)"
    return NewBody(bytes: bytes(named: name)) { () throws(Failure) in
      try create(name, of: attempt)
    }
  }

  func bytes(named name: String) -> StoredBytes {
    StoredBytes(name: name) { () throws(Failure) in
      // The file may be stored and deleted between the check and its opening.
      if access(path(of: name), F_OK) == 0 {
        do throws(Failure) { return try StoredBytes(localFile: path(of: name)).open() } catch {
          if access(path(of: name), F_OK) == 0 { throw error }
        }
      }
      return try stored(name)
    }
  }

  private func path(of name: String) -> String {
    "\(folder)/\(name.words(at: "/").last.map(String.init) ?? "none")"
  }

  private func create(_ name: String, of attempt: AttemptID) throws(Failure) -> BodyWriter {
    _ = mkdir(folder, 0o700)
    let path = path(of: name)
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .bodyNotStored(in: path, error: errno) }
    return BodyWriter(
      name: name, description: path, descriptor: file,
      sync: { file in
        do throws(Failure) { try upload(file, of: attempt) } catch {
          return error.kind == .diskFull ? ENOSPC : EIO
        }
        unlink(path)
        return 0
      },
      remove: {
        unlink(path)
        // If this fails, the rows are deleted together with the job.
        do throws(Failure) { try delete(attempt) } catch {}
      })
  }

  /// Stores a file as rows. A part that was stored before is replaced.
  private func upload(_ file: Int32, of attempt: AttemptID) throws(Failure) {
    try writers.use { db in
      var number: Int64 = 0
      var isAtEnd = false
      while !isAtEnd {
        for _ in 0..<Self.portion where !isAtEnd {
          let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            count = max(
              0, pread(file, buffer.baseAddress, Self.chunk, off_t(number) * off_t(Self.chunk)))
          }
          isAtEnd = bytes.count < Self.chunk
          if bytes.isEmpty { break }
          try db.add(
            """
            INSERT INTO chunks VALUES($1, $2, $3) \
            ON CONFLICT(attempt, number) DO UPDATE SET bytes = excluded.bytes
            """, [.integer(attempt.key), .integer(number), .bytes(bytes)])
          number += 1
        }
        try db.run()
      }
    }
  }

  private func delete(_ attempt: AttemptID) throws(Failure) {
    try writers.use { db in
      _ = try db.rows("DELETE FROM chunks WHERE attempt = $1", [.integer(attempt.key)])
    }
  }

  /// Opens a body on the server.
  private func stored(_ name: String) throws(Failure) -> OpenedBytes {
    let parts = name.words(at: "-")
    guard parts.count > 2, let job = Int64(parts[parts.count - 2]),
      let number = Int(parts[parts.count - 1])
    else {
      throw Failure(
        .storage, what: "The body was not opened.", why: "`\(name)` is not the name of a body.",
        whatToDo: "Read a body that a job has.")
    }
    let attempt = AttemptID(job: JobID(job), number: number).key
    return OpenedBytes(
      length: { () throws(Failure) in
        try readers.runNow { tables in
          let last = try tables.db.rows(
            """
            SELECT number * \(Self.chunk) + length(bytes) FROM chunks WHERE attempt = $1 \
            ORDER BY number DESC LIMIT 1
            """, [.integer(attempt)])
          return Int(last.first?.integer(0) ?? 0)
        }
      },
      read: { (buffer, offset) throws(Failure) in
        try readers.runNow { tables in try Self.read(attempt, into: buffer, from: offset, tables) }
      })
  }

  private static func read(
    _ attempt: Int64, into buffer: UnsafeMutableRawBufferPointer, from offset: Int,
    _ tables: PostgresTables
  ) throws -> Int {
    if buffer.isEmpty { return 0 }
    let first = offset / chunk
    let last = min((offset + buffer.count - 1) / chunk, first + portion - 1)
    var (count, skip) = (0, offset % chunk)
    for row in try tables.db.rows(
      "SELECT bytes FROM chunks WHERE attempt = $1 AND number BETWEEN $2 AND $3 ORDER BY number",
      [.integer(attempt), .integer(Int64(first)), .integer(Int64(last))])
    {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      count += row.copy(0, from: skip, to: rest)
      skip = 0
    }
    return count
  }

  /// Deletes the files of ended processes, whose attempts did not end.
  ///
  /// - Parameter isAlive: Returns whether the process with a name may be alive.
  func sweep(isAlive: (String) -> Bool) {
    for name in FolderEntries.names(in: folder) {
      let owner = name.words(at: "-").dropLast(2).joined(separator: "-")
      if owner != self.owner, !isAlive(owner) { unlink(path(of: name)) }
    }
  }

  func close() {
    writers.close()
    // The folder stays if it is not empty.
    _ = rmdir(folder)
  }
}

extension PostgresStorage {
  public func newBody(for attempt: AttemptID) -> NewBody { bodies.new(for: attempt) }
  public func bytes(named name: String) -> StoredBytes { bodies.bytes(named: name) }

  /// Always fails, because files are not copied to the server yet.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    throw Failure(
      .unsupported, what: "The files were not copied.",
      why: "A store on PostgreSQL does not keep copies of files.",
      whatToDo: "Send the files from their original paths.")
  }
}
