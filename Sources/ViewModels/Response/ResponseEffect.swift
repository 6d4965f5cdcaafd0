package import ClientDocuments
package import ClientModel
package import ReadingValues

/// An effect of the response panel.
package enum ResponseEffect: Hashable, Sendable {
  /// Loads the exchange of a job. Results in `ResponseEvent.exchange`.
  case load(JobID)
  /// Sends a request to the body reader. Results in `ResponseEvent.document`, in the order of
  /// requests.
  case document(DocumentRequest)
  /// Writes the body to a new file. Existing files are never overwritten. Results in a notice.
  case save(StoredBody, to: String)
  /// Shows the body in `$PAGER`, as a temporary file with this suffix. Some pagers format a file by
  /// its suffix.
  case page(StoredBody, suffix: String)
  /// Finds the last earlier run of the same request. Runs that had no response are ignored. Results
  /// in `ResponseEvent.previous`.
  case findPrevious(of: AttemptID)
  /// Reads an exchange to compare with the displayed one. Results in `ResponseEvent.previous`.
  case findExchange(AttemptID, of: AttemptID)
  /// Runs jq for a filter. Results in `ResponseEvent.document`.
  case runFilter(FilterRun)
  /// Ends jq if it is running.
  case stopFilter
  /// Stores recent jq programs for the next session, newest last.
  case storeFilters([String])
  /// Writes the filtered body to a new file. Existing files are never overwritten. Results in a
  /// notice.
  case saveFiltered(to: String)
  /// Writes a value to a new file. Existing files are never overwritten. Results in a notice.
  case saveNode(NodeSpan, to: String)
  /// Writes a value to a private file for the pager or the editor. Nil means the displayed body.
  /// Results in `ResponseEvent.extracted`.
  case extract(NodeSpan?, Reader, suffix: String)
  /// Shows a private file in the pager or the editor. Deletes the file afterwards.
  case read(String, Reader)
  /// Reads an array as JSON. Each element will fill the saved request named `of`. Results in
  /// `AppEvent.elements`.
  case elements(NodeSpan, of: String, source: String)
  /// Reads a value as text that will be stored under a name. Results in `AppEvent.valueRead` or a
  /// notice.
  case readValue(NodeSpan, for: ValueStorage)
  /// Draws the body as a picture. Results in `ResponseEvent.picture`.
  case drawPicture(PictureRequest)
  /// Stops drawing a picture.
  case stopPicture
  /// Requests the page after the last loaded page and appends it to the body. Always results in
  /// `ResponseEvent.more`.
  case loadMore(PageRequest)
}

/// The program that shows a file to the user.
package enum Reader: Hashable, Sendable { case pager, editor }

/// A request for the next page of the displayed list.
package struct PageRequest: Hashable, Sendable {
  /// The job in the response panel.
  package var shown: JobID
  /// The job that loaded the last page.
  package var last: JobID
  package var body: StoredBody
  /// The generation of the body. The page is ignored if the generation has changed on arrival.
  package var generation: Int
  /// The encoding of the displayed body.
  package var encoding: TextEncoding
  /// The encoding that the user chose for the pages. Nil for the encoding that each page declares.
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

/// A loaded page. All pages up to this one are joined into one body.
package struct LoadedPage: Hashable, Sendable {
  package var job: JobID
  package var head: ResponseHead?
  /// All pages up to this one, joined into one body in UTF-8.
  package var joined: StoredBody

  package init(job: JobID, head: ResponseHead?, joined: StoredBody) {
    self.job = job
    self.head = head
    self.joined = joined
  }
}

/// An event for the response panel. Events of jobs that are not in the panel are ignored.
package enum ResponseEvent: Sendable {
  case exchange(Job, PreparedRequest, [Attempt])
  case progressed(JobID, TransferProgress)
  /// The current state of jobs.
  case changed([Job])
  /// The head of a running job's response has arrived.
  case began(JobID, ResponseHead)
  /// More body data of a running job has arrived. The event has the number of body bytes and the
  /// readable bytes.
  case grew(JobID, ByteCount, StoredBytes)
  case document(DocumentUpdate)
  /// The exchange to compare with an attempt. Nil if no exchange was found.
  case previous(Exchange?, of: AttemptID)
  case more(PageUpdate)
  /// A value was written to a private file. The program must show the file.
  case extracted(String, Reader)
  case picture(PictureUpdate)
  /// A request for the next or previous page has ended. If it failed, a notice gave the reason.
  case pageReceived(of: JobID)
  /// Events were dropped, so the displayed job may be outdated.
  case eventsDropped
}
