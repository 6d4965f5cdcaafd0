import ClientCore
import ClientModel

/// Syncs bodies to disk before their end is reported.
extension TransferLoop {
  private static let largeBody = ByteCount(4 << 20)

  /// Waiting for a disk would hold every other transfer, so another thread does it.
  func sync(_ file: BodyFile, _ ending: Ending) {
    delayed.sync(ending)
    // All of a large body can be looked at before the disk has it.
    let length = ending.result.body.length
    if length >= Self.largeBody { report(.bodyGrew(ending.id, length, .file)) }
    let (descriptor, path, id, inbox) = (file.descriptor, file.path, ending.id, inbox)
    OwnThread.run {
      inbox.put(.synced(id, error: BodyFile.sync(descriptor: descriptor, path: path)))
    }
  }

  func finishSync(_ id: AttemptID, _ error: Int32) {
    guard var ending = delayed.takeSynced(id) else { return }
    if error != 0 { ending.notSynced(error) }
    report(.finished(ending.id, ending.result, ending.facts))
  }
}
