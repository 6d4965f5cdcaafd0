public import ClientModel

/// What is in the store, as it is now.
extension Client {
  /// Whether the store takes changes; else why not.
  public nonisolated var access: StoreAccess { storage.access }

  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await storage.jobs(matching: query)
  }

  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await storage.count(matching: query)
  }

  /// Every lane with the number of its jobs in each state.
  public func lanes() async throws(Failure) -> [LaneTally] { try await storage.lanes() }

  public func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await storage.request(of: job)
  }

  /// The tries of a job, oldest first, with what came back.
  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await storage.attempts(of: job)
  }

  /// Where the bytes of an answer can be read; nil when they are inline or there are none.
  public nonisolated func bodyPath(of body: StoredBody) -> String? {
    guard case .file(let name, _, _) = body else { return nil }
    return storage.path(ofBody: name)
  }
}
