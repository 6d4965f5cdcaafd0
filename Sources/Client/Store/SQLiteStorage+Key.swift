public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func check(_ need: SealingKeyNeed) -> KeyCheck {
    do throws(Failure) { try vault.check(need) } catch {
      return KeyCheck(keyName: vault.path, problem: error)
    }
    return KeyCheck(keyName: vault.path)
  }

  public func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID] {
    try await read { tables in try jobs.filter(tables.opens) }
  }
}

extension StoreTables {
  /// Returns whether the store's key works for a job. The key must decrypt the request and the
  /// cookies that the job sends, and seal the response.
  fileprivate func opens(_ job: JobID) throws -> Bool {
    do {
      try vault.check(.possible)
      guard let row = try self.job(job), let request = try request(of: job) else { return false }
      if request.options.cookies == .jar {
        let jar = CookieJarKey(
          workspace: row.job.lane.workspace, environment: request.environment)
        _ = try self.jar(jar, at: Timestamp(milliseconds: 0))
      }
      return true
    } catch is Failure {
      return false
    }
  }
}
