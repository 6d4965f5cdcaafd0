import ClientModel
package import ReadingValues

/// The body on show: where its bytes are, what it was found to be, and how far it is read.
///
///     none ──begin──► source ──opened──► facts, more to read ──progress──► … ──► facts, all is read
///                                             ▲   └──stop──► stopped ──resume──┐
///                                             └────────────────────────────────┘
///
/// The reader of bodies reads on by itself; its events say how far it is.
package struct BodyReading: Equatable, Sendable {
  private(set) var source: DocumentSource?
  /// What the reader found the body to be; nil while none is open.
  package private(set) var facts: DocumentFacts?
  /// True when the user stopped the reading: showing the response again resumes it.
  private var isStopped = false
  /// Whether the reader has been asked to take in what arrived.
  private var growth = Growth.taken

  private enum Growth {
    case taken, requested
    /// More has arrived since the request. One request at a time: of a fast body, requests would wait in a
    /// row that grows until the body ends.
    case behind
  }

  /// The generation in which the tree was automatically opened at the response's data.
  private var dataShown: Int?

  /// That there is no body for a command.
  static let missing = Notice.cannot("There is no body.", "This attempt brought none.")
  /// That a command needs the complete body of a running job.
  static let incomplete = Notice.cannot(
    "The body is not complete.", "The job is running.", "Wait, or cancel it.")

  var isArriving: Bool { source?.isArriving == true }

  /// True while more of the body is being read.
  var isGoingOn: Bool { facts?.reading != nil && !isStopped }

  /// `indexing, 42%`; nil when all is read.
  var words: String? {
    guard let reading = facts?.reading else { return nil }
    let words = "\(reading.work.rawValue), \(reading.percent)%"
    return isStopped ? "\(words), stopped" : words
  }

  /// The kind of body on show, where that is not as its content type says, and a charset other than UTF-8.
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

  /// Takes another body, or none.
  mutating func begin(_ source: DocumentSource?) {
    self = BodyReading()
    self.source = source
  }

  /// The same body, longer or complete.
  ///
  /// - Returns: Whether the reader must be asked now.
  mutating func extend(_ source: DocumentSource) -> Bool {
    (self.source, isStopped) = (source, false)
    let isAskedLater = growth != .taken && source.isArriving
    growth = isAskedLater ? .behind : .requested
    return !isAskedLater
  }

  /// The reader has taken in what had arrived at the last request.
  ///
  /// - Returns: The source that it must be asked to take in again; nil if nothing has arrived since.
  mutating func caughtUp() -> DocumentSource? {
    defer { growth = .taken }
    return growth == .behind ? source : nil
  }

  /// The same body with a page appended.
  mutating func grow(_ source: DocumentSource) { self.source = source }

  mutating func found(_ facts: DocumentFacts) { self.facts = facts }

  /// A filter replaced what is read.
  mutating func replaced(by facts: DocumentFacts) {
    (self.facts, isStopped, growth) = (facts, false, .taken)
  }

  mutating func progressed(_ progress: ReadingProgress?) {
    if progress != nil { facts?.reading = progress }
  }

  /// A body that cannot be opened while it arrives is opened again when it grows and when it is complete.
  mutating func failed() {
    if facts == nil, isArriving { source = nil }
    growth = .taken
  }

  /// The rest of the body cannot be read.
  mutating func halt() { isStopped = true }

  /// - Returns: Whether it was stopped.
  mutating func resume() -> Bool {
    defer { isStopped = false }
    return isStopped
  }

  /// Stops reading; what is known stays.
  mutating func stop() -> [Effect] {
    guard isGoingOn, let reading = facts?.reading else { return [] }
    isStopped = true
    return [
      .notify(
        Notice(
          .info, "The \(reading.work.rawValue) was stopped at \(reading.percent)%.",
          why: reading.work == .indexing ? "Rows behind that do not show." : "",
          whatToDo: "Show the response again to go on."))
    ]
  }

  /// Whether the tree must now be opened at the response's data. This happens once in a generation, when the
  /// body is complete and its rows are indexed.
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
