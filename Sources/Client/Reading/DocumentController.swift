import ClientDocuments
package import ClientModel
package import ReadingValues

/// The controller of the displayed body, which handles one request at a time and reads the body in
/// chunks.
///
/// A call may take as long as reading the complete body, so only a `BodyReader` uses this type. The
/// controller stores an index and the folded rows. The bytes stay in the body's file, but the
/// formatted text of a small body is in memory.
package struct DocumentController: Sendable {
  /// The maximum size in bytes of a body to format. A larger body is shown as received.
  package static let largestLayout = 4 << 20
  /// The maximum length of formatted text in bytes. A body with longer formatted text is shown as
  /// received.
  package static let longestLayout = 32 << 20
  /// The maximum length of text for the clipboard in bytes. Terminals ignore longer text.
  package static let largestCopy = 1 << 20

  private let stored: @Sendable (StoredBody) -> StoredBytes?
  private let step: Int
  /// The identifier of the displayed body, or nil if no body is open.
  var generation: Int?
  /// The displayed body: the opened body or a filter's result.
  var body = OpenBody()
  /// The opened body while a filter's result is displayed. Its selected row was `unfilteredRow`.
  var unfiltered: OpenBody?
  var unfilteredRow = 0
  var shownFilter: ShownFilter?
  var filtering: Filtering?
  private var topics = TopicCounter()
  /// The rows requested last, the unreported progress, and any stop or failure.
  var reading = ReadingState()

  /// Creates a controller without an open body.
  ///
  /// - Parameter stored: A function that returns the bytes of a stored body, or nil if the body
  ///   itself contains them.
  /// - Parameter step: The approximate number of bytes that one request searches or counts. A chunk
  ///   that is read has a quarter of this size.
  package init(step: Int = 16 << 20, stored: @escaping @Sendable (StoredBody) -> StoredBytes?) {
    self.stored = stored
    self.step = step
  }

  /// Handles one request. If an error occurs, the outcome is `failed`.
  package mutating func response(_ request: DocumentRequest) -> DocumentUpdate {
    var request = request
    if request.stepOrigin == .lastStep { request.row = reading.steps[request.view] ?? request.row }
    var update = DocumentUpdate(generation: request.generation, view: request.view)
    update.isStep = request.action.isStep
    let before = (generation, isReading: body.reading != nil)
    defer {
      // The request itself may have finished reading, so the displayed progress must be updated.
      if before == (generation, true), generation != nil, body.reading == nil {
        reading.hasEvents = true
      }
    }
    do {
      // Rows are not counted when a chunk is read, so they are counted before a request uses them.
      try body.tree?.countRows()
      body.divide(into: request.hexLength)
      if case .layOut(let view, let column) = request.action, request.generation == generation {
        (update.row, update.column) = try body.layOut(
          from: view, row: request.row, column: column, request.wrap, request.view)
      } else {
        try body.wrap(request.wrap, for: request.view)
      }
      try perform(request, &update)
      // The request may have opened another body, which needs the same options.
      body.divide(into: request.hexLength)
      body.lineLength = request.lineLength
      try body.wrap(request.wrap, for: request.view)
      if !update.bringsNoRows { try body.tree?.countRows() }
      // A request for a closed body must not return rows of another body.
      guard !update.bringsNoRows, update.generation == generation else { return update }
      let first = update.row ?? request.row
      if update.isStep { reading.steps[request.view] = first }
      if request.action.isAutomatic { update.origin = request.row }
      // The returned rows always include the selected row.
      let window = request.window.contains(first) ? request.window : around(first, request.window)
      update.window = try body.window(window, request.view)
      reading.rows = ReadingState.Rows(view: request.view, window: window)
      update.reading = body.reading
    } catch {
      update.outcome = .failed(DocumentProblem(error))
    }
    return update
  }

  private func around(_ row: Int, _ window: Range<Int>) -> Range<Int> {
    let start = max(0, row - window.count / 2)
    return start..<start + window.count
  }

  private mutating func perform(
    _ request: DocumentRequest, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    switch request.action {
    case .open(let source, let mediaType):
      close()
      body = try OpenBody(try bytes(of: source), mediaType: mediaType, arrival(of: source))
      generation = request.generation
      update.outcome = .opened(body.facts)
      // A growing event stream opens at the last row.
      let isLive = body.kind == .events && arrival(of: source) == .growing
      update.row = isLive ? max(0, (body.shape?.count ?? 1) - 1) : 0
    case .close: close()
    // A filter is identified by a number and not by the generation, because its result has a new
    // generation.
    case .filter(let order): try begin(order, row: request.row, &update)
    case .continueFilter(let number): try continueFilter(number, &update)
    case .showUnfiltered(let order): try showUnfiltered(order, &update)
    case .complete(let text, let number):
      try complete(text, as: .program, number, in: unfiltered ?? body, &update)
    case .completePath(let text, let number):
      try complete(text, as: .path, number, in: body, &update)
    case _ where request.generation != generation: return
    case .extend(let source) where body.shape != nil && unfiltered == nil:
      // If the last row of an event stream is selected, the selection follows new rows.
      reading.resume()
      let isLast = request.row >= (body.shape?.count ?? 0) - 1
      try body.extend(to: try bytes(of: source), arrival(of: source), budget: portionSize)
      update.outcome = .opened(body.facts)
      if isLast, body.kind == .events, let count = body.shape?.count {
        update.row = max(0, count - 1)
      }
    case .show(let kind):
      showUnfilteredBody()
      body = try body.shown(as: kind)
      reading.resume()
      update.outcome = .opened(body.facts)
      update.row = 0
    case .decode(let charset):
      showUnfilteredBody()
      body = try body.shown(in: charset)
      reading.resume()
      update.outcome = .opened(body.facts)
      update.row = 0
    case .table(let action): try body.perform(action, request.row, &update)
    case .extend(let source):
      reading.resume()
      showUnfilteredBody()
      let before = try body.node(at: request.row)
      try body.extend(to: try bytes(of: source), arrival(of: source), budget: arrivalBudget)
      update.outcome = .opened(body.facts)
      if request.view == .tree, let before { update.row = try body.tree?.nearestRow(to: before) }
    case .grow(let source):
      showUnfilteredBody()
      let before = try body.node(at: request.row)
      try body.grow(to: try bytes(of: source), budget: portionSize)
      reading.resume()
      update.outcome = .opened(body.facts)
      if request.view == .tree, let before { update.row = try body.tree?.nearestRow(to: before) }
    case .rows, .layOut: break
    case .stopReading: reading.isStopped = true
    case .resumeReading: reading.resume()
    case .fold(let folding): try body.fold(folding, request.row, &update)
    case .go(let step): try body.go(step, request.row, &update)
    case .viewValue(let look): try body.viewValue(at: request.row, look, &update)
    case .rewrap(let look): try body.rewrap(look, row: request.row, &update)
    case .closeLook: body.viewed = nil
    case .follow(let path): try body.follow(path, &update)
    case .openData(let pointer): try body.openData(at: pointer, &update)
    case .find(let search): try body.find(search, row: request.row, request.view, step, &update)
    case .seek(let search, let origin):
      try body.seek(search, origin, request.view, seekBudget, &update)
    case .endSeek(let origin):
      try body.goBack(to: origin)
      update.row = origin.row
    case .continueSearch(let number): try body.continueSearch(number, step, &update)
    case .count(let number): try body.count(number, step, &update)
    case .render(let plan, let root):
      try decodeAll()
      update.outcome = .rendered(Rendering(plan, of: (unfiltered ?? body).source, root: root))
    case .countTopics:
      let source = (unfiltered ?? body).source
      update.outcome = .topics(try topics.continueReading(source, budget: portionSize))
    case .compare(let other, let mediaType, let ignored):
      try decodeAll()
      let earlier = try bytes(of: other).text(mediaType: mediaType, choice: body.charset).text
      update.outcome = .compared(
        try Comparison(of: earlier, and: (unfiltered ?? body).source, ignoring: ignored))
    case .use(let purpose): try use(purpose, request, &update)
    case .copy(let part) where part == .path || part == .query:
      if request.view == .tree, let node = try body.node(at: request.row),
        let outcome = try filteredPath(part, node)
      {
        update.outcome = outcome
      } else {
        try body.copy(part, request.row, request.view, &update)
      }
    case .copy(let part):
      if part == .body { try decodeAll() }
      try body.copy(part, request.row, request.view, &update)
    }
  }

  /// Decodes the remaining text of the opened body, for uses that need the complete text.
  mutating func decodeAll() throws(DocumentError) {
    if unfiltered == nil { try body.decodeAll() } else { try unfiltered?.decodeAll() }
  }

  /// The approximate number of received bytes to read at once. Keys are handled before further
  /// bytes are read.
  private var arrivalBudget: Int { step / 64 }

  /// The smallest growth in bytes that is read at once. Smaller growth is read after the next
  /// growth event.
  var leastGrowth: Int { step / 64 }

  /// The approximate size in bytes of a chunk of reading, and of one filter step.
  var portionSize: Int { step / 4 }

  /// The approximate number of bytes to search after each typed letter.
  ///
  /// Further bytes are searched on request, because the next letter may already have been typed.
  private var seekBudget: Int { step / 8 }

  /// Closes the body and deletes everything computed from it.
  mutating func close() {
    showUnfilteredBody()
    (body, topics) = (OpenBody(), TopicCounter())
    (generation, reading) = (nil, ReadingState())
  }

  private func bytes(of source: DocumentSource) throws(DocumentError) -> ByteSource {
    switch source {
    case .arriving(let bytes): return try ByteSource(bytes)
    case .stored(let body): return try body.source(in: stored(body))
    }
  }

  private func arrival(of source: DocumentSource) -> JSONDocument.TransferState {
    if case .arriving = source { .growing } else { .ended }
  }
}

/// The state of reading the open body: the requested rows, unreported progress, and any stop or
/// failure.
struct ReadingState: Sendable {
  /// The rows that were requested last. The next event contains them again.
  struct Rows: Sendable {
    var view = DocumentView.tree
    var window = 0..<0
  }

  var rows = Rows()
  /// The selected row after the last step, for each view.
  var steps: [DocumentView: Int] = [:]
  /// Whether there is progress that has not been reported in an event.
  var hasEvents = false
  var isStopped = false
  /// The reason why reading failed.
  var problem: DocumentProblem?

  /// Allows reading after a stop or failure.
  mutating func resume() { (isStopped, problem) = (false, nil) }
}
