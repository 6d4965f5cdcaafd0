public import ClientModel

/// What is in the store, as it is now, and what can be asked before anything is sent.
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

  /// What was exchanged, also what failed or was cancelled, newest jobs first.
  public func history(_ query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await storage.exchanges(matching: query)
  }

  // MARK: Programs, before anything is sent

  /// The first of these jq programs that jq cannot read, by its place among them; nil when it reads all.
  /// None is run.
  ///
  /// - Throws: That jq is not installed, or did not answer.
  public func fault(
    inJQ texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    try await JQCheck(programs: seams.programs).fault(in: texts)
  }

  /// The first of these assertions that nothing can check, by its place among them, and why, in one
  /// sentence; nil when all can be. No program is run.
  public func fault(inAssertions assertions: [Assertion]) async -> (index: Int, why: String)? {
    await assertionPrograms.fault(in: assertions)
  }
}
