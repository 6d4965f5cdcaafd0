public import ClientModel

/// The part of a store that reads past exchanges.
public protocol HistoryStore: Sendable {
  /// Returns the matching exchanges, newest jobs first, and the newest attempt of each job first.
  ///
  /// One call examines a limited number of jobs, so a page without exchanges may still have a next
  /// page.
  func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage
}

/// A selection of exchanges, with a start position.
public struct HistoryQuery: Hashable, Sendable {
  /// The exchanges to select.
  public var filter: HistoryFilter
  /// The job before which to start, or nil to start with the newest.
  public var before: JobID?
  /// The number of exchanges after which a page ends. The exchanges of its last job are always
  /// complete.
  public var limit: Int
  /// The maximum number of jobs that one call examines.
  public var span: Int

  /// Creates a query. By default, it matches every exchange.
  public init(
    _ filter: HistoryFilter = .all, before: JobID? = nil, limit: Int = 200, span: Int = 2_000
  ) {
    self.filter = filter
    self.before = before
    self.limit = max(1, limit)
    self.span = max(1, span)
  }
}

/// A part of the matching exchanges, with the position of the next part.
public struct HistoryPage: Hashable, Sendable {
  /// The matching exchanges, newest first.
  public var exchanges: [Exchange]
  /// The value for `before` to read the next page, or nil after the last page.
  public var next: JobID?

  /// Creates a page.
  public init(exchanges: [Exchange], next: JobID?) {
    self.exchanges = exchanges
    self.next = next
  }
}

extension HistoryQuery {
  /// Returns the page with the matching exchanges of a list of jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs before `before` that have attempts, newest first. If there are more than
  ///     `span` such jobs, at least `span` + 1 of them.
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
