import ClientCore
import ClientModel
import ViewModels

extension HistoryEffect: ClientEffect {
  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    guard self != .recentJobs else { return [.recent(try await context.recentJobs())] }
    return try await HistoryEffects(context.client).carryOut(self)
  }
}

extension EffectContext {
  private static let mostRecent = 1_000

  /// Returns the most recent jobs of the workspace, newest first.
  fileprivate func recentJobs() async throws -> [Job] {
    let owner = session.context.owner
    return try await client.jobs(
      matching: JobQuery(part: .alone, order: .newestFirst, limit: Self.mostRecent)
    ).filter { owner.owns($0.lane) }
  }
}

/// The effect handler of the history.
struct HistoryEffects {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func carryOut(_ effect: HistoryEffect) async throws -> [AppEvent] {
    switch effect {
    case .load(let text, let before, let number):
      let filter = HistoryFilter(text, now: SystemClock().now)
      guard filter.unread.isEmpty else {
        return [.history(.page(HistoryUpdate(number: number, rows: [], next: nil)))]
      }
      let page = try await client.history(HistoryQuery(filter, before: before))
      let now = SystemClock().now
      return [
        .history(
          .page(
            HistoryUpdate(
              number: number, rows: page.exchanges.map { row(of: $0, at: now) }, next: page.next)))
      ]
    case .recentJobs: return []
    case .findLast(let request):
      return try await lastJob(of: request).map { [.composer(.found($0, of: request))] } ?? []
    }
  }

  /// The maximum number of jobs that are read at a time.
  private static let page = 1_000

  /// Returns the newest stored job that sent this request. Returns nil if there is none.
  private func lastJob(of request: ComposedRequest) async throws -> JobID? {
    var query = JobQuery(part: .alone, order: .newestFirst, limit: Self.page)
    switch request {
    case .saved(let text), .unnamed(_, let text): query.texts = [text]
    }
    while true {
      let jobs = try await client.jobs(matching: query)
      let found = jobs.first { job in
        guard job.attempts > 0 else { return false }
        return switch request {
        case .saved(let name): job.name == name
        case .unnamed(let method, let url):
          job.name == nil && job.method == method && job.displayURL == url
        }
      }
      if let found { return found.id }
      guard jobs.count == Self.page else { return nil }
      query.offset += Self.page
    }
  }

  private func row(of exchange: Exchange, at now: Timestamp) -> HistoryRow {
    let attempt = exchange.attempt
    var row = HistoryRow(
      exchange: attempt.id, method: attempt.method.rawValue, url: attempt.displayURL)
    if exchange.job.attempts > 1 { row.number += ".\(attempt.id.number)" }
    row.outcome = outcome(of: exchange)
    row.result = exchange.status.map(String.init) ?? exchange.endWord
    row.size = exchange.size?.description ?? ""
    row.time = attempt.started.brief(at: now)
    let failed = exchange.check?.failed ?? 0
    row.fault = failed > 0 ? "assert: \(failed) failed" : ""
    return row
  }

  private func outcome(of exchange: Exchange) -> ExchangeOutcome {
    guard let status = exchange.status else { return exchange.end == .failed ? .failed : .ended }
    return exchange.failedChecks == nil ? .responded(status) : .refused(status)
  }
}

extension HistoryEffects {
  /// Returns the last earlier exchange of the same request that has a response. Returns nil if
  /// there is none.
  func previous(of id: AttemptID) async throws -> Exchange? {
    guard let job = try await client.jobs(matching: JobQuery(ids: [id.job])).first else {
      return nil
    }
    let own = try await exchanges(of: id.job)
    let hop = own.first { $0.attempt.id == id }?.attempt.hop ?? 0
    // The attempts of a remote job are polls. They are not separate runs of its request.
    if job.remote == nil,
      let earlier = own.first(where: {
        $0.attempt.id.number < id.number && $0.attempt.hop == hop && $0.end == .responded
      })
    {
      return earlier
    }
    var query = HistoryQuery(HistoryFilter(responsesLike: job), before: id.job, limit: 1)
    while true {
      let page = try await client.history(query)
      if let found = page.exchanges.first { return found }
      guard let next = page.next else { return nil }
      query.before = next
    }
  }

  private func exchanges(of job: JobID) async throws -> [Exchange] {
    let filter = HistoryFilter("job:\(job)", now: SystemClock().now)
    return try await client.history(HistoryQuery(filter)).exchanges
  }

  func exchange(_ id: AttemptID) async throws -> Exchange? {
    try await exchanges(of: id.job).first { $0.attempt.id == id }
  }
}
