import ClientModel
package import ReadingValues

/// The body in the response panel: its source, its kind and the progress of reading.
///
///     none ──begin──► source ──opened──► facts, partly read ──progress──► facts, all read
///                                            ▲   └──stop──► stopped ──resume──┐
///                                            └────────────────────────────────┘
///
/// The reader continues without further requests. Its events report the progress.
package struct BodyReading: Equatable, Sendable {
  private(set) var source: DocumentSource?
  /// The facts that the reader found about the body. Nil if it has not reported any yet.
  package private(set) var facts: DocumentFacts?
  /// Whether the user stopped the reading. The reading resumes when the response is shown again.
  private var isStopped = false
  /// The state of the request to read new data.
  private var growth = Growth.taken

  private enum Growth {
    case taken, requested
    /// More data has arrived since the request. Only one request is sent at a time, because a fast
    /// body would otherwise cause more requests than the reader can handle.
    case behind
  }

  /// The generation of the body whose tree was opened at the response data.
  private var dataShown: Int?

  /// The notice that a command cannot act because there is no body.
  static let missing = Notice.cannot("There is no body.", "This attempt received no body.")
  /// The notice that a command cannot act because the body is still arriving.
  static let incomplete = Notice.cannot(
    "The body is not complete.", "The job is running.", "Wait, or cancel it.")

  var isArriving: Bool { source?.isArriving == true }

  /// Whether the reader is still reading the body.
  var isGoingOn: Bool { facts?.reading != nil && !isStopped }

  /// The progress as text, such as `indexing, 42%`. Nil if the body is read completely.
  package var text: String? {
    guard let reading = facts?.reading else { return nil }
    let words = "\(reading.work.rawValue), \(reading.percent)%"
    return isStopped ? "\(words), stopped" : words
  }

  /// The kind and charset of the body. The kind is shown if it differs from the content type. The
  /// charset is shown if it is not UTF-8 or the user chose it. Nil if there is nothing to show.
  var kindWords: String? {
    guard let facts else { return nil }
    let kind: String? =
      switch facts.origin {
      case .reported: nil
      case .sniffed: "detected: \(facts.kind.word)"
      case .chosen: "shown as \(facts.kind.word)"
      }
    let isNamed = facts.decoding.encoding != .utf8 || facts.decoding.origin == .chosen
    let words = [kind, isNamed ? facts.decoding.encoding.rawValue : nil].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Starts to read another body, or none.
  mutating func begin(_ source: DocumentSource?) {
    self = BodyReading()
    self.source = source
  }

  /// Replaces the source of the same body after more data has arrived.
  ///
  /// - Returns: Whether the reader must be asked now. If not, `caughtUp` returns the source later.
  mutating func extend(_ source: DocumentSource) -> Bool {
    (self.source, isStopped) = (source, false)
    let isAskedLater = growth != .taken && source.isArriving
    growth = isAskedLater ? .behind : .requested
    return !isAskedLater
  }

  /// Handles the end of a request to read new data.
  ///
  /// - Returns: The source to read again, or nil if nothing has arrived since the request.
  mutating func caughtUp() -> DocumentSource? {
    defer { growth = .taken }
    return growth == .behind ? source : nil
  }

  /// Replaces the source after a page was appended to the body.
  mutating func grow(_ source: DocumentSource) { self.source = source }

  mutating func found(_ facts: DocumentFacts) { self.facts = facts }

  /// Replaces the facts when a filtered body is shown.
  mutating func replaced(by facts: DocumentFacts) {
    (self.facts, isStopped, growth) = (facts, false, .taken)
  }

  mutating func progressed(_ progress: ReadingProgress?) {
    if progress != nil { facts?.reading = progress }
  }

  /// Handles a failure to open an arriving body. The body is opened again when more data arrives or
  /// when the body is complete.
  mutating func failed() {
    if facts == nil, isArriving { source = nil }
    growth = .taken
  }

  /// Marks the reading as stopped. The unread part of the body cannot be read.
  mutating func halt() { isStopped = true }

  /// Resumes the reading.
  ///
  /// - Returns: Whether the reading was stopped.
  mutating func resume() -> Bool {
    defer { isStopped = false }
    return isStopped
  }

  /// Stops reading. Facts that were already found are kept.
  mutating func stop() -> [Effect] {
    guard isGoingOn, let reading = facts?.reading else { return [] }
    isStopped = true
    return [
      .notify(
        Notice(
          .info, "The \(reading.work.rawValue) was stopped at \(reading.percent)%.",
          why: reading.work == .indexing ? "Later rows are not shown." : "",
          whatToDo: "Show the response again to continue."))
    ]
  }

  /// Returns whether the tree must now be opened at the response data. This happens once for each
  /// generation, when the body is complete and its rows are indexed.
  mutating func opensData(in generation: Int) -> Bool {
    guard source?.isArriving == false, dataShown != generation, facts?.reading?.work != .indexing
    else {
      return false
    }
    dataShown = generation
    return true
  }
}

extension DocumentSource {
  var isArriving: Bool { if case .arriving = self { true } else { false } }
}
