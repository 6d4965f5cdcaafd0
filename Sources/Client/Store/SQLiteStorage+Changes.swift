public import ClientCore
public import ClientModel
import GRDB

extension SQLiteStorage {
  public func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    try await read { shelf in
      let most = 10_000
      var jobs: [Job] = []
      var last = revision
      var isPartial = false
      let query = try Query(
        shelf.db,
        "SELECT \(JobRow.columns) FROM jobs WHERE revision > ?1 ORDER BY revision LIMIT ?2")
      query.bind(1, revision)
      query.bind(2, Int64(most + 1))
      try query.eachRow { row in
        if jobs.count == most {
          isPartial = true
          return
        }
        last = row.integer(1)
        jobs.append(try shelf.rowOrDamage(row).job)
      }
      var lanes: [Lane] = []
      let changed = try Query(
        shelf.db, "SELECT \(Shelf.laneColumns) FROM lanes WHERE revision > ?1 ORDER BY revision")
      changed.bind(1, revision)
      try changed.eachRow { lanes.append(try Shelf.lane($0).lane) }
      return StoreChanges(
        jobs: jobs, lanes: lanes, revision: isPartial ? last : try shelf.revision(),
        isPartial: isPartial)
    }
  }

  public func orphans() async throws(Failure) -> [Job] {
    let owner = owner
    return try await read { shelf in
      var alive: [String: Bool] = [:]
      return try shelf.rows(matching: JobQuery(states: [.running], order: .oldestFirst))
        .map(\.job).filter { job in
          guard case .running(let number) = job.state else { return false }
          let id = AttemptID(job: job.id, number: number)
          guard let name = try shelf.owner(of: id) else { return true }
          let lives = alive[name] ?? owner.isAlive(name)
          alive[name] = lives
          return !lives
        }
    }
  }
}

extension SQLiteStorage {
  public func otherOwners() async throws(Failure) -> Set<String> {
    let own = owner.instance
    return try await read { shelf in
      var names: Set<String> = []
      for row in try shelf.rows(matching: JobQuery(states: [.running], order: .oldestFirst)) {
        guard case .running(let number) = row.job.state else { continue }
        let name = try shelf.owner(of: AttemptID(job: row.job.id, number: number))
        if let name, name != own { names.insert(name) }
      }
      return names
    }
  }

  public func waitForEnd(of owner: String) async { await self.owner.waitForEnd(of: owner) }
}

extension Shelf {
  /// The process that has an attempt on the wire.
  func owner(of attempt: AttemptID) throws -> String? {
    let query = try Query(db, "SELECT owner FROM attempts WHERE id = ?1")
    query.bind(1, attempt.key)
    return try query.first { $0.text(0) ?? "" }
  }

  func revision() throws -> Int64 {
    try Query(db, "SELECT revision FROM meta").first { $0.integer(0) } ?? 0
  }

  /// For lists: a row that cannot be read stands there as a failed job.
  func rowOrDamage(_ found: Query) throws -> JobRow {
    do { return try row(found) } catch let failure as Failure {
      return JobRow(damaged: found, failure)
    }
  }
}
