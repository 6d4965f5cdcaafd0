package import ClientDocuments
package import ClientModel

/// The response of one job as the user sees it.
///
///     nothing open ──open──► loading ──exchange──► job, its attempts, one of them chosen
///                                                   └─► body open in the controller ─► rows by window
///
/// Rows come from a `DocumentController`; only a window of them is held here.
package struct ResponseModel: Equatable, Sendable {
  /// The job that is to be shown; its facts may not have come yet.
  package private(set) var opened: JobID?
  /// The job on show.
  package private(set) var job: Job?
  package private(set) var request: PreparedRequest?
  /// The tries of the job, oldest first; redirect hops among them.
  package private(set) var attempts: [Attempt] = []
  /// The try to be shown when the job's facts come.
  private var wished: AttemptID?
  /// The place in `attempts` of the one on show; nil when there is none.
  package private(set) var chosen: Int?
  package private(set) var progress: TransferProgress?
  /// What the status means by the catalog of the request's endpoint.
  var meaning: StatusMeaning?
  /// The head of an answer whose body is still coming.
  package private(set) var arrivingHead: ResponseHead?
  /// Where that body lies; nil before any of it has come.
  private var arrivingPath: String?
  package internal(set) var tab = ResponseTab.tree
  package internal(set) var rawLayout = RawLayout.pretty
  package internal(set) var panes: [DocumentView: DocumentPane] = Dictionary(
    uniqueKeysWithValues: DocumentView.allCases.map { ($0, DocumentPane($0)) })
  /// The tab that the user selected; nil while the default tab is shown.
  var wishedTab: ResponseTab?
  /// The value shown instead of the tree; nil when the tree is shown.
  package internal(set) var viewer: Viewer?
  /// The width at which the rows of a value wrap.
  var columns = 80
  /// The answer as its catalog says it is best seen.
  package internal(set) var rendered = ViewPane()
  /// The selected row and scroll position of each tab that shows no body, such as headers or timing.
  package internal(set) var lists: [ResponseTab: ScrolledList] = [:]
  /// The earlier exchange beside the one on show; nil when none is.
  package internal(set) var comparison: ComparePane?
  /// What comparisons leave out.
  package internal(set) var ignored: [IgnoredPath] = []
  /// The pages appended to the first one, oldest first.
  package internal(set) var pages: [LoadedPage] = []
  /// The attempt to which the pages are appended.
  package internal(set) var pagedAttempt: AttemptID?
  /// True while one more page is on its way.
  package internal(set) var isLoadingMore = false
  /// The page that was asked for as a job of its own and has not been answered yet.
  var askedPage: AskedPage?
  /// What the controller found the body to be; nil while none is open.
  package internal(set) var facts: DocumentFacts?
  /// What was last looked for; its text is empty while nothing was.
  package internal(set) var query = SearchQuery("") {
    didSet { if query != oldValue { marks = SearchMarks(query) } }
  }
  /// The matcher that finds the query in displayed text.
  package private(set) var marks = SearchMarks(SearchQuery(""))
  /// The search that has found nothing yet, and how far it is.
  package internal(set) var hunting: SearchProgress?
  /// The hits of what was found last; nil when nothing was.
  package internal(set) var hits: Hits?
  var searchNumber = 0
  /// The number of the search that shows no message when it finds nothing.
  var quietSearch: Int?
  /// The view state when the search prompt was opened; nil while the prompt is closed.
  var seeking: Seeking?
  /// True while the controller has been asked to go on reading and has not answered.
  var isReadingOn = false
  /// True when the user stopped the reading: showing the response again goes on with it.
  var hasStoppedReading = false
  package internal(set) var filter = FilterState()
  package internal(set) var picture = PicturePane()
  var height = 1
  var generation = 0
  /// The generation in which the tree was automatically opened at the response's data.
  var dataShown: Int?
  var source: DocumentSource?

  package init() {}

  /// True while the job on show runs.
  package var isRunning: Bool { job?.state.word == .running }

  /// The try on show.
  package var attempt: Attempt? { chosen.map { attempts[$0] } }

  /// The head on show: of the try, or of the answer that is arriving.
  package var head: ResponseHead? { attempt?.result?.head ?? arrivingHead }

  /// The bytes on show, appended pages among them.
  package var body: StoredBody { pages.last?.joined ?? attempt?.result?.body ?? .none }

  /// Selects this attempt, instead of the last one, for the next time its job is opened.
  mutating func wish(_ exchange: AttemptID) { wished = exchange }

  /// Shows another job; asks for its exchange.
  package mutating func open(_ job: JobID) -> [Effect] {
    if opened != job {
      let generation = max(generation, filter.generation)
      let (layout, height, columns) = (rawLayout, height, columns)
      let filterNumber = filter.number + 1
      // It is not known yet whether the next job has a view; if it has one, the view opens automatically.
      let wished = wished?.job == job ? wished : nil
      let isOwn = tab == .view || tab == .checks
      let (tab, wish) = (isOwn ? ResponseTab.tree : tab, wishedTab)
      let (ignored, query, picture) = (ignored, query, picture)
      self = ResponseModel()
      (self.tab, wishedTab, rawLayout, self.generation) = (tab, wish, layout, generation)
      (self.ignored, self.columns, self.picture) = (ignored, columns, picture)
      self.query = query.other("")
      if tab == .compare { leaveComparing() }
      filter.number = filterNumber
      _ = show(rows: height)
      (opened, self.wished) = (job, wished)
    }
    hasStoppedReading = false
    return [.response(.load(job))] + readOn()
  }

  /// Takes news from the session; what is about another job is passed over.
  package mutating func receive(_ event: ResponseEvent) -> [Effect] {
    let effects = learn(event)
    return effects + renders() + draws()
  }

  private mutating func learn(_ event: ResponseEvent) -> [Effect] {
    switch event {
    case .exchange(let job, let request, let attempts):
      guard job.id == opened else { return [] }
      return take(job, request, attempts)
    case .progressed(let id, let news):
      if id == opened { progress = news }
      return []
    case .changed(let jobs):
      guard let news = jobs.last(where: { $0.id == opened }) else { return [] }
      let before = job
      job = news
      if news.state.word != .running { (progress, arrivingPath) = (nil, nil) }
      // The exchange is committed together with the state that ends it, so it is loaded on that report.
      let isNews = before?.state.word != news.state.word || before?.attempts != news.attempts
      let loads: [Effect] = isNews ? [.response(.load(news.id))] : []
      return loads + (source?.isArriving == true ? [] : showArriving())
    case .began(let id, let head):
      if id == opened { (arrivingHead, arrivingPath) = (head, nil) }
      return []
    case .grew(let id, _, let path):
      guard id == opened else { return [] }
      arrivingPath = path
      return showArriving()
    case .document(let news): return take(news)
    case .more(let news): return take(news)
    case .picture(let news):
      picture.take(news)
      return []
    case .previous(let exchange, let id): return take(previous: exchange, of: id)
    case .extracted(let path, let reader): return [.response(.read(path, reader))]
    case .pageAnswered(of: let id):
      if id == askedPage?.of { askedPage = nil }
      return []
    case .eventsDropped: return opened.map { [.response(.load($0))] } ?? []
    }
  }

  private mutating func take(
    _ job: Job, _ request: PreparedRequest, _ attempts: [Attempt]
  ) -> [Effect] {
    let before = attempt?.id
    let wasNewest = chosen.map { $0 == self.attempts.count - 1 } ?? true
    self.job = job
    self.request = request
    self.attempts = attempts
    // An attempt that the user selected stays selected; if the newest was selected, the next one is now.
    let asked = wished ?? (wasNewest ? nil : before)
    wished = nil
    let kept = asked.flatMap { asked in attempts.firstIndex { $0.id == asked } }
    let effects = choose(kept ?? attempts.indices.last)
    keepChecks()
    return effects
  }

  /// Shows another try of the job.
  mutating func choose(_ place: Int?) -> [Effect] {
    let before = attempt?.id
    chosen = place
    if attempt?.id != before, comparison != nil { leaveComparing() }
    guard let attempt else {
      if source != nil { forgetBody() }
      return []
    }
    guard let result = attempt.result else {
      // The body may have started to arrive before its attempt was known.
      if before != attempt.id, source != arriving { forgetBody() }
      return source?.isArriving == true ? [] : showArriving()
    }
    if attempt.id == attempts.last?.id { (arrivingHead, arrivingPath) = (nil, nil) }
    // What was appended belongs to this answer: another one begins anew.
    if !pages.isEmpty, pagedAttempt == attempt.id { return [] }
    guard result.body.length > 0 else {
      forgetBody()
      return []
    }
    return show(.whole(result.body), mediaType: result.head?.mediaType)
  }

  private var arriving: DocumentSource? { arrivingPath.map { .arriving(path: $0) } }

  /// Shows the data received so far if the newest attempt is selected. Data may arrive before the job is
  /// known to be running; it is then shown when the running state is reported.
  private mutating func showArriving() -> [Effect] {
    guard isRunning, let arriving, chosen == nil || chosen == attempts.count - 1 else { return [] }
    return show(arriving, mediaType: arrivingHead?.mediaType)
  }

  /// Passes a body to the controller. A body that was still arriving is extended and keeps its folds.
  private mutating func show(_ source: DocumentSource, mediaType: String?) -> [Effect] {
    let before = self.source
    guard before != source || source.isArriving else { return [] }
    self.source = source
    rendered.forget()
    if before?.isArriving == true, before == source || !source.isArriving {
      forgetHits()
      hasStoppedReading = false
      return [ask(.extend(source), pane.view)]
    }
    clearPanes()
    generation += 1
    facts = nil
    (isReadingOn, hasStoppedReading) = (false, false)
    (pages, isLoadingMore) = ([], false)
    forgetHits()
    forgetFilter()
    return [ask(.open(source, mediaType: mediaType), pane.view)]
  }

  private mutating func forgetBody() {
    clearPanes()
    generation += 1
    facts = nil
    (isReadingOn, hasStoppedReading) = (false, false)
    source = nil
    rendered.forget()
    (pages, isLoadingMore) = ([], false)
    forgetHits()
    forgetFilter()
  }
}

extension ResponseModel {
  /// Clears all rows and closes the viewer, because another body is displayed.
  mutating func clearPanes() {
    for view in DocumentView.allCases { panes[view]?.clear() }
    viewer = nil
  }
}

extension DocumentSource {
  var isArriving: Bool { if case .arriving = self { true } else { false } }
}
