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
    case .submit: return nil
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
    let job = NewJob(
      request: request, lane: session.context.lane(for: request), scheduling: scheduling,
      name: draft.name, draft: typed)
    return try await session.client.submit([job])
      .map { .composer(.submitted($0, scheduling, of: typed)) }
  }
}

extension EffectContext {
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
