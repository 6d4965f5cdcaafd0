import ClientDocuments
import ClientModel
import ClientPipeline
import ReadingValues

/// The pages appended to the body in the response panel, and the pending requests for pages.
package struct AppendedPages: Equatable, Sendable {
  /// The last appended page. Its body contains all pages up to this one.
  private(set) var last: LoadedPage?
  /// The number of pages appended to the first page.
  package private(set) var count = 0
  /// The attempt whose body was extended by pages.
  private var attempt: AttemptID?
  /// Whether a page is being loaded.
  package private(set) var isLoading = false
  /// The encoding that the user chose for the first page. Nil if the page declares the encoding.
  private var charset: TextEncoding?
  /// The page that was requested as a separate job and has not been received yet.
  private var asked: AskedPage?

  package var isEmpty: Bool { count == 0 }

  func areAppended(to attempt: AttemptID) -> Bool { !isEmpty && self.attempt == attempt }

  /// Requests a page as a separate job.
  mutating func ask(for page: QueueEffect.Page, of job: JobID) -> [Effect] {
    // The next page follows the last appended page. The previous page precedes the first page.
    let from = page == .next ? last?.job ?? job : job
    asked = AskedPage(page: page, of: from)
    return [.queue(.showPage(page, of: from))]
  }

  mutating func answered(of job: JobID) { if job == asked?.of { asked = nil } }

  /// Requests the next page in order to append it.
  ///
  /// - Parameter decoding: The encoding of the body in the response panel.
  mutating func load(
    behind body: StoredBody, of job: JobID, generation: Int,
    _ decoding: TextDecoding = TextDecoding()
  ) -> [Effect] {
    isLoading = true
    if isEmpty { charset = decoding.origin == .chosen ? decoding.encoding : nil }
    let wish = PageRequest(
      shown: job, last: last?.job ?? job, body: body, generation: generation,
      encoding: isEmpty ? decoding.encoding : .utf8, charset: charset)
    return [.response(.loadMore(wish))]
  }

  /// Stores a received page.
  ///
  /// - Returns: The body with the page appended, or nil if nothing was appended.
  mutating func take(_ update: PageUpdate, for attempt: AttemptID?) -> DocumentSource? {
    guard isLoading else { return nil }
    isLoading = false
    guard let page = update.page else { return nil }
    last = page
    count += 1
    self.attempt = attempt
    return .stored(page.joined)
  }

  /// Removes the pages, because another body is shown. A request for a page as a separate job is
  /// kept.
  mutating func clear() {
    let asked = asked
    self = AppendedPages()
    self.asked = asked
  }

  /// Returns the reason why a page cannot be requested as a separate job. Returns nil if it can.
  ///
  /// - Parameters:
  ///   - head: The head of the first page.
  ///   - rule: The paging rule of the request, or nil if the `Link` header applies.
  func obstacle(
    to page: QueueEffect.Page, _ head: ResponseHead?, _ rule: PagingRule? = nil
  ) -> Notice? {
    if let asked {
      return .cannot("One page at a time.", "The \(asked.page.word) page has just been requested.")
    }
    return missing(page, page == .next ? lastHead(head) : head, by: rule)
  }

  /// Returns the reason why the next page cannot be appended. Returns nil if it can.
  func loadObstacle(
    _ kind: BodyKind?, _ head: ResponseHead?, _ rule: PagingRule? = nil
  ) -> Notice? {
    if isLoading { return .cannot("One page at a time.", "The next page is already loading.") }
    if count + 1 >= JoinedPages.most {
      return .cannot(
        "No more pages can be appended.", "\(count + 1) pages are already shown.",
        "Request the next page as a separate job.")
    }
    guard kind == .json else {
      return .cannot("Only JSON lists can be appended.", "This body is not a JSON list.")
    }
    return missing(.next, lastHead(head), by: rule)
  }

  private func lastHead(_ head: ResponseHead?) -> ResponseHead? {
    isEmpty ? head : last?.head
  }

  /// Returns the reason why a page does not exist. Returns nil if the page may exist. If there is a
  /// paging rule, only the client can determine this, because the link may be in the body.
  private func missing(
    _ page: QueueEffect.Page, _ head: ResponseHead?, by rule: PagingRule?
  ) -> Notice? {
    if let rule {
      guard page == .previous, case .cursor = rule.kind else { return nil }
      return .cannot("There is no previous page.", "A cursor only leads to the next page.")
    }
    let links = head?.fields.filter { $0.name.lowercased() == "link" }.map(\.value) ?? []
    let relation = page == .next ? "next" : "prev"
    guard LinkHeader(links.joined(separator: ", ")).target(relation) == nil else { return nil }
    if page == .next, !isEmpty {
      return .cannot("There is no next page.", "The last page is already appended.")
    }
    return .cannot(
      "There is no \(page.word) page.",
      links.isEmpty
        ? "The response has no Link header, and its gateway has no paging rule."
        : "The response's headers contain no link to such a page.")
  }

  /// A page that was requested as a separate job. It is the next or previous page of the job `of`.
  private struct AskedPage: Hashable {
    var page: QueueEffect.Page
    var of: JobID
  }
}

extension QueueEffect.Page {
  fileprivate var word: String {
    switch self {
    case .next: "next"
    case .previous: "previous"
    }
  }
}
