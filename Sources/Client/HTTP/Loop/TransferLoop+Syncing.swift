import ClientCore
import ClientModel

/// Functions that sync bodies to disk. The end of an attempt is reported after its body is synced.
extension TransferLoop {
  private static let largeBody = ByteCount(4 << 20)

  /// Syncs a body on another thread, because waiting for the disk would block all other transfers.
  func sync(_ file: BodyFile, _ ending: Ending) {
    delayed.sync(ending)
    // A large body can be shown before it is synced.
    let length = ending.result.body.length
    if length >= Self.largeBody { report(.bodyGrew(ending.id, length, .file)) }
    let (writer, id, inbox) = (file.writer, ending.id, inbox)
    OwnThread.run { inbox.put(.synced(id, error: writer.sync())) }
  }

  func finishSync(_ id: AttemptID, _ error: Int32) {
    guard var ending = delayed.takeSynced(id) else { return }
    if error != 0 { ending.notSynced(error) }
    report(.finished(ending.id, ending.result, ending.facts))
  }
}
