package import ClientDocuments
package import ClientModel
package import ReadingValues

/// What the response panel asks the session to do.
package enum ResponseEffect: Hashable, Sendable {
  /// Load a job's exchange; answered by `ResponseEvent.exchange`.
  case load(JobID)
  /// Ask the reader of bodies; answered by `ResponseEvent.document`, in the order asked.
  case document(DocumentRequest)
  /// Write the body to a new file; never overwrite. Answered by a notice.
  case save(StoredBody, to: String)
  /// Show the body in `$PAGER`; the suffix gives it the type.
  case page(StoredBody, suffix: String)
  /// Find the last answered run of the same request before this exchange; answered by
  /// `ResponseEvent.previous`.
  case findPrevious(of: AttemptID)
  /// Read this exchange to compare the one on show with it; answered the same way.
  case findExchange(AttemptID, of: AttemptID)
  /// Let jq run for a filter; answered by `ResponseEvent.document` with what the turn's request comes to.
  case runFilter(FilterRun)
  /// End the jq that runs for a filter, if one does.
  case stopFilter
  /// Write what the filter made of the body to a new file, as `save`.
  case saveFiltered(to: String)
  /// Write a value to a new file, as `save`.
  case saveNode(NodeSpan, to: String)
  /// Write a value, or all that is on show, to a private file to be read; answered by
  /// `ResponseEvent.extracted`.
  case extract(NodeSpan?, Reader, suffix: String)
  /// Show a private file in a program of the user's; it is removed afterwards.
  case read(String, Reader)
  /// Read the elements of an array, each to fill the request of that name; answered by
  /// `AppEvent.elements`.
  case elements(NodeSpan, of: String, source: String)
  /// Read a value as text, to be stored under a name; answered by `AppEvent.valueRead` or a notice.
  case readValue(NodeSpan, for: ValueStorage)
  /// Draw the picture that is the body; answered by `ResponseEvent.picture`.
  case drawPicture(PictureOrder)
  /// End the drawing of a picture, if one is drawn.
  case stopPicture
  /// Ask for the page behind the last one and put it behind the body; answered by
  /// `ResponseEvent.more`, whatever comes of it.
  case loadMore(PageWish)
}

/// In which program of the user's something is read.
package enum Reader: Hashable, Sendable { case pager, editor }

/// A wish for one more page of the list on show.
package struct PageWish: Hashable, Sendable {
  /// The job on show.
  package var shown: JobID
  /// The job that brought the last page.
  package var last: JobID
  package var body: StoredBody
  /// The generation of the body; events of another one are out of date.
  package var generation: Int
  /// The encoding of the body.
  package var encoding: TextEncoding
  /// The encoding that the user chose for the pages; nil for the one that each declares.
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

/// What came of a wish for one more page.
package struct PageUpdate: Sendable {
  package var wish: PageWish
  /// Nil when there is none; a notice then says why.
  package var page: LoadedPage?

  package init(_ wish: PageWish, _ page: LoadedPage?) {
    self.wish = wish
    self.page = page
  }
}

/// One more page: its job, its response's head, and the body with it.
package struct LoadedPage: Hashable, Sendable {
  package var job: JobID
  package var head: ResponseHead?
  /// All pages until now as one body, in UTF-8.
  package var joined: StoredBody

  package init(job: JobID, head: ResponseHead?, joined: StoredBody) {
    self.job = job
    self.head = head
    self.joined = joined
  }
}

/// Events for the response panel. Those of other jobs than the one on show may be sent
/// and are passed over.
package enum ResponseEvent: Sendable {
  case exchange(Job, PreparedRequest, [Attempt])
  case progressed(JobID, TransferProgress)
  /// Jobs as they stand now.
  case changed([Job])
  /// The response of a running job began.
  case began(JobID, ResponseHead)
  /// Its body has so many bytes in a file that can be read.
  case grew(JobID, ByteCount, path: String)
  case document(DocumentUpdate)
  /// What the exchange of this attempt is to be compared with; nil when there is nothing.
  case previous(Exchange?, of: AttemptID)
  case more(PageUpdate)
  /// A value was written to a private file.
  case extracted(String, Reader)
  case picture(PictureUpdate)
  /// The outcome of asking for another page of this job has been reported.
  case pageReceived(of: JobID)
  /// Events were lost: the job on screen may be another than the one in the store.
  case eventsDropped
}
