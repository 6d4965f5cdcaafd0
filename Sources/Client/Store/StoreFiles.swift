import ClientCore
import ClientModel

/// The files of a store other than its database.
struct StoreFiles: Sendable {
  let bodies: BodyFolder
  let snapshots: SnapshotFolder
  let runnerLock: RunnerLockFile
  let bell: CommitNotifier
  private let raisedEvents: RaisedEvents

  /// Creates the values that manage the files of a store.
  ///
  /// - Parameters:
  ///   - folder: The folder of the store.
  ///   - shared: The folder of the files that a read-only process also writes.
  init(folder: String, shared: String, owner: Owner, vault: Vault) throws(Failure) {
    bodies = BodyFolder(folder: folder, instance: owner.instance)
    snapshots = SnapshotFolder(folder: folder, instance: owner.instance)
    bell = try CommitNotifier(path: shared + "/doorbell")
    raisedEvents = RaisedEvents(path: shared + "/events", instance: owner.instance, vault: vault)
    runnerLock = try RunnerLockFile(path: shared + "/runner.lock")
  }

  /// Deletes the files that became unreferenced in a transaction. Must be called after the commit.
  func delete(_ ledger: WriteTransaction.Ledger) {
    bodies.delete(ledger.deletedBodies)
    snapshots.delete(ledger.doomedSnapshots)
  }

  /// Deletes the unreferenced files of ended processes.
  func sweep(_ owner: Owner, _ tables: StoreTables) throws {
    try snapshots.sweep(isAlive: owner.mayLive) { try tables.needsFiles(of: $0) }
    try bodies.sweep(isAlive: owner.mayLive) { try tables.isNamed(body: $0) }
  }

  /// Publishes an event to the other processes.
  func raise(_ event: RaisedEvent) throws(Failure) {
    try raisedEvents.append(event)
    if !event.comesWithItsJob { bell.ring() }
  }

  func raised() -> [RaisedEvent] { raisedEvents.read() }

  /// Deletes this process's copies of files and closes the doorbell.
  func leave() {
    snapshots.leave()
    bell.close()
  }
}
