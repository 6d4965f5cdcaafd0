public import ClientCore
public import ClientModel
import Glibc
import Synchronization

/// A channel for raised events between the processes that share a store. Each event is appended to
/// the file `events` with one write. The doorbell notifies the other processes, which then read it.
///
/// The file is not durable: writes do not wait for the disk, and a file that is too long is
/// truncated. A process that starts after an event finds the event only in the event log.
final class RaisedEvents: Sendable {
  private static let longest: off_t = 1 << 20

  private let path: String
  private let instance: String
  private let vault: Vault
  /// The file offset of the next read. The initial offset is the end of the file, so earlier events
  /// are skipped.
  private let position: Mutex<off_t>

  init(path: String, instance: String, vault: Vault) {
    self.path = path
    self.instance = instance
    self.vault = vault
    position = Mutex(off_t(PrivateFile.size(of: path)))
  }

  func append(_ raised: RaisedEvent) throws(Failure) {
    let file = try PrivateFile.openShared(path)
    defer { close(file) }
    if PrivateFile.size(of: path) > Self.longest { _ = ftruncate(file, 0) }
    let bytes = try bytes(of: raised)
    guard write(file, bytes, bytes.count) == bytes.count else {
      throw .system(errno, doing: "Notifying other processes of an event", path: path)
    }
  }

  /// Returns the events that other processes appended since the last call. Stops at an unreadable
  /// record.
  func read() -> [RaisedEvent] {
    position.withLock { position in
      let size = off_t(PrivateFile.size(of: path))
      if size < position { position = 0 }
      guard size > position else { return [] }
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return [] }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: Int(size - position))
      let count = pread(file, &bytes, bytes.count, position)
      guard count > 0 else { return [] }
      position += off_t(count)
      return records(in: Array(bytes.prefix(count)))
    }
  }

  private var place: RowIdentity { RowIdentity(kind: .changes, key: 0, name: "events") }

  private func bytes(of raised: RaisedEvent) throws(Failure) -> [UInt8] {
    var inner = PayloadWriter(for: place, vault: vault)
    inner.text(instance)
    try raised.write(to: &inner)
    var framed = PayloadWriter(for: place, vault: vault)
    framed.blob(inner.bytes)
    return framed.bytes
  }

  private func records(in bytes: [UInt8]) -> [RaisedEvent] {
    var found: [RaisedEvent] = []
    var reader = PayloadReader(bytes, at: place, vault: vault)
    do throws(Failure) {
      while !reader.isAtEnd {
        var record = PayloadReader(try reader.blob(), at: place, vault: vault)
        let author = try record.text()
        let raised = try RaisedEvent(from: &record)
        if author != instance { found.append(raised) }
      }
    } catch {
      // The disk was full, so a record is incomplete. Later records cannot be found.
    }
    return found
  }
}

extension SQLiteStorage {
  public func raise(_ event: RaisedEvent) async throws(Failure) {
    if case .readOnly(let failure) = access { throw failure }
    try files.raise(event)
  }

  public func raised() async -> [RaisedEvent] { files.raised() }
}
