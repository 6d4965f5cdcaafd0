package import ClientModel

/// What the queue panel asks the session to do. Orders are answered by `QueueEvent.changed` and
/// `QueueEvent.lanes`, or by a notice that says why not.
package enum QueueEffect: Hashable, Sendable {
  /// Load this window of the job list; answered by `QueueEvent.jobs`.
  case loadJobs(offset: Int, limit: Int)
  case pause(LaneKey)
  case resume(LaneKey)
  case pauseAll
  case resumeAll
  /// How many jobs of the lane may run at once; 1 or more.
  case setLimit(Int, of: LaneKey)
  /// Resumes a lane that a server's Retry-After holds.
  case liftHold(of: LaneKey)
  case hold(JobID)
  /// Releases a held job; if a question holds the job, this answers yes.
  case release(JobID)
  case retry(JobID)
  /// Retries the failed jobs, except those that may take effect twice; these are named by
  /// `QueueEvent.retryWithheld`.
  case retryFailed
  /// Retries these jobs, although they may take effect twice.
  case retryWithheld([JobID])
  /// A new job with the same request; answered by `ComposerEvent.submitted`, as for any new job.
  case runAgain(JobID)
  /// The request of a job as a draft; answered by `ComposerEvent.editing`.
  case edit(JobID)
  /// A new job for the page before or after the one a job brought; answered by
  /// `ComposerEvent.submitted` or a notice, and then by `ResponseEvent.pageReceived`.
  case showPage(Page, of: JobID)
  /// The user found out that an interrupted job took effect.
  case resolve(JobID)
  /// Moves a job before or after a neighbour in its lane; only for jobs that have not started.
  case reorder(JobID, Neighbour)
  /// Hides finished jobs, and deletes them when the session ends; `restore` shows them again.
  case delete([JobID])
  case restore([JobID])
  /// Lists other jobs, or in another order; answered by `QueueEvent.jobs` and `searched`.
  case arrange(QueueArrangement)
  /// Looks on for jobs that the filter fits.
  case searchOn
  /// The numbers of all jobs that are listed; answered by `QueueEvent.listed`.
  case listAll
  /// Does the same to several jobs; answered by a notice.
  case each(MarkedOrder, [JobID])
  /// Polls the server of the job immediately.
  case pollNow(JobID)
  /// Requests the server of the job to stop it.
  case cancelAtServer(JobID)
  /// Stops polling for the job and deletes it.
  case dropRemote(JobID)
  case clearFinished
  case graph(GraphID, GraphOrder)
  /// Load these rows of a batch, and again when they change, until others are requested; an empty range if
  /// the batch was folded. Answered by `QueueEvent.rows`.
  case loadRows(of: GraphID, Range<Int>)
  /// Finds the first failed row after a given row; answered by `QueueEvent.failedRow`.
  case findFailed(of: GraphID, after: Int)
  /// Write the result file of a batch; answered by a notice.
  case saveRows(of: GraphID, path: String)
  /// Prepare a batch of one job for each element of an array and ask the user to confirm it; nothing is
  /// committed yet.
  case prepareEach([UInt8], of: EachRequest, source: String)
  /// Commit the batch that was prepared last.
  case submitPrepared(Int)
  /// Prepare a batch of this request for each row of a file and ask the user to confirm it.
  case submitEach(Draft, path: String)
  /// Shows the result of a local step; answered by `AppEvent.confirm`.
  case showResult(StepPlace, name: String)
  /// Queues a graph of the workspace by its name; answered by a notice.
  case runGraph(String)

  package enum GraphOrder: Hashable, Sendable { case cancel, retry, hold, release, delete }

  package enum Page: Hashable, Sendable { case next, previous }

  package enum Neighbour: Hashable, Sendable {
    case before(JobID)
    case after(JobID)
  }
}

/// What the session reports to the queue panel.
package enum QueueEvent: Sendable {
  /// A window of the list in its order, and how many jobs there are in all.
  case jobs([Job], offset: Int, total: Int)
  /// Jobs that were added or moved, as they stand now.
  case changed([Job])
  case lanes([LaneTally])
  /// Whether lanes that do not exist yet will be paused.
  case futureLanes(Lane.Pause)
  /// The graphs in sight, newest first, with the jobs of their steps.
  case graphs([GraphRun], [Job])
  case rows(BatchRows, of: GraphID)
  /// The index of the next failed row; nil if there is none after the given row.
  case failedRow(Int?, of: GraphID)
  /// These failed jobs were not retried, because they may take effect twice; this many others were.
  case retryWithheld([JobID], retried: Int)
  case searched(QueueSearch)
  /// The numbers of all jobs in the list, to be marked.
  case listed([JobID])
  /// Marked jobs were cancelled before anything of them was sent; some of them had been held.
  case cancelledUnsent([JobID], wereHeld: [JobID])
  /// An effect that was shown at once was carried out or refused; what was read after it follows.
  case carriedOut(Effect)
  case progressed(JobID, TransferProgress)
  /// Who runs the queue when it is another process; nil when it is this one.
  case runner(Int32?)
}

/// A request that is sent once for each element of an array.
package enum EachRequest: Hashable, Sendable {
  case saved(String)
  /// The one in the composer.
  case draft(Draft)
}
