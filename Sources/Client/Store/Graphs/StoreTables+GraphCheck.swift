import ClientCore
import ClientModel

extension StoreTables {
  /// Returns findings for graphs with unreadable rows or missing material.
  func wrongGraphs() throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    func note(_ graph: Int64, _ what: String, _ look: () throws -> Void) rethrows {
      do { try look() } catch let failure as Failure {
        findings.append(
          StoreFinding(
            unreadable: nil, because: failure, "Graph \(GraphID(graph)), \(what): "))
      }
    }
    var known: Set<Int64> = []
    try Query(db, "SELECT id, standing FROM graphs").eachRow { row in
      let id = row.integer(0)
      known.insert(id)
      try note(id, "its row") {
        var reader = try Record.open(row.blob(1), at: .graph(GraphID(id)), vault: vault)
        // A batch needs no material, because its jobs were created together with the batch.
        if try GraphRun(id: GraphID(id), from: &reader).rows != nil { known.remove(id) }
      }
    }
    var made: Set<Int64> = []
    try Query(db, "SELECT graph, material FROM materials").eachRow { row in
      let id = row.integer(0)
      made.insert(id)
      try note(id, "its requests and input") {
        var reader = try Record.open(row.blob(1), at: .material(of: GraphID(id)), vault: vault)
        _ = try GraphMaterial(from: &reader)
      }
    }
    for id in known.subtracting(made).sorted() {
      findings.append(
        StoreFinding(kind: .row, text: "Graph \(GraphID(id)): its requests and input are missing."))
    }
    try Query(db, "SELECT graph, step, result FROM steps WHERE result NOT NULL").eachRow { row in
      let place = GraphPosition(graph: GraphID(row.integer(0)), step: Int(row.integer(1)))
      try note(row.integer(0), "the result of step \(place.step + 1)") {
        var reader = try Record.open(row.blob(2), at: .result(of: place), vault: vault)
        _ = try reader.sealed { (r) throws(Failure) in try r.blob() }
      }
    }
    return findings
  }

  /// Returns findings for batches with unreadable rows or wrong counts.
  func wrongBatches() throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let sql = """
      SELECT graph, state, sum(n) FROM (
        SELECT graph, state, jobs AS n FROM rowCounts
        UNION ALL SELECT graph, state, -1 FROM batches JOIN jobs ON jobs.id BETWEEN first AND last)
      GROUP BY graph, state HAVING sum(n) <> 0
      """
    try Query(db, sql).eachRow { row in
      let text = "The row count of graph \(GraphID(row.integer(0))) differs by \(row.integer(2))."
      findings.append(StoreFinding(kind: .tally, text: text))
    }
    try Query(db, "SELECT job, value FROM rowValues").eachRow { row in
      let job = JobID(row.integer(0))
      do throws(Failure) {
        var reader = try Record.open(row.blob(1), at: .values(of: job), vault: vault)
        _ = try reader.sealed { (r) throws(Failure) in try r.blob() }
      } catch {
        findings.append(
          StoreFinding(kind: .row, job: job, text: "The columns of its row: \(error.why)"))
      }
    }
    return findings
  }
}
