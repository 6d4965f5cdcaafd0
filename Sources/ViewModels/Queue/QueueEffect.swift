package import ClientModel

/// An effect of the queue panel.
///
/// An effect that changes jobs or lanes results in `QueueEvent.changed` or `QueueEvent.lanes`. If
/// the effect fails, it results in a notice.
package enum QueueEffect: Hashable, Sendable {
  /// Loads a window of the job list. Results in `QueueEvent.jobs`.
  case loadJobs(offset: Int, limit: Int)
  case pause(LaneKey)
  case resume(LaneKey)
  case pauseAll
  case resumeAll
  /// Sets the maximum number of concurrent jobs in the lane. The minimum is 1.
  case setLimit(Int, of: LaneKey)
  /// Sets the maximum number of starts per second in the lane. Nil means no limit.
  case setRate(Double?, of: LaneKey)
  /// Sets the limit and the rate of the lane with this name, which may have no jobs yet. The name
  /// is that of a gateway or the URL of a server. Results in a notice.
  case addLane(String, limit: Int, rate: Double?)
  /// Resumes a lane that waits for a server's Retry-After.
  case liftHold(of: LaneKey)
  case cancel([JobID])
  case hold(JobID)
  /// Releases a held job. If a question holds the job, the release answers the question with yes.
  case release(JobID)
  case retry(JobID)
  /// Retries the failed jobs, except jobs that may take effect twice. Results in
  /// `QueueEvent.retryWithheld` with these exceptions.
  case retryFailed
  /// Retries jobs that may take effect twice. The user has confirmed the retry.
  case retryWithheld([JobID])
  /// Creates a new job with the same request. Results in `ComposerEvent.submitted`.
  case runAgain(JobID)
  /// Opens the request of a job as a draft. Results in `ComposerEvent.editing`.
  case edit(JobID)
  /// Creates a job for the next or previous page. Results in `ComposerEvent.submitted` or a notice,
  /// followed by `ResponseEvent.pageReceived`.
  case showPage(Page, of: JobID)
  /// Marks an interrupted job as done. The user knows that the request took effect.
  case resolve(JobID)
  /// Moves a job before or after another job of its lane. Neither job may have started.
  case reorder(JobID, Neighbour)
  /// Deletes finished jobs. Until the session ends, `restore` undoes the deletion.
  case delete(Deletion)
  case restore(Deletion)
  /// Changes the filter or the order of the list. Results in `QueueEvent.jobs` and `searched`. If
  /// the new list contains the kept job, the window around this job is read.
  case arrange(QueueArrangement, keeping: JobID? = nil)
  /// Continues the search for jobs that match the filter.
  case searchOn
  /// Lists the jobs, except those of the given folded sections. Results in `QueueEvent.jobs`.
  case fold(Set<QueueSection>)
  /// Requests the numbers of all jobs in the list. Results in `QueueEvent.listed`.
  case listAll
  /// Requests the ended jobs of the list for a command. Results in `QueueEvent.ended`.
  case listEnded(for: EndedJobs.Purpose)
  /// Applies a command to several jobs. Results in a notice.
  case each(MarkedJobsCommand, [JobID])
  /// Polls the server of the job immediately.
  case pollNow(JobID)
  /// Creates a job that polls the work that a server accepted with the response of this job.
  /// Results in `ComposerEvent.submitted` or a notice.
  case pollAccepted(JobID)
  /// Asks the server to stop the remote job.
  case cancelAtServer(JobID)
  /// Stops polling for the job and deletes it.
  case dropRemote(JobID)
  /// Deletes all finished jobs and ended graphs. Until the session ends, `restore` undoes the
  /// deletion.
  case clearFinished(DeletionID)
  case graph(GraphID, GraphCommand)
  /// Loads rows of a batch, and loads them again whenever they change, until other rows are
  /// requested. An empty range means that the batch was folded. Results in `QueueEvent.rows`.
  case loadRows(of: GraphID, Range<Int>)
  /// Finds the first failed row after a given row. Results in `QueueEvent.failedRow`.
  case findFailed(of: GraphID, after: Int)
  /// Writes the result file of a batch. Results in a notice.
  case saveRows(of: GraphID, path: String)
  /// Reads the results of a graph or batch. Results in `QueueEvent.reported`.
  case readReport(of: GraphID, ReportUse)
  /// Shows the result of a local step. Results in `AppEvent.confirm`.
  case showResult(GraphPosition, name: String)

  package enum GraphCommand: Hashable, Sendable {
    case cancel, retry, hold, release
    case delete(DeletionID)
  }

  /// The use of the results of a graph: for the line of the graph, or for the list of details.
  package enum ReportUse: Hashable, Sendable { case line, details }

  /// A deletion that can be undone.
  package struct Deletion: Hashable, Sendable {
    package let id: DeletionID
    /// The deleted jobs. The panel removes their rows before the store has carried out the change.
    /// Empty if all finished jobs or a batch are deleted.
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

/// An event for the queue panel.
package enum QueueEvent: Sendable {
  /// A window of the list, in the order of the list, and the total number of jobs. Only a list in
  /// queue order without a filter has sections.
  case jobs([Job], offset: Int, total: Int, sections: QueueSections? = nil)
  /// The activity of each lane. For each waiting job, `ahead` is the number of waiting jobs before
  /// it in the same lane.
  case activity([LaneKey: LaneActivity], ahead: [JobID: Int])
  /// Jobs were added, changed or moved. The event has their current state.
  case changed([Job])
  case lanes([LaneTally])
  /// The pause that is applied to lanes created later.
  case futureLanes(Lane.Pause)
  /// The graphs in the panel, newest first, with the jobs of their steps.
  case graphs([GraphRun], [Job])
  case rows(BatchRows, of: GraphID)
  /// The index of the next failed row. Nil if no failed row follows.
  case failedRow(Int?, of: GraphID)
  case reported(GraphReport, for: QueueEffect.ReportUse, at: Timestamp)
  /// The failed jobs that may take effect twice and were not retried. `retried` is the number of
  /// retried jobs.
  case retryWithheld([JobID], retried: Int)
  case searched(QueueSearch)
  /// The numbers of all jobs in the list. They will be marked.
  case listed([JobID], failed: [JobID])
  case ended(EndedJobs)
  /// Marked jobs were cancelled. `unsent` contains the jobs of which no part was sent. `wereHeld`
  /// contains those of them that were held before. `begun` is the number of the other jobs. Their
  /// cancellation cannot be undone.
  case cancelledMarked(unsent: [JobID], wereHeld: [JobID], begun: Int)
  /// An effect that the panel had already shown was carried out or refused. Events with the current
  /// data follow.
  case carriedOut(Effect)
  case progressed(JobID, TransferProgress)
  /// The process that runs the queue. Nil if this process runs it.
  case runner(String?)
}
