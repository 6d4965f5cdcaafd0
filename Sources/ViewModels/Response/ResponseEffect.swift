package import ClientDocuments
package import ClientModel
package import ReadingValues

/// An effect of the response panel.
package enum ResponseEffect: Hashable, Sendable {
  /// Loads the exchange of a job. Results in `ResponseEvent.exchange`.
  case load(JobID)
  /// Sends a request to the reader of bodies. Results in `ResponseEvent.document`, in the order of
  /// the requests.
  case document(DocumentRequest)
  /// Writes the body to a new file; never overwrites a file. Results in a notice.
  case save(StoredBody, to: String)
  /// Shows the body in `$PAGER`. The suffix determines the type of the file.
  case page(StoredBody, suffix: String)
  /// Finds the last run of the same request before this exchange that had a response. Results in
  /// `ResponseEvent.previous`.
  case findPrevious(of: AttemptID)
  /// Reads this exchange for the comparison with the exchange in the panel. Results in
  /// `ResponseEvent.previous`.
  case findExchange(AttemptID, of: AttemptID)
  /// Runs jq for a filter. Results in `ResponseEvent.document`.
  case runFilter(FilterRun)
  /// Ends the running jq, if any.
  case stopFilter
  /// Stores the jq programs of earlier filters, newest last, for the next session.
  case storeFilters([String])
  /// Writes the filtered body to a new file, in the same way as `save`.
  case saveFiltered(to: String)
  /// Writes a value to a new file, in the same way as `save`.
  case saveNode(NodeSpan, to: String)
  /// Writes a value, or the whole displayed body, to a private file for a reader. Results in
  /// `ResponseEvent.extracted`.
  case extract(NodeSpan?, Reader, suffix: String)
  /// Shows a private file in a program of the user and then deletes the file.
  case read(String, Reader)
  /// Reads the elements of an array, each of which fills the saved request named `of`. Results in
  /// `AppEvent.elements`.
  case elements(NodeSpan, of: String, source: String)
  /// Reads a value as text, to store it under a name. Results in `AppEvent.valueRead` or a notice.
  case readValue(NodeSpan, for: ValueStorage)
  /// Draws the body as a picture. Results in `ResponseEvent.picture`.
  case drawPicture(PictureRequest)
  /// Ends the drawing of a picture, if any.
  case stopPicture
  /// Requests the page after the last one and appends it to the body. Always results in
  /// `ResponseEvent.more`.
  case loadMore(PageRequest)
}

/// The program of the user that shows a file.
package enum Reader: Hashable, Sendable { case pager, editor }

/// A request for the next page of the displayed list.
package struct PageRequest: Hashable, Sendable {
  /// The job in the response panel.
  package var shown: JobID
  /// The job of the last page.
  package var last: JobID
  package var body: StoredBody
  /// The generation of the body. Events of another generation are out of date.
  package var generation: Int
  /// The encoding of the body.
  package var encoding: TextEncoding
  /// The encoding that the user chose for the pages, or nil for the encoding that each page
  /// declares.
  package var charset: TextEncoding?

  package init(
    shown: JobID, last: JobID, body: StoredBody, generation: Int, encoding: TextEncoding = .utf8,
    charset: TextEncoding? = nil
  ) {
    self.shown = shown
    self.last = last
    self.body = body
    self.generation = generation
    self.encoding = encoding
    self.charset = charset
  }
}

/// The result of a request for the next page.
package struct PageUpdate: Sendable {
  package var request: PageRequest
  /// The page, or nil if there is none; a notice then gives the reason.
  package var page: LoadedPage?

  package init(_ wish: PageRequest, _ page: LoadedPage?) {
    self.request = wish
    self.page = page
  }
}

/// The next page: its job, the head of its response, and all pages so far as one body.
package struct LoadedPage: Hashable, Sendable {
  package var job: JobID
  package var head: ResponseHead?
  /// All pages so far as one body, in UTF-8.
  package var joined: StoredBody

  package init(job: JobID, head: ResponseHead?, joined: StoredBody) {
    self.job = job
    self.head = head
    self.joined = joined
  }
}

/// Events for the response panel. Events of jobs that are not in the panel are ignored.
package enum ResponseEvent: Sendable {
  case exchange(Job, PreparedRequest, [Attempt])
  case progressed(JobID, TransferProgress)
  /// The current state of jobs.
  case changed([Job])
  /// The response of a running job began.
  case began(JobID, ResponseHead)
  /// The number of bytes of the body in a file that can be read.
  case grew(JobID, ByteCount, StoredBytes)
  case document(DocumentUpdate)
  /// The exchange to compare with this attempt, or nil if there is none.
  case previous(Exchange?, of: AttemptID)
  case more(PageUpdate)
  /// A value was written to a private file.
  case extracted(String, Reader)
  case picture(PictureUpdate)
  /// The request for another page of this job has ended and was reported.
  case pageReceived(of: JobID)
  /// Events were dropped, so the displayed job may differ from its state in the store.
  case eventsDropped
}
