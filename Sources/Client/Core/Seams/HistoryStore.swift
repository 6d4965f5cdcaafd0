public import ClientModel

/// Reads past exchanges.
public protocol HistoryStore: Sendable {
  /// Returns the matching exchanges, sorted by job and then by attempt, newest first.
  ///
  /// A call examines a limited number of jobs. A page may therefore be empty although a next page
  /// exists.
  func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage
}

/// Selects past exchanges, beginning at a position.
public struct HistoryQuery: Hashable, Sendable {
  /// The exchanges to select.
  public var filter: HistoryFilter
  /// The job before which the search starts. Nil starts at the newest job.
  public var before: JobID?
  /// The number of exchanges after which a page ends. The last job of a page is always complete.
  public var limit: Int
  /// The maximum number of jobs that a call examines.
  public var span: Int

  /// Creates a query. By default, it selects all exchanges.
  public init(
    _ filter: HistoryFilter = .all, before: JobID? = nil, limit: Int = 200, span: Int = 2_000
  ) {
    self.filter = filter
    self.before = before
    self.limit = max(1, limit)
    self.span = max(1, span)
  }
}

/// A page of exchanges, and the position of the next page.
public struct HistoryPage: Hashable, Sendable {
  /// The matching exchanges, newest first.
  public var exchanges: [Exchange]
  /// The value of `before` for the next page, or nil after the last page.
  public var next: JobID?

  /// Creates a page.
  public init(exchanges: [Exchange], next: JobID?) {
    self.exchanges = exchanges
    self.next = next
  }
}

extension HistoryQuery {
  /// Returns the page of matching exchanges from a list of jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs before `before` that have attempts, newest first. At least `span` + 1 jobs
  ///     must be passed, unless there are fewer.
  ///   - job: Returns a job, or nil if it cannot be read.
  ///   - parts: Returns a job's attempts, oldest first, and its request. Called only for jobs that
  ///     may match.
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
