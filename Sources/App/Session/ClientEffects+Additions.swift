import ClientCatalogs
import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The permissions of an effect that runs concurrently with others.
struct EffectPermit: Sendable {
  /// The function that is called when the workspace has been read. Later changes of the workspace
  /// do not affect the effect.
  let didReadWorkspace: @Sendable () -> Void
  /// The function that returns whether all lanes were paused after the effect was requested.
  let pausesAdditions: @Sendable () -> Bool
  /// The production environment for which the user confirmed the effect's requests, or nil.
  var confirmed: String?

  /// The permissions of an effect that runs alone.
  static let unlimited = EffectPermit(didReadWorkspace: {}, pausesAdditions: { false })
}

/// The addition of new jobs. Jobs are prepared with the state of the workspace when the effect
/// begins, and committed when they are ready.
extension ClientEffects {
  func submit(
    _ draft: Draft, _ scheduling: Job.Scheduling, _ permit: EffectPermit
  ) async -> [AppEvent] {
    await response { session in
      // The screen has added the catalog's rules, unless the catalog is still being read.
      let (author, typed) = (author(of: draft), draft)
      let draft = ruled(draft)
      permit.didReadWorkspace()
      let result = session.preparation(of: author).examine(draft)
      guard let request = result.request else { return [.composer(.refused(result.problems))] }
      let refusals = session.refusals(of: request, from: draft, by: author)
      guard refusals.isEmpty else { return [.composer(.refused(refusals))] }
      if let problem = await session.assertionProblem(of: request, from: draft) {
        return [.composer(.refused([problem]))]
      }
      let questions = ProductionQuestions(session: session, permit: permit)
      if let question = questions.question(
        before: .submit(draft, scheduling), sending: [NamedRequest(request)])
      {
        return [question]
      }
      let job = NewJob(
        request: request, lane: session.lane(for: request), scheduling: scheduling, name: draft.name
      )
      let ids =
        scheduling == .immediate
        ? try await session.client.submit([job])
        : try await adding(to: [job.lane], by: session.client, permit) {
          try await session.client.submit([job])
        }
      return ids.map { .composer(.submitted($0, scheduling, of: typed)) }
    }
  }

  /// Prepares one job for each row of a file, and returns a question that shows the first rows.
  /// Nothing is committed before the user confirms.
  func prepare(_ draft: Draft, each path: String, _ permit: EffectPermit) async -> [AppEvent] {
    await response { session in
      prepared.batch = nil
      let author = author(of: draft)
      let draft = ruled(draft)
      permit.didReadWorkspace()
      let batch = try await session.batch(
        draft, each: try await RowFile.read(SavePlace(path).path), .init(author: author))
      return [.confirm(question(of: batch, "one for each row of \(path)", permit))]
    }
  }

  /// The maximum number of rows of a batch that a question shows.
  private static let shownRows = 5

  private func question(
    of batch: FileBatch, _ origin: String, _ permit: EffectPermit
  ) -> Confirmation {
    prepared = (prepared.number + 1, batch, permit)
    let count = batch.rows.count
    let jobs = "\(count.grouped) job\(count == 1 ? "" : "s")"
    let first = batch.rows.first.prefix(Self.shownRows).map { job in
      "\(job.request.method) \(job.request.displayURL)"
    }
    let production = ProductionQuestions(session: session, permit: permit)
      .words(for: batch.rows.firstUnsafe.map { [$0] } ?? [])
    let rest = count > first.count ? ["and \((count - first.count).grouped) more"] : []
    var question = Confirmation(
      "Queue \(jobs), \(origin)?",
      detail: production, excerpt: (first + rest).map { FileDifference.Row(.place, $0) },
      answers: [
        .init("Queue nothing"),
        .init("Queue \(jobs)", [.queue(.submitPrepared(prepared.number))]),
      ])
    // The user requested this and sees what will be queued.
    if production.isEmpty { question.chosen = 1 }
    return question
  }

  /// Prepares one job for each element of an array in a response, and returns a question that shows
  /// the first jobs. Nothing is committed before the user confirms.
  func prepare(
    each array: [UInt8], of request: EachRequest, _ source: String, _ permit: EffectPermit
  ) async -> [AppEvent] {
    await response { session in
      prepared.batch = nil
      let (draft, author): (Draft, DraftAuthor) =
        switch request {
        case .saved(let name): (try session.load(name), .workspace)
        case .draft(let draft): (draft, author(of: draft))
        }
      let ruled = ruled(draft)
      permit.didReadWorkspace()
      let batch = try await session.batch(
        ruled, each: try RowFile(array: array, named: source), .init(author: author))
      return [.confirm(question(of: batch, "one for each element of \(source)", permit))]
    }
  }

  func submit(prepared number: Int, _ permit: EffectPermit) async -> [AppEvent] {
    await response { session in
      guard prepared.number == number, let batch = prepared.batch else { return [] }
      prepared.batch = nil
      // All lanes may have been paused while the question was open.
      let asked = prepared.permit
      let both = EffectPermit(
        didReadWorkspace: permit.didReadWorkspace,
        pausesAdditions: { permit.pausesAdditions() || asked.pausesAdditions() })
      return try await submit(batch, by: session.client, both)
    }
  }

  private func submit(
    _ batch: FileBatch, by client: Client, _ permit: EffectPermit
  ) async throws -> [AppEvent] {
    let id = try await adding(to: batch.rows.lanes, by: client, permit) {
      try await client.submit(batch.batch)
    }
    let count = batch.rows.count
    let words = "Batch \(id) is in the queue: \(count.grouped) row\(count == 1 ? "" : "s")."
    return [.notice(Notice(.info, words))]
  }

  /// Adds jobs to lanes. A new lane is paused if all lanes were paused meanwhile: the user saw all
  /// lanes paused, so no job may start.
  private func adding<Value>(
    to lanes: Set<LaneKey>, by client: Client, _ permit: EffectPermit,
    _ add: () async throws -> Value
  ) async throws -> Value {
    let known = Set(try await client.lanes().map(\.lane.key))
    let added = lanes.subtracting(known)
    let isPaused = permit.pausesAdditions()
    if isPaused { for lane in added { _ = try await client.pause(lane) } }
    let value = try await add()
    if !isPaused, permit.pausesAdditions() {
      for lane in added { _ = try await client.pause(lane) }
    }
    return value
  }

  /// Returns `.workspace` for an open request that is the same as in its file, else `.composer`.
  private func author(of draft: Draft) -> DraftAuthor {
    guard let name = draft.name, var saved = openFiles[name] else { return .composer }
    saved.name = name
    return saved == draft ? .workspace : .composer
  }

  func ruled(_ draft: Draft) -> Draft {
    guard let name = draft.endpoint else { return draft }
    if let known = responseRules[name] { return known.filling(draft) }
    do throws(CatalogFailure) {
      let rules = try session.catalogs.rules(of: name) ?? EndpointRules()
      responseRules[name] = rules
      return rules.filling(draft)
    } catch {
      // An unusable catalog is reported instead of its form.
      return draft
    }
  }
}
