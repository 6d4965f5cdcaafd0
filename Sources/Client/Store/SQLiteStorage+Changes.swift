public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    try await read { tables in
      let changes = try tables.changes(since: revision, most: 10_000)
      let jobs = try changes.ids.compactMap { id in
        let query = try Query(tables.db, JobRow.select)
        query.bind(1, id)
        return try query.first(tables.rowOrDamage)?.job
      }
      var lanes: [Lane] = []
      let changed = try Query(
        tables.db,
        "SELECT \(StoreTables.laneColumns) FROM lanes WHERE revision > ?1 ORDER BY revision")
      changed.bind(1, revision)
      try changed.eachRow { lanes.append(try StoreTables.lane($0).lane) }
      return StoreChanges(
        jobs: jobs, lanes: lanes, graphs: try tables.graphs(since: revision),
        revision: changes.revision, isPartial: changes.isPartial)
    }
  }

  package func orphans() async throws(Failure) -> [Job] {
    let owner = owner
    return try await read { tables in try tables.orphans(by: owner).map(\.job) }
  }
}

extension SQLiteStorage {
  public func otherOwners() async throws(Failure) -> Set<String> {
    let own = owner.instance
    return try await read { tables in
      var names: Set<String> = []
      for row in try tables.rows(matching: JobQuery(states: [.running], order: .oldestFirst)) {
        guard case .running(let number) = row.job.state else { continue }
        let name = try tables.owner(of: AttemptID(job: row.job.id, number: number))
        if let name, name != own { names.insert(name) }
      }
      names.formUnion(try tables.graphOwners().subtracting([own]))
      return names
    }
  }

  public func livingOwners(
    of attempts: [AttemptID]
  ) async throws(Failure) -> [AttemptID: AttemptOwner] {
    let owner = owner
    let runner = files.runnerLock.holder
    return try await read { tables in
      var found: [AttemptID: AttemptOwner] = [:]
      for attempt in attempts {
        guard let name = try tables.owner(of: attempt), name != owner.instance,
          owner.mayLive(name)
        else { continue }
        found[attempt] = AttemptOwner(name: name, isRunner: Owner.process(of: name) == runner)
      }
      return found
    }
  }

  public func waitForEnd(of owner: String) async { await self.owner.waitForEnd(of: owner) }
}

extension StoreTables {
  /// Returns the name of the process that made an attempt. Attempt 0 selects the process that added
  /// an immediate job.
  func owner(of attempt: AttemptID) throws -> String? {
    let query = try Query(
      db,
      attempt.number == 0
        ? "SELECT owner FROM adders WHERE job = ?1" : "SELECT owner FROM attempts WHERE id = ?1")
    query.bind(1, attempt.number == 0 ? attempt.job.rawValue : attempt.key)
    return try query.first { $0.text(0) ?? "" }
  }

  /// Returns the rows of running jobs whose process has ended.
  func orphans(by owner: Owner) throws -> [JobRow] {
    var lives: [String: Bool] = [:]
    return try rows(matching: JobQuery(states: [.running], order: .oldestFirst)).filter { row in
      guard case .running(let number) = row.job.state else { return false }
      guard let name = try self.owner(of: AttemptID(job: row.job.id, number: number)) else {
        return true
      }
      let mayLive = lives[name] ?? owner.mayLive(name)
      lives[name] = mayLive
      return !mayLive
    }
  }

  func revision() throws -> Int64 {
    try Query(db, "SELECT revision FROM meta").first { $0.integer(0) } ?? 0
  }

  /// Returns the jobs that changed after a revision, each once, in the order of their latest
  /// change. The returned `revision` is the one of the last change that was read.
  fileprivate func changes(
    since known: Int64, most: Int
  ) throws -> (ids: [Int64], revision: Int64, isPartial: Bool) {
    let now = try revision()
    guard try hasChanges(since: known, of: now) else {
      var all: [Int64] = []
      try Query(db, "SELECT id FROM jobs ORDER BY id").eachRow { all.append($0.integer(0)) }
      return (all, now, false)
    }
    var changes: [Int64] = []
    var reached = known
    let query = try Query(
      db, "SELECT revision, jobs FROM changes WHERE revision > ?1 ORDER BY revision")
    query.bind(1, known)
    try query.eachRow { row in
      guard changes.count < most else { return }
      let ids = try ChangedJobs.read(row.blob(1), of: row.integer(0), vault: vault)
      let first = row.integer(0) - Int64(ids.count) + 1
      for (place, id) in ids.enumerated() where first + Int64(place) > reached {
        guard changes.count < most else { return }
        reached = first + Int64(place)
        changes.append(id)
      }
    }
    var seen: Set<Int64> = [0]
    let latest = changes.reversed().filter { seen.insert($0).inserted }
    let isPartial = reached < now
    return (latest.reversed(), isPartial ? reached : now, isPartial)
  }

  /// Returns whether the table still contains all changes after a revision.
  private func hasChanges(since known: Int64, of now: Int64) throws -> Bool {
    if known >= now { return true }
    let first = try Query(db, "SELECT revision, jobs FROM changes ORDER BY revision LIMIT 1").first
    {
      row in
      let last = row.integer(0)
      return last - Int64(try ChangedJobs.read(row.blob(1), of: last, vault: vault).count) + 1
    }
    return first.map { $0 <= known + 1 } ?? false
  }

  /// Reads a row for a list. Returns a failed job if the row cannot be read.
  func rowOrDamage(_ found: Query) throws -> JobRow {
    do { return try row(found) } catch let failure as Failure {
      return JobRow(damaged: found, failure)
    }
  }
}
