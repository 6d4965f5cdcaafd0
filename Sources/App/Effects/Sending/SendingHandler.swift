import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The effect handler of new jobs.
///
/// Requests are prepared with the state of the workspace when the effect begins. They are committed
/// when they are ready.
extension SendingEffect: ProductionEffect {
  var serialQueue: EffectQueue { .preparation }
  /// The lane and queue tasks. A job that is added after a pause command must not start.
  static var follows: [EffectQueue] { [.lanes, .feature(ObjectIdentifier(QueueEffect.self))] }

  /// Begins to prepare or commit a batch in the current state of the workspace.
  func begin(in context: isolated EffectContext) async throws -> Task<[AppEvent], Never>? {
    let session = context.session
    switch self {
    case .submit, .submitSaved: return nil
    case .prepareRows(let draft, let path):
      let batch = BatchRequest(
        draft: context.ruled(draft), author: context.files.author(of: draft),
        origin: "one for each row of \(path)")
      return await context.batches.prepare(batch, in: session) {
        try await RowFile.read(SavePath(path).path)
      }
    case .prepareElements(let array, let request, let source):
      let (draft, author): (Draft, DraftAuthor) =
        switch request {
        case .saved(let name): (try session.context.load(name), .workspace)
        case .draft(let draft): (draft, context.files.author(of: draft))
        }
      let batch = BatchRequest(
        draft: context.ruled(draft), author: author,
        origin: "one for each element of \(source)")
      return await context.batches.prepare(batch, in: session) {
        try RowFile(array: array, named: source)
      }
    case .submitPrepared(let number):
      return await context.batches.submit(number, by: session.client)
    }
  }

  func carryOut(
    in context: isolated EffectContext, confirmed: String?
  ) async throws -> [AppEvent] {
    if case .submitSaved(let names, let scheduling) = self {
      return try await context.submit(saved: names, scheduling, by: self, confirmed)
    }
    guard case .submit(let typed, let scheduling) = self else { return [] }
    let session = context.session
    let author = context.files.author(of: typed)
    // The screen has added the catalog's rules, unless the catalog is still being read.
    let draft = context.ruled(typed)
    let result = session.context.preparation(of: author).examine(draft)
    guard let request = result.request else { return [.composer(.refused(result.problems))] }
    let refusals = RequestRefusals(context: session.context)
      .problems(with: request, from: draft, by: author)
    guard refusals.isEmpty else { return [.composer(.refused(refusals))] }
    if let problem = await session.client.assertionProblem(of: request, from: draft) {
      return [.composer(.refused([problem]))]
    }
    let questions = ProductionQuestions(session: session, confirmed: confirmed)
    if let question = questions.question(
      before: .sending(.submit(draft, scheduling)), sending: [NamedRequest(request)])
    {
      return [question]
    }
    var job = session.context.job(for: request, from: draft, scheduling)
    job.draft = typed
    return try await session.client.submit([job])
      .map { .composer(.submitted($0, scheduling, of: typed)) }
  }
}

extension EffectContext {
  /// Adds a job for each saved request. All requests are checked before the first job is added.
  fileprivate func submit(
    saved names: [String], _ scheduling: Job.Scheduling, by effect: SendingEffect,
    _ confirmed: String?
  ) async throws -> [AppEvent] {
    var session = session
    session.context.trust = try session.context.examinedTrust()
    var (jobs, drafts) = ([NewJob](), [Draft]())
    for name in names {
      var saved = try session.context.load(name)
      saved.name = name
      let draft = ruled(saved)
      let result = session.context.preparation(of: .workspace).examine(draft)
      var problem = result.problems.first
      if let request = result.request {
        problem =
          RequestRefusals(context: session.context)
          .problems(with: request, from: draft, by: .workspace).first
        if problem == nil {
          problem = await session.client.assertionProblem(of: request, from: draft)
        }
        jobs.append(
          NewJob(
            request: request, lane: session.context.lane(for: request), scheduling: scheduling,
            name: name, draft: saved))
      }
      if let problem {
        throw UsageProblem(
          what: names.count == 1
            ? "\(name) was not sent." : "Nothing was sent, because \(name) cannot be sent.",
          why: "\(problem.what) \(problem.why)", whatToDo: problem.whatToDo)
      }
      drafts.append(saved)
    }
    let questions = ProductionQuestions(session: session, confirmed: confirmed)
    if let question = questions.question(
      before: .sending(effect), sending: jobs.map { NamedRequest($0.request) })
    {
      return [question]
    }
    let ids = try await session.client.submit(jobs)
    return [.composer(.submittedSaved(ids, scheduling, of: drafts))]
  }

  fileprivate func ruled(_ draft: Draft) -> Draft {
    rules.fill(draft, from: session.context.catalogs)
  }
}

extension Client {
  /// Returns the problem of the first assertion that cannot be checked, and the row of the
  /// assertion. Returns nil if all assertions can be checked.
  fileprivate func assertionProblem(
    of request: PreparedRequest, from draft: Draft
  ) async -> DraftProblem? {
    guard let (index, why) = await fault(inAssertions: request.assertions) else {
      return nil
    }
    // Blank rows are not assertions. `request.assertions` does not contain them.
    let rows = draft.assertions.indices.filter {
      !draft.assertions[$0].unicodeScalars
        .allSatisfy(\.properties.isWhitespace)
    }
    return DraftProblem(
      .assertion(rows[index]), what: "The assertion cannot be checked.", why: why,
      whatToDo: "Correct the assertion. It may start with status, header, time or size.")
  }
}
