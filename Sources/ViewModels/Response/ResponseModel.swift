package import ClientDocuments
package import ClientModel
package import ReadingValues

/// The response of one job as the user sees it.
///
///     nothing open ──open──► loading ──exchange──► job, its attempts, one of them chosen
///                                                   └─► body open in the reader ─► rows by window
///
/// Rows come from a `BodyReader`; only a window of them is in memory. Each part has its own state;
/// this type passes commands and events to the parts.
package struct ResponseModel: Equatable, Sendable {
  package internal(set) var exchange = ShownExchange()
  package internal(set) var reading = BodyReading()
  package internal(set) var panes = BodyPanes()
  package internal(set) var pages = AppendedPages()
  package internal(set) var finding = BodyFinding()
  package internal(set) var filter = FilterState()
  var tabChoice = TabChoice()
  var lists = TabLists()
  var viewer = ValueViewer()
  package internal(set) var raw = RawTab()
  /// The view of the response that its catalog describes.
  package internal(set) var rendered = ViewPane()
  package internal(set) var picture = PicturePane()
  var comparing = CompareTab()
  package internal(set) var topics = TopicTab()
  private var arriving = ArrivingResponses()

  package init() {}

  // MARK: Displayed parts

  package var job: Job? { exchange.job }
  package var request: PreparedRequest? { exchange.request }
  package var attempt: Attempt? { exchange.attempt }
  package var head: ResponseHead? { exchange.head }
  package var isRunning: Bool { exchange.isRunning }
  package var facts: DocumentFacts? { reading.facts }
  package var query: SearchQuery { finding.query }
  package var comparison: ComparePane? { comparing.pane }
  package var isBodyOpen: Bool { reading.source != nil }
  package var tab: ResponseTab { tabChoice.shown }

  /// The bytes of the displayed body, including appended pages.
  package var body: StoredBody { pages.last?.joined ?? attempt?.result?.body ?? .none }

  // MARK: Opening

  /// Selects this attempt, instead of the last one, for the next opening of its job.
  mutating func wish(_ attempt: AttemptID) { exchange.wish(attempt) }

  /// Shows another job and requests its exchange.
  package mutating func open(_ job: JobID) -> [Effect] {
    var closes: [Effect] = []
    if exchange.opened != job {
      closes = close()
      exchange.open(job)
      exchange.arrived(arriving[job])
    }
    let resumes = reading.resume() ? [panes.quietly(.resumeReading, view)] : []
    return closes + [.response(.load(job))] + resumes
  }

  /// Whether a job is displayed or being loaded.
  var isOpen: Bool { exchange.opened != nil }

  /// Closes the displayed job.
  mutating func close() -> [Effect] {
    exchange.close()
    let closes = closeBody()
    tabChoice.reopen()
    comparing.leave()
    lists.reset()
    rendered = ViewPane()
    pages = AppendedPages()
    finding = BodyFinding(query.other(""))
    return closes
  }

  // MARK: Events

  /// Handles an event from the session. Events of other jobs are ignored.
  package mutating func receive(_ event: ResponseEvent) -> [Effect] {
    let effects = learn(event)
    return effects + renders() + draws()
  }

  private mutating func learn(_ event: ResponseEvent) -> [Effect] {
    arriving.learn(event)
    switch event {
    case .exchange(let job, let request, let attempts) where job.id == exchange.opened:
      let effects = choose(exchange.take(job, request, attempts))
      tabChoice.follow(tabs)
      return effects
    case .progressed(let id, let update) where id == exchange.opened: exchange.progressed(update)
    case .began(let id, _) where id == exchange.opened: exchange.arrived(arriving[id])
    case .grew(let id, _, _) where id == exchange.opened:
      exchange.arrived(arriving[id])
      return showArriving()
    case .exchange, .progressed, .began, .grew: break
    case .changed(let jobs):
      guard let update = jobs.last(where: { $0.id == exchange.opened }) else { return [] }
      let loads: [Effect] = exchange.change(to: update) ? [.response(.load(update.id))] : []
      return loads + (reading.isArriving ? [] : showArriving())
    case .document(let update): return take(update)
    case .more(let update): return take(update)
    case .picture(let update): picture.take(update)
    case .previous(let previous, let id): return compare(with: previous, id)
    case .extracted(let path, let reader): return [.response(.read(path, reader))]
    case .pageReceived(of: let id): pages.answered(of: id)
    case .eventsDropped: return exchange.opened.map { [.response(.load($0))] } ?? []
    }
    return []
  }

  /// Shows another attempt of the job.
  mutating func choose(_ place: Int?) -> [Effect] {
    let before = attempt?.id
    exchange.choose(place)
    if attempt?.id != before, comparison != nil { leaveComparing() }
    guard let attempt else {
      return isBodyOpen ? closeBody() : []
    }
    guard let result = attempt.result else {
      // The body may have started to arrive before its attempt was known.
      let isOther = before != attempt.id && reading.source != exchange.arriving
      let closes = isOther ? closeBody() : []
      let opens = reading.isArriving ? [] : showArriving()
      // Opening a body closes the previous one.
      return opens.isEmpty ? closes : opens
    }
    // Appended pages belong to this response, so its first page does not replace them.
    if pages.areAppended(to: attempt.id) { return [] }
    guard result.body.length > 0 else { return closeBody() }
    return show(.stored(result.body), mediaType: result.head?.mediaType)
  }

  private mutating func showArriving() -> [Effect] {
    exchange.shownArriving.map { show($0.source, mediaType: $0.mediaType) } ?? []
  }

  // MARK: The body

  /// Passes a body to the reader. A body that is still arriving is extended, and its folds stay.
  private mutating func show(_ source: DocumentSource, mediaType: String?) -> [Effect] {
    guard reading.source != source || source.isArriving else { return [] }
    if reading.isArriving, reading.source == source || !source.isArriving {
      guard reading.extend(source) else { return [] }
      rendered.clear()
      return [panes.ask(.extend(source), view)] + searchAnew()
    }
    replaceBody(by: source)
    return [panes.ask(.open(source, mediaType: mediaType), view)]
  }

  /// Removes the displayed body; the reader closes it.
  private mutating func closeBody() -> [Effect] {
    let closes = isBodyOpen ? [panes.askAll(.close)] : []
    replaceBody(by: nil)
    return closes
  }

  private mutating func replaceBody(by source: DocumentSource?) {
    panes.clear(in: max(panes.generation, filter.generation) + 1)
    viewer.close()
    reading.begin(source)
    rendered.clear()
    topics.clear()
    pages.clear()
    finding.clear()
    filter.clear()
  }

  private mutating func take(_ update: PageUpdate) -> [Effect] {
    guard update.wish.shown == exchange.opened, update.wish.generation == panes.generation,
      let source = pages.take(update, for: attempt?.id)
    else { return [] }
    reading.grow(source)
    rendered.clear()
    return [panes.ask(.grow(source), view)] + searchAnew()
  }
}
