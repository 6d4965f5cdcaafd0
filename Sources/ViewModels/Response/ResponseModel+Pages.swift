import ClientDocuments
import ClientModel

/// Loads other pages of a list, either as separate jobs or appended to the current body.
extension ResponseModel {
  /// Requests a page as a separate job. Repeated key presses cause only one request.
  mutating func ask(for page: QueueEffect.Page) -> [Effect] {
    guard let job else { return [] }
    // The next one follows what was loaded last; the previous one comes before the first.
    let from = page == .next ? pages.last?.job ?? job.id : job.id
    askedPage = AskedPage(page: page, of: from)
    return [.queue(.showPage(page, of: from))]
  }

  /// The head of the last answer on show.
  var lastHead: ResponseHead? { pages.isEmpty ? head : pages.last?.head }

  var askedObstacle: Notice? {
    askedPage.map { .cannot("One page at a time.", "The \($0.page.word) page was just asked for.") }
  }

  /// Puts the next page behind what is there.
  mutating func loadMore() -> [Effect] {
    guard let job else { return [] }
    isLoadingMore = true
    return [
      .response(
        .loadMore(
          PageWish(
            shown: job.id, last: pages.last?.job ?? job.id, body: body, generation: generation)))
    ]
  }

  /// Why no more can be loaded; nil when it can.
  var loadObstacle: Notice? {
    if isLoadingMore { return .cannot("One page at a time.", "The next page is on its way.") }
    if pages.count + 1 >= JoinedPages.most {
      return .cannot(
        "No more pages are appended.", "There are \(pages.count + 1) already.",
        "Ask for the next page as a job of its own.")
    }
    guard facts?.kind == .json else {
      return .cannot("Only lists in JSON are appended.", "This body is not a JSON list.")
    }
    return pageObstacle("next", "next", lastHead)
  }

  mutating func take(_ news: PageNews) -> [Effect] {
    guard news.wish.shown == opened, news.wish.generation == generation, isLoadingMore else {
      return []
    }
    isLoadingMore = false
    guard let page = news.page else { return [] }
    pages.append(page)
    pagedAttempt = attempt?.id
    let source = DocumentSource.whole(page.joined)
    self.source = source
    rendered.forget()
    forgetHits()
    return [ask(.grow(source), pane.view)]
  }
}

/// A page requested as a separate job: the page before or after that of another job.
struct AskedPage: Hashable, Sendable {
  var page: QueueEffect.Page
  var of: JobID
}

extension QueueEffect.Page {
  fileprivate var word: String {
    switch self {
    case .next: "next"
    case .previous: "previous"
    }
  }
}
