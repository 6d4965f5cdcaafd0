import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func snapshot(
    _ request: PreparedRequest
  ) async throws(Failure) -> PreparedRequest {
    // The copies belong to a process that is known to be alive, or the next prune takes them.
    try await write { turn in _ = try turn.owner.name() }
    let snapshots = files.snapshots
    let result: Result<PreparedBody, Failure> = await withCheckedContinuation { continuation in
      // Large files take their time: Swift's own threads must not wait for the disk.
      OwnThread.run {
        do throws(Failure) {
          let body = try request.body.mapFiles { (file) throws(Failure) in
            try snapshots.copy(file)
          }
          continuation.resume(returning: .success(body))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    var copy = request
    copy.body = try result.get()
    return copy
  }
}
