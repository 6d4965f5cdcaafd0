package import ClientModel

/// An effect of the queue panel. Commands result in `QueueEvent.changed` and `QueueEvent.lanes`, or
/// in a notice with the reason of a failure.
package enum QueueEffect: Hashable, Sendable {
  /// Loads this window of the job list. Results in `QueueEvent.jobs`.
  case loadJobs(offset: Int, limit: Int)
  case pause(LaneKey)
  case resume(LaneKey)
  case pauseAll
  case resumeAll
  /// Sets the number of jobs of the lane that may run at once; 1 or more.
  case setLimit(Int, of: LaneKey)
  /// Resumes a lane that waits for a server's Retry-After.
  case liftHold(of: LaneKey)
  case cancel([JobID])
  case hold(JobID)
  /// Releases a held job. If a question holds the job, the release answers the question with yes.
  case release(JobID)
  case retry(JobID)
  /// Retries the failed jobs, except those that may take effect twice; `QueueEvent.retryWithheld`
  /// lists the exceptions.
  case retryFailed
  /// Retries these jobs, although they may take effect twice.
  case retryWithheld([JobID])
  /// Creates a new job with the same request. Results in `ComposerEvent.submitted`, as for any new
  /// job.
  case runAgain(JobID)
  /// Opens the request of a job as a draft. Results in `ComposerEvent.editing`.
  case edit(JobID)
  /// Creates a job for the page before or after the response of a job. Results in
  /// `ComposerEvent.submitted` or a notice, and then in `ResponseEvent.pageReceived`.
  case showPage(Page, of: JobID)
  /// Marks an interrupted job as done, because the user knows that it took effect.
  case resolve(JobID)
  /// Moves a job before or after another job of its lane. Only for jobs that have not started.
  case reorder(JobID, Neighbour)
  /// Deletes finished jobs. `restore` undoes it until the session ends.
  case delete(Deletion)
  case restore(Deletion)
  /// Changes the filter or the order of the list. Results in `QueueEvent.jobs` and `searched`.
  case arrange(QueueArrangement)
  /// Continues the search for jobs that match the filter.
  case searchOn
  /// Lists the jobs of the sections that are not folded. Results in `QueueEvent.jobs`.
  case fold(Set<QueueSection>)
  /// Requests the numbers of all jobs in the list. Results in `QueueEvent.listed`.
  case listAll
  /// Applies a command to several jobs. Results in a notice.
  case each(MarkedOrder, [JobID])
  /// Polls the server of the job immediately.
  case pollNow(JobID)
  /// Asks the server of the job to stop the remote job.
  case cancelAtServer(JobID)
  /// Stops polling for the job and deletes it.
  case dropRemote(JobID)
  /// Deletes all finished jobs and ended graphs. `restore` undoes it until the session ends.
  case clearFinished(DeletionID)
  case graph(GraphID, GraphOrder)
  /// Loads these rows of a batch, and loads them again when they change, until other rows are
  /// requested. The range is empty if the batch was folded. Results in `QueueEvent.rows`.
  case loadRows(of: GraphID, Range<Int>)
  /// Finds the first failed row after a given row. Results in `QueueEvent.failedRow`.
  case findFailed(of: GraphID, after: Int)
  /// Writes the result file of a batch. Results in a notice.
  case saveRows(of: GraphID, path: String)
  /// Shows the result of a local step. Results in `AppEvent.confirm`.
  case showResult(StepPlace, name: String)

  package enum GraphOrder: Hashable, Sendable {
    case cancel, retry, hold, release
    case delete(DeletionID)
  }

  /// A deletion that can be undone.
  package struct Deletion: Hashable, Sendable {
    package let id: DeletionID
    /// The deleted jobs, whose rows the panel removes and shows again at once. Empty for all
    /// finished jobs, and for a batch.
    package var jobs: [JobID] = []

    package init(_ id: DeletionID, of jobs: [JobID] = []) {
      self.id = id
      self.jobs = jobs
    }
  }

  package enum Page: Hashable, Sendable { case next, previous }

  package enum Neighbour: Hashable, Sendable {
    case before(JobID)
    case after(JobID)
  }
}

/// An event of the session for the queue panel.
package enum QueueEvent: Sendable {
  /// A window of the list in its order, and the total number of jobs. A list in queue order without
  /// a filter has sections.
  case jobs([Job], offset: Int, total: Int, sections: QueueSections? = nil)
  /// The activity of the lanes, and the number of waiting jobs before each waiting job of the
  /// window in its lane.
  case activity([LaneKey: LaneActivity], ahead: [JobID: Int])
  /// The current state of jobs that were added, changed or moved.
  case changed([Job])
  case lanes([LaneTally])
  /// The pause that is applied to lanes created later.
  case futureLanes(Lane.Pause)
  /// The graphs in the panel, newest first, with the jobs of their steps.
  case graphs([GraphRun], [Job])
  case rows(BatchRows, of: GraphID)
  /// The index of the next failed row, or nil if there is none after the given row.
  case failedRow(Int?, of: GraphID)
  /// The failed jobs that were not retried because they may take effect twice, and the number of
  /// retried jobs.
  case retryWithheld([JobID], retried: Int)
  case searched(QueueSearch)
  /// The numbers of all jobs in the list, to mark them.
  case listed([JobID])
  /// Marked jobs that were cancelled before any part of them was sent; some of them had been held.
  case cancelledUnsent([JobID], wereHeld: [JobID])
  /// An effect whose result was shown in advance was carried out or refused. Data that was read
  /// afterwards follows.
  case carriedOut(Effect)
  case progressed(JobID, TransferProgress)
  /// The process that runs the queue, or nil if it is this one.
  case runner(String?)
}
