import ClientDocuments
package import ReadingValues

/// Functions that read the open body in chunks.
extension DocumentController {
  /// The result of reading one chunk.
  package enum Portion: Sendable {
    case read
    /// All known bytes were read. The file has grown since then, so there are more bytes to read.
    case caughtUp
  }

  /// Whether more of the body can be read now.
  package var hasMore: Bool {
    !reading.isStopped && reading.problem == nil && body.reading != nil
  }

  /// Whether there is progress that has not been reported in an event.
  package var hasEvents: Bool { reading.hasEvents }

  /// Reads one chunk. Does nothing if everything is read.
  package mutating func continueReading() -> Portion {
    guard hasMore else { return .read }
    do throws(DocumentError) {
      let before = body.reading?.percent
      try body.continueReading(portionSize)
      if body.reading == nil, try body.takeGrowth(ofAtLeast: leastGrowth) { return .caughtUp }
      // Progress of a complete body is reported when the percentage changes and at the end.
      // Progress of a growing body is reported when all received bytes are read.
      if body.reading == nil || (body.bodyArrival == .ended && body.reading?.percent != before) {
        reading.hasEvents = true
      }
    } catch {
      fail(error)
    }
    return .read
  }

  /// Returns an event with the progress since the last event and the rows that were requested last.
  /// Returns nil if there is nothing to report.
  package mutating func takeEvent() -> DocumentUpdate? {
    guard reading.hasEvents, let generation else { return nil }
    var update = DocumentUpdate(generation: generation, view: reading.rows.view)
    update.isProgress = true
    do throws(DocumentError) {
      update.outcome = reading.problem.map(DocumentUpdate.Outcome.failed) ?? .read(body.facts)
      try body.tree?.countRows()
      update.window = try body.window(reading.rows.window, reading.rows.view)
      update.reading = body.reading
    } catch {
      fail(error)
      update.outcome = .failed(DocumentProblem(error))
    }
    reading.hasEvents = false
    return update
  }

  private mutating func fail(_ error: DocumentError) {
    reading.problem = DocumentProblem(error)
    reading.hasEvents = true
  }
}
