public import ClientModel

/// The part of a store that reads exchanges of the past.
public protocol HistoryStore: Sendable {
  /// The exchanges that fit, the newest jobs first and of each its newest attempt first.
  ///
  /// One call looks at a bounded number of jobs: a page without exchanges may still name a place to go
  /// on from.
  func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage
}

/// Which exchanges, and where to begin.
public struct HistoryQuery: Hashable, Sendable {
  /// Which exchanges.
  public var filter: HistoryFilter
  /// Only of older jobs than this one; nil begins with the newest.
  public var before: JobID?
  /// A page holds so many, and the rest of the last job's.
  public var limit: Int
  /// The most jobs that one call looks at.
  public var span: Int

  /// Creates a query; by default it matches every exchange.
  public init(
    _ filter: HistoryFilter = .all, before: JobID? = nil, limit: Int = 200, span: Int = 2_000
  ) {
    self.filter = filter
    self.before = before
    self.limit = max(1, limit)
    self.span = max(1, span)
  }
}

/// Some exchanges, and where there may be more.
public struct HistoryPage: Hashable, Sendable {
  /// The matching exchanges, the newest first.
  public var exchanges: [Exchange]
  /// The value for `before` to read the next page; nil after the last one.
  public var next: JobID?

  /// Creates a page.
  public init(exchanges: [Exchange], next: JobID?) {
    self.exchanges = exchanges
    self.next = next
  }
}

extension HistoryQuery {
  /// The page that jobs make.
  ///
  /// - Parameters:
  ///   - jobs: Those that were tried and come before `before`, newest first; at least one more than `span`
  ///     where there are more.
  ///   - job: Nil for one that cannot be read.
  ///   - parts: A job's attempts, oldest first, and its request; asked only for jobs that may fit.
  public func page<Problem: Error>(
    of jobs: [JobID], job: (JobID) throws(Problem) -> Job?,
    parts: (JobID) throws(Problem) -> (attempts: [Attempt], request: PreparedRequest)?
  ) throws(Problem) -> HistoryPage {
    var page = HistoryPage(exchanges: [], next: nil)
    for (place, id) in jobs.enumerated() {
      if place >= span || page.exchanges.count >= limit {
        page.next = jobs[place - 1]
        return page
      }
      guard let job = try job(id), filter.mayFit(job), let (attempts, request) = try parts(id)
      else { continue }
      page.exchanges += attempts.reversed().lazy
        .map { Exchange(job: job, attempt: $0, request: request) }.filter(filter.fits)
    }
    return page
  }
}
