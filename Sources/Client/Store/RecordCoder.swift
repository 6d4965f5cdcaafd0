package import ClientCore
package import ClientModel

/// The bytes of rows, for a store in another module.
///
/// Both stores write the same bytes, so that a job can be copied from one to the other. Secrets are
/// sealed with the key in a folder on this machine.
package struct RecordCoder: Sendable {
  let vault: Vault

  /// Creates a coder. A missing folder is created.
  package init(keyFolder folder: String) throws(Failure) {
    try PrivateFile.prepareFolder(folder)
    vault = Vault(folder: folder)
  }

  init(_ vault: Vault) { self.vault = vault }

  package func check(_ need: SealingKeyNeed) -> KeyCheck {
    do throws(Failure) { try vault.check(need) } catch {
      return KeyCheck(keyName: vault.path, problem: error)
    }
    return KeyCheck(keyName: vault.path)
  }

  /// Returns the id of the key. Creates a missing key.
  package func keyID() throws(Failure) -> [UInt8] { try vault.keyID() }

  /// Allows only this key for sealing, because other machines also use it.
  package func share(keyID id: [UInt8]) { vault.share(id) }

  /// The path of the key, for the state of a job that waits for it.
  package var keyPath: String { vault.path }

  private func bytes(
    at place: RowIdentity, _ write: (inout PayloadWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var writer = PayloadWriter(for: place, vault: vault)
    try write(&writer)
    return Record.close(&writer)
  }
}

// MARK: Jobs

extension RecordCoder {
  /// Returns the part of a job that has no column of its own.
  package func detail(of job: Job) throws(Failure) -> [UInt8] {
    var writer = PayloadWriter(for: .job(job.id.rawValue), vault: vault)
    try JobDetail(
      state: job.state, seriesAttempts: job.seriesAttempts, seriesStart: job.seriesStart,
      check: job.check, remote: job.remote, call: job.call, attemptLimit: job.attemptLimit
    ).write(to: &writer)
    return writer.bytes
  }

  /// Sets the properties of a job that `detail` wrote.
  package func read(_ detail: [UInt8], into job: inout Job) throws(Failure) {
    var reader = PayloadReader(detail, at: .job(job.id.rawValue), vault: vault)
    let more = try JobDetail(from: &reader)
    (job.state, job.check, job.remote, job.call) = (more.state, more.check, more.remote, more.call)
    (job.seriesAttempts, job.seriesStart) = (more.seriesAttempts, more.seriesStart)
    job.attemptLimit = more.attemptLimit
  }

  /// Returns the bytes of a new job's request and draft.
  package func bytes(
    of request: PreparedRequest, draft: Draft?, job: JobID
  ) throws(Failure) -> [UInt8] {
    var sealed: [UInt8]?
    if let draft { sealed = try StoredDraft(draft, of: request).bytes(for: job, by: vault) }
    return try bytes(of: request, sealedDraft: sealed, job)
  }

  /// Returns the bytes of a changed request, with the draft that the bytes before contain.
  package func bytes(
    of request: PreparedRequest, replacing before: [UInt8], job: JobID
  ) throws(Failure) -> [UInt8] {
    try bytes(of: request, sealedDraft: try source(before, of: job).draft, job)
  }

  private func bytes(
    of request: PreparedRequest, sealedDraft: [UInt8]?, _ job: JobID
  ) throws(Failure) -> [UInt8] {
    try bytes(at: .request(of: job)) { (writer) throws(Failure) in
      try request.write(to: &writer)
      if let sealedDraft { writer.blob(sealedDraft) }
    }
  }

  package func request(_ bytes: [UInt8], of job: JobID) throws(Failure) -> PreparedRequest {
    try source(bytes, of: job).request
  }

  /// Returns the request, the draft and the redirect of a job.
  package func requests(
    _ bytes: [UInt8], hop: [UInt8]?, of job: JobID
  ) throws(Failure) -> JobRequests {
    let (request, sealed) = try source(bytes, of: job)
    var draft: StoredDraft?
    if let sealed { draft = try StoredDraft(sealed, of: job, vault: vault) }
    var redirect: RedirectHop?
    if let hop { redirect = try self.hop(hop, of: job) }
    return JobRequests(request: request, draft: draft?.draft(of: request), hop: redirect)
  }

  private func source(
    _ bytes: [UInt8], of job: JobID
  ) throws(Failure) -> (request: PreparedRequest, draft: [UInt8]?) {
    if bytes.isEmpty { throw .damaged("the request is missing") }
    var reader = try Record.open(bytes, at: .request(of: job), vault: vault)
    let request = try PreparedRequest(from: &reader)
    return (request, reader.isAtEnd ? nil : try reader.blob())
  }

  package func bytes(of hop: RedirectHop, job: JobID) throws(Failure) -> [UInt8] {
    try bytes(at: .hop(of: job)) { (writer) throws(Failure) in try hop.write(to: &writer) }
  }

  package func hop(_ bytes: [UInt8], of job: JobID) throws(Failure) -> RedirectHop {
    var reader = try Record.open(bytes, at: .hop(of: job), vault: vault)
    return try RedirectHop(from: &reader)
  }
}

// MARK: Attempts

extension RecordCoder {
  package func bytes(of attempt: Attempt) throws(Failure) -> [UInt8] {
    try bytes(at: .facts(of: attempt.id)) { (writer) throws(Failure) in
      try attempt.write(to: &writer)
    }
  }

  /// Returns the bytes of the result of an attempt.
  package func bytes(of end: AttemptEnd) throws(Failure) -> [UInt8] {
    try bytes(at: .result(of: end.id)) { (writer) throws(Failure) in
      try end.result.write(to: &writer, protection: end.protection)
    }
  }

  package func attempt(
    _ facts: [UInt8], result: [UInt8]?, id: AttemptID
  ) throws(Failure) -> Attempt {
    var reader = try Record.open(facts, at: .facts(of: id), vault: vault)
    var attempt = try Attempt(id: id, from: &reader)
    if let result {
      var reader = try Record.open(result, at: .result(of: id), vault: vault)
      attempt.result = try AttemptResult(from: &reader)
    }
    return attempt
  }
}

// MARK: Graphs

extension RecordCoder {
  package func bytes(of run: GraphRun) throws(Failure) -> [UInt8] {
    try bytes(at: .graph(run.id)) { (writer) throws(Failure) in try run.write(to: &writer) }
  }

  /// Returns a graph. The counts of a batch are in other rows.
  package func graph(
    _ bytes: [UInt8], id: GraphID, counts: RowCounts
  ) throws(Failure) -> GraphRun {
    var reader = try Record.open(bytes, at: .graph(id), vault: vault)
    return try GraphRun(id: id, from: &reader).counting(counts)
  }

  package func bytes(of material: GraphMaterial, graph: GraphID) throws(Failure) -> [UInt8] {
    try bytes(at: .material(of: graph)) { (writer) throws(Failure) in
      try material.write(to: &writer)
    }
  }

  package func material(_ bytes: [UInt8], of graph: GraphID) throws(Failure) -> GraphMaterial {
    var reader = try Record.open(bytes, at: .material(of: graph), vault: vault)
    return try GraphMaterial(from: &reader)
  }

  package func bytes(ofResult result: [UInt8], step: GraphPosition) throws(Failure) -> [UInt8] {
    try sealed(result, at: .result(of: step))
  }

  package func result(_ bytes: [UInt8], of step: GraphPosition) throws(Failure) -> [UInt8] {
    try unsealed(bytes, at: .result(of: step))
  }

  package func bytes(ofValues values: [UInt8], row: JobID) throws(Failure) -> [UInt8] {
    try sealed(values, at: .values(of: row))
  }

  package func values(_ bytes: [UInt8], of row: JobID) throws(Failure) -> [UInt8] {
    try unsealed(bytes, at: .values(of: row))
  }

  private func sealed(_ value: [UInt8], at place: RowIdentity) throws(Failure) -> [UInt8] {
    try bytes(at: place) { (writer) throws(Failure) in
      try writer.sealed { (inner) throws(Failure) in inner.blob(value) }
    }
  }

  private func unsealed(_ bytes: [UInt8], at place: RowIdentity) throws(Failure) -> [UInt8] {
    var reader = try Record.open(bytes, at: place, vault: vault)
    return try reader.sealed { (inner) throws(Failure) in try inner.blob() }
  }
}

// MARK: Cookies

extension RecordCoder {
  package func bytes(
    ofCookie line: String, _ identity: CookieIdentity, jar: Int64
  ) throws(Failure) -> [UInt8] {
    try bytes(at: .cookie(identity, in: jar)) { (writer) throws(Failure) in
      try writer.secret(line)
    }
  }

  package func cookie(
    _ bytes: [UInt8], _ identity: CookieIdentity, jar: Int64
  ) throws(Failure) -> String {
    var reader = try Record.open(bytes, at: .cookie(identity, in: jar), vault: vault)
    return try reader.secret()
  }
}

// MARK: Events

extension RecordCoder {
  private static let event = RowIdentity(kind: .changes, key: 0, name: "events")

  package func bytes(of raised: RaisedEvent) throws(Failure) -> [UInt8] {
    try bytes(at: Self.event) { (writer) throws(Failure) in try raised.write(to: &writer) }
  }

  package func event(_ bytes: [UInt8]) throws(Failure) -> RaisedEvent {
    var reader = try Record.open(bytes, at: Self.event, vault: vault)
    return try RaisedEvent(from: &reader)
  }
}
