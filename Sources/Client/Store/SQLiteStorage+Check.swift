public import ClientModel
import Glibc

extension SQLiteStorage {
  /// Checks the file, every row and every body file without changing anything. The check takes as
  /// long as reading the whole store. Returns an empty list if there is no problem. A damaged file
  /// is salvaged when the store is next opened.
  public func check() async throws(Failure) -> [StoreFinding] {
    let (bodies, owner, damage) = (files.bodies, owner, damage)
    return try await read { tables in
      var findings: [StoreFinding] = []
      for pragma in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
        try Query(tables.db, pragma).eachRow { row in
          let word = row.text(0) ?? ""
          if word != "ok" { findings.append(StoreFinding(kind: .database, text: word)) }
        }
      }
      if try StoreSchema.look(at: tables.db) == .foreign {
        findings.append(StoreFinding(kind: .database, text: "The tables were not created by Weir."))
      }
      findings += try tables.damagedRows()
      findings += try tables.wrongTallies()
      findings += try tables.wrongSharedValues()
      findings += try tables.wrongGraphs()
      findings += try tables.wrongBatches()
      findings += try tables.wrongBodies(bodies)
      try bodies.eachOrphan(isAlive: owner.mayLive, isNamed: tables.isNamed) { name in
        findings.append(StoreFinding(kind: .orphanBody, text: "No job uses the body \(name)."))
      }
      // One key decrypts all sealed records, so a problem with the key is reported once.
      let keyed = findings.filter { $0.kind == .key }
      if var first = keyed.first {
        if keyed.count > 1 { first.text += " \(keyed.count) records cannot be decrypted." }
        findings = findings.filter { $0.kind != .key } + [first]
      }
      // The next process to open the store salvages the file, even if the damage is in a part that
      // is rarely read.
      if findings.contains(where: { $0.kind == .database }) { damage.set() }
      return findings
    }
  }

  /// Requests a salvage when the store is next opened, even if the store is not damaged.
  package static func requestSalvage(in folder: String) {
    let mark = DamageMark(folder: folder)
    if PrivateFile.size(of: folder + "/weir.db") > 0 { mark.set() }
  }
}

extension StoreTables {
  fileprivate func damagedRows() throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    var ids: [JobID] = []
    try Query(db, "SELECT \(JobRow.columns) FROM jobs").eachRow { found in
      let row = try rowOrDamage(found)
      ids.append(row.job.id)
      if case .failed(let failure) = row.job.state, row.isDamaged {
        findings.append(StoreFinding(unreadable: row.job.id, because: failure))
      }
    }
    for id in ids {
      do {
        if try request(of: id) == nil {
          findings.append(
            StoreFinding(kind: .missingRequest, job: id, text: "Its row is not in the store."))
        }
        _ = try attempts(of: id)
        _ = try hop(of: id)
      } catch let failure as Failure {
        findings.append(StoreFinding(unreadable: id, because: failure))
      }
    }
    try Query(db, "SELECT domain, reach, path, name, cookie, jar FROM cookies").eachRow { row in
      do throws(Failure) { _ = try line(row, in: row.integer(5)) } catch {
        findings.append(StoreFinding(unreadable: nil, because: error, "A cookie: "))
      }
    }
    return findings
  }

  fileprivate func wrongTallies() throws -> [StoreFinding] {
    let sql = """
      SELECT lane, state, sum(n) FROM (
        SELECT lane, state, jobs AS n FROM tallies
        UNION ALL SELECT lane, state, -1 FROM jobs)
      GROUP BY lane, state HAVING sum(n) <> 0
      """
    var findings: [StoreFinding] = []
    try Query(db, sql).eachRow { row in
      let text = "The job count of lane \(row.integer(0)) differs by \(row.integer(2))."
      findings.append(StoreFinding(kind: .tally, text: text))
    }
    return findings
  }

  fileprivate func wrongBodies(_ bodies: BodyFolder) throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    try Query(db, "SELECT id, result FROM results").eachRow { row in
      let id = AttemptID(key: row.integer(0))
      do {
        var reader = try Record.open(row.blob(1), at: .result(of: id), vault: vault)
        guard case .file(let name, let length, _) = try AttemptResult(from: &reader).body,
          PrivateFile.size(of: bodies.path(of: name)) != length.bytes
        else { return }
        let text = "The body \(name) is missing or has another length."
        findings.append(StoreFinding(kind: .missingBody, job: id.job, text: text))
      } catch {
        // `damagedRows` reports this row.
      }
    }
    return findings
  }
}
