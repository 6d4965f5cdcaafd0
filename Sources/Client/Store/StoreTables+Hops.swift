import ClientModel

extension StoreTables {
  func hop(of id: JobID) throws -> RedirectHop? {
    let query = try Query(db, "SELECT hop FROM hops WHERE job = ?1")
    query.bind(1, id.rawValue)
    return try query.first({ $0.blob(0) }).map { try hop(of: id, in: $0) }
  }

  func hop(of id: JobID, in bytes: [UInt8]) throws(Failure) -> RedirectHop {
    var reader = try Record.open(bytes, at: .hop(of: id), vault: vault)
    return try RedirectHop(from: &reader)
  }
}

extension WriteTransaction {
  /// Writes a redirect, and returns its size in bytes.
  func write(_ hop: RedirectHop, of id: JobID) throws -> Int64 {
    var writer = PayloadWriter(for: .hop(of: id), vault: tables.vault)
    try hop.write(to: &writer)
    let bytes = Record.close(&writer)
    let query = try Query(db, "INSERT OR REPLACE INTO hops(job, hop) VALUES(?1, ?2)")
    query.bind(1, id.rawValue)
    query.bind(2, bytes)
    try query.run()
    return Int64(bytes.count)
  }

  func removeHop(of id: JobID) throws {
    let query = try Query(db, "DELETE FROM hops WHERE job = ?1")
    query.bind(1, id.rawValue)
    try query.run()
  }

  /// Records that this process added an immediate job and may start it.
  func recordAdder(of id: JobID) throws {
    let query = try Query(db, "INSERT OR REPLACE INTO adders(job, owner) VALUES(?1, ?2)")
    query.bind(1, id.rawValue)
    query.bind(2, try owner.name())
    try query.run()
  }
}
