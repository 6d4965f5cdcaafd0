import ClientDocuments
package import ReadingValues

/// Reads the open body in portions; between two of them requests are handled.
extension DocumentController {
  /// What one portion came to.
  package enum Portion: Sendable {
    case read
    /// All that had arrived was read, and by now more has arrived.
    case caughtUp
  }

  /// Whether more of the body can be read now.
  package var hasMore: Bool {
    !reading.isStopped && reading.problem == nil && book.reading != nil
  }

  /// Whether something was read that no event has reported.
  package var hasNews: Bool { reading.hasNews }

  /// Reads one portion. Does nothing when all is read.
  package mutating func readOn() -> Portion {
    guard hasMore else { return .read }
    do throws(DocumentError) {
      let before = book.reading?.percent
      try book.readOn(portion)
      if book.reading == nil, try book.takeGrowth(ofAtLeast: leastGrowth) { return .caughtUp }
      // A complete body reports rows when the percentage changes and at the end; a body that still arrives
      // reports them only when all that has arrived is read.
      if book.reading == nil || (book.arrival == .ended && book.reading?.percent != before) {
        reading.hasNews = true
      }
    } catch {
      fail(error)
    }
    return .read
  }

  /// The event about everything that was read since the last one, with the rows that were requested last;
  /// nil when there is nothing to report.
  package mutating func takeNews() -> DocumentNews? {
    guard reading.hasNews, let generation else { return nil }
    var news = DocumentNews(generation: generation, view: reading.rows.view)
    news.readsOn = true
    do throws(DocumentError) {
      news.outcome = .read(book.facts)
      if let problem = reading.problem { news.outcome = .failed(problem) }
      try book.tree?.countRows()
      news.window = try book.window(reading.rows.window, reading.rows.view)
      news.reading = book.reading
    } catch {
      fail(error)
      news.outcome = .failed(DocumentProblem(error))
    }
    reading.hasNews = false
    return news
  }

  private mutating func fail(_ error: DocumentError) {
    reading.problem = DocumentProblem(error)
    reading.hasNews = true
  }
}
