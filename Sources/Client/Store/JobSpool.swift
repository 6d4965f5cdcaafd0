package import ClientModel
import Glibc

/// A temporary file of jobs, so that a large batch uses little memory before its commit. The file
/// has no name, and the kernel deletes it when the process ends. Secrets in the file are sealed as
/// in the store.
package final class JobSpool: Sendable {
  package let count: Int
  private let file: Int32
  private let vault: Vault

  fileprivate init(_ file: Int32, count: Int, vault: Vault) {
    (self.file, self.count, self.vault) = (file, count, vault)
  }

  deinit { close(file) }

  /// Calls `body` with each job, in the order of writing.
  package func forEach(_ body: (NewJob) throws -> Void) throws {
    var bytes: [UInt8] = []
    var (at, offset) = (0, off_t(0))
    for number in 0..<count {
      let head = try take(4, from: &bytes, &at, &offset)
      let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
      let record = try take(length, from: &bytes, &at, &offset)
      var reader = try Record.open(record, at: .spooled(number), vault: vault)
      try body(try SpooledJob(from: &reader).job)
    }
  }

  /// Returns the next bytes of the file. The file is read in large chunks.
  private func take(
    _ count: Int, from bytes: inout [UInt8], _ at: inout Int, _ offset: inout off_t
  ) throws(Failure) -> [UInt8] {
    while bytes.count - at < count {
      bytes.removeFirst(at)
      at = 0
      let piece = [UInt8](unsafeUninitializedCapacity: max(count, JobSpoolWriter.piece)) {
        $1 = max(0, pread(file, $0.baseAddress, $0.count, offset))
      }
      if piece.isEmpty { throw .damaged("the list of jobs to add is incomplete") }
      offset += off_t(piece.count)
      bytes += piece
    }
    defer { at += count }
    return Array(bytes[at..<at + count])
  }
}

/// A writer that creates a `JobSpool`.
package struct JobSpoolWriter {
  fileprivate static let piece = 1 << 18
  /// The Linux constant O_TMPFILE, which the Glibc module does not contain.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  private let file: Int32
  private let folder: String
  private var writer: PayloadWriter
  private var bytes: [UInt8] = []
  package private(set) var count = 0

  fileprivate init(in folder: String, vault: Vault) throws(Failure) {
    self.folder = folder
    file = open(folder, Self.unnamed | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, doing: "Preparing the rows", path: folder) }
    writer = PayloadWriter(for: .spooled(0), vault: vault)
  }

  package mutating func append(_ job: NewJob) throws(Failure) {
    writer.begin(.spooled(count))
    try SpooledJob(job: job).write(to: &writer)
    let record = Record.close(&writer)
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: record.count >> shift))
    }
    bytes += record
    count += 1
    if bytes.count >= Self.piece { try flush() }
  }

  /// Finishes writing. The writer must not be used afterwards.
  package mutating func finish() throws(Failure) -> JobSpool {
    try flush()
    return JobSpool(file, count: count, vault: writer.vault)
  }

  private mutating func flush() throws(Failure) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(file, $0.baseAddress! + start, $0.count - start) }
      guard written > 0 else {
        if errno == EINTR { continue }
        throw .system(errno, doing: "Preparing the rows", path: folder)
      }
      start += written
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

extension SQLiteStorage {
  /// Creates a temporary file in the store's folder, for jobs that are added later.
  package func spool() throws(Failure) -> JobSpoolWriter {
    try JobSpoolWriter(in: folder, vault: vault)
  }
}

extension RecordCoder {
  /// Creates a temporary file in a folder of this machine, for jobs that are added later.
  package func spool(in folder: String) throws(Failure) -> JobSpoolWriter {
    try JobSpoolWriter(in: folder, vault: vault)
  }
}

/// A job as bytes, before its commit.
private struct SpooledJob: PayloadFields {
  static let blank = SpooledJob(job: NewJob(request: .blank, lane: LaneKey(name: "")))

  var job: NewJob

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var (workspace, name) = (job.lane.workspace, job.lane.name)
    try coder.field(1, &workspace)
    try coder.field(2, &name)
    if coder.isReading { job.lane = LaneKey(workspace: workspace, name: name) }
    try coder.field(3, &job.state, default: .waiting(.slot))
    try coder.field(4, &job.priority, default: 0)
    try coder.field(5, &job.scheduling, default: .queued)
    try coder.field(6, &job.name)
    try coder.field(7, &job.call)
    try coder.fields(8, of: &job.request)
  }
}

extension RowIdentity {
  fileprivate static func spooled(_ number: Int) -> RowIdentity {
    RowIdentity(kind: .spooled, key: Int64(number))
  }
}
