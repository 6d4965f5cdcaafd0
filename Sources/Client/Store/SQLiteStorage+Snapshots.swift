import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func snapshot(
    _ request: PreparedRequest
  ) async throws(Failure) -> PreparedRequest {
    // Creates the owner's lock file first. A prune removes the copies of processes without one.
    try await write { turn in _ = try turn.owner.name() }
    let snapshots = files.snapshots
    let result: Result<PreparedBody, Failure> = await withCheckedContinuation { continuation in
      // Copying large files takes time and must not block a thread of Swift's pool.
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
