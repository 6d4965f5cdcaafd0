import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func snapshot(
    _ request: PreparedRequest
  ) async throws(Failure) -> PreparedRequest {
    // The owner's lock file is created first, because the next prune removes the copies of unknown
    // processes.
    try await write { turn in _ = try turn.owner.name() }
    let snapshots = files.snapshots
    let result: Result<PreparedBody, Failure> = await withCheckedContinuation { continuation in
      // Copying large files takes time, and Swift's own threads must not wait for the disk.
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
