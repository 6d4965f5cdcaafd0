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
  /// Writes the body to a new file. An existing file is never overwritten. Results in a notice.
  case save(StoredBody, to: String)
  /// Shows the body in `$PAGER`. The suffix tells the pager the type of the file.
  case page(StoredBody, suffix: String)
  /// Finds the last earlier run of the same request that had a response. Results in
  /// `ResponseEvent.previous`.
  case findPrevious(of: AttemptID)
  /// Reads the first exchange, to compare it with the second, which is in the panel. Results in
  /// `ResponseEvent.previous`.
  case findExchange(AttemptID, of: AttemptID)
  /// Runs jq for a filter. Results in `ResponseEvent.document`.
  case runFilter(FilterRun)
  /// Ends jq if it is running.
  case stopFilter
  /// Stores the jq programs of earlier filters for the next session. The newest is the last.
  case storeFilters([String])
  /// Writes the filtered body to a new file. An existing file is never overwritten. Results in a
  /// notice.
  case saveFiltered(to: String)
  /// Writes a value to a new file. An existing file is never overwritten. Results in a notice.
  case saveNode(NodeSpan, to: String)
  /// Writes a value, or the displayed body for nil, to a private file that the pager or the editor
  /// will show. Results in `ResponseEvent.extracted`.
  case extract(NodeSpan?, Reader, suffix: String)
  /// Shows a private file in the pager or the editor, and deletes the file afterwards.
  case read(String, Reader)
  /// Reads an array as JSON. Each element will fill the saved request named `of`. Results in
  /// `AppEvent.elements`.
  case elements(NodeSpan, of: String, source: String)
  /// Reads a value as text in order to store it under a name. Results in `AppEvent.valueRead` or a
  /// notice.
  case readValue(NodeSpan, for: ValueStorage)
  /// Draws the body as a picture. Results in `ResponseEvent.picture`.
  case drawPicture(PictureRequest)
  /// Stops the drawing of a picture if one is being drawn.
  case stopPicture
  /// Requests the page after the last loaded one and appends it to the body. Always results in
  /// `ResponseEvent.more`.
  case loadMore(PageRequest)
}

/// The program, chosen by the user, that shows a file.
package enum Reader: Hashable, Sendable { case pager, editor }

/// A request for the next page of the displayed list.
package struct PageRequest: Hashable, Sendable {
  /// The job in the response panel.
  package var shown: JobID
  /// The job of the last page.
  package var last: JobID
  package var body: StoredBody
  /// The generation of the body. If it has changed when the page arrives, the page is ignored.
  package var generation: Int
  /// The encoding of the displayed body.
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
  /// The page. If it is nil, a notice gives the reason.
  package var page: LoadedPage?

  package init(_ wish: PageRequest, _ page: LoadedPage?) {
    self.request = wish
    self.page = page
  }
}

/// A loaded page: its job, the head of its response, and all pages up to it as one body.
package struct LoadedPage: Hashable, Sendable {
  package var job: JobID
  package var head: ResponseHead?
  /// All pages up to this one as one body, in UTF-8.
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
  /// More of the body of a running job has arrived: the number of its bytes, and the bytes that can
  /// be read.
  case grew(JobID, ByteCount, StoredBytes)
  case document(DocumentUpdate)
  /// The exchange to compare with this attempt, or nil if no exchange was found.
  case previous(Exchange?, of: AttemptID)
  case more(PageUpdate)
  /// A value was written to a private file, which this program must show.
  case extracted(String, Reader)
  case picture(PictureUpdate)
  /// The request for the page before or after that of this job has ended. If it failed, a notice
  /// gave the reason.
  case pageReceived(of: JobID)
  /// Events were dropped, so the displayed job may be out of date.
  case eventsDropped
}
