import ClientModel

/// How a redirect that a job follows is written: sealed as one value when secrets went before it or go
/// with it, since its address may repeat one.
extension RedirectHop {
  func write(to writer: inout ByteWriter) throws(Failure) {
    let isSealed = lineage == .secrets || request.carriesSecrets || !echoes.isEmpty
    writer.flag(isSealed)
    if isSealed {
      try writer.sealed { (w) throws(Failure) in try writeParts(to: &w) }
    } else {
      try writeParts(to: &writer)
    }
  }

  private func writeParts(to writer: inout ByteWriter) throws(Failure) {
    writer.count(number)
    writer.text(displayURL)
    writer.flag(lineage == .secrets)
    try writer.list(echoes) { (w, echo) throws(Failure) in w.text(echo.reveal()) }
    try request.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    if try reader.flag() {
      self = try reader.sealed { (r) throws(Failure) in try RedirectHop(partsFrom: &r) }
    } else {
      try self.init(partsFrom: &reader)
    }
  }

  private init(partsFrom reader: inout ByteReader) throws(Failure) {
    let number = try reader.integer()
    let displayURL = try reader.text()
    let lineage: Lineage = try reader.flag() ? .secrets : .plain
    let echoes = try reader.list { (r) throws(Failure) in Secret(try r.text()) }
    self.init(
      number: number, request: try PreparedRequest(from: &reader), displayURL: displayURL,
      echoes: echoes, lineage: lineage)
  }
}

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
  /// Returns how many bytes there are.
  func write(_ hop: RedirectHop, of id: JobID) throws -> Int64 {
    var writer = ByteWriter(for: .hop(of: id), vault: tables.vault)
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

  /// Records that an immediate job is this process's to start.
  func recordAdder(of id: JobID) throws {
    let query = try Query(db, "INSERT OR REPLACE INTO adders(job, owner) VALUES(?1, ?2)")
    query.bind(1, id.rawValue)
    query.bind(2, try owner.name())
    try query.run()
  }
}
