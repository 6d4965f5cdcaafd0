import ClientModel

/// The filter and order of the queue, and the jobs that the filter finds.
extension QueueModel {
  mutating func arrange(filter: String) -> [Effect] {
    var new = rows.arrangement
    new.filter = filter
    return arrange(new)
  }

  /// Lists the jobs of the current workspace, unless the user chose the jobs of all workspaces.
  mutating func settle(in place: WorkspaceStatus) -> [Effect] {
    lanes.folders = place.folders
    let home = QueueLanes.Home(identities: place.identities, name: place.workspace)
    let showsAll = lanes.home != nil && lanes.workspaces == nil
    guard home != lanes.home else { return [] }
    lanes.home = home
    return showsAll ? [] : showWorkspaces(home.identities)
  }

  /// Lists the jobs of some workspaces. Nil lists the jobs of all workspaces.
  mutating func showWorkspaces(_ workspaces: Set<String>?) -> [Effect] {
    var new = rows.arrangement
    new.workspaces = workspaces
    return arrange(new)
  }

  mutating func arrange(_ new: QueueArrangement) -> [Effect] {
    guard new != rows.arrangement else { return [] }
    // The marks are removed, because commands must act only on listed jobs.
    if new.filter != rows.arrangement.filter { marked.clear() }
    rows.begin(new)
    lanes.workspaces = new.workspaces
    search = new.filter.isEmpty ? .complete : .underWay
    return [.queue(.arrange(new, keeping: rows.keptJob))]
  }

  /// Stores the progress of the search. Continues the search until all jobs were searched.
  mutating func receive(_ search: QueueSearch) -> [Effect] {
    guard search.arrangement == rows.arrangement else { return [] }
    self.search = search.progress
    return search.progress == .underWay ? [.queue(.searchOn)] : []
  }

  /// Whether there is a filter, a sort order or a mark. The back command removes them.
  var isArranged: Bool { !marked.isEmpty || rows.arrangement != usual }

  /// The arrangement without a filter and a sort order.
  private var usual: QueueArrangement { QueueArrangement(workspaces: lanes.home?.identities) }

  mutating func unarrange() -> [Effect] {
    guard marked.isEmpty else {
      marked.clear()
      return []
    }
    return arrange(usual)
  }

  /// Returns the effects of deleting all finished jobs of the list, or of retrying the failed ones.
  mutating func receive(_ ended: EndedJobs) -> [Effect] {
    let batches = ended.purpose == .deleting ? rows.endedBatches : []
    guard !ended.ids.isEmpty || !ended.withheld.isEmpty || !batches.isEmpty else {
      let kind = ended.purpose == .deleting ? "finished" : "failed"
      return [.notify(.cannot("Nothing to do.", "The list contains no \(kind) job."))]
    }
    switch ended.purpose {
    case .deleting:
      let failed = batches.reduce(ended.failed) { $0 + $1.summary.failed }
      return [
        .confirm(deletions.question(about: ended.ids, and: batches, failed: failed, lanes.phrase))
      ]
    case .retrying:
      let retry: [Effect] = ended.ids.isEmpty ? [] : [.queue(.each(.retry, ended.ids))]
      let ask: [Effect] =
        ended.withheld.isEmpty
        ? [] : [.confirm(Confirmation(retrying: ended.withheld, besides: ended.ids.count))]
      return retry + ask
    }
  }

  // MARK: Failed jobs

  /// Selects the next or previous failed or interrupted job in memory.
  mutating func goToFailed(_ step: Int) -> [Effect] {
    let places = rows.window.indices.filter {
      [.failed, .interrupted].contains(rows.window[$0].state.word)
    }
    let current = rows.selectedJob.flatMap { job in rows.window.firstIndex { $0.id == job.id } }
    let found =
      step > 0
      ? places.first { $0 > current ?? -1 } : places.last { $0 < current ?? rows.window.count }
    guard let found, let row = rows.row(ofJobAt: found) else {
      return [
        .notify(
          .cannot(
            step > 0 ? "No failed job follows." : "No failed job is above.",
            "The \(rows.window.count.grouped) jobs around the cursor were searched.",
            "Filter by state:failed to find all."))
      ]
    }
    rows.select(row)
    return loads()
  }
}

extension [Effect] {
  /// Returns the effect that stores the undo step of a cancellation. After an undo, the jobs wait
  /// again or are held again.
  ///
  /// - Parameter begun: The number of cancelled jobs of which a part may have been sent. If there
  ///   are no others, the cancellation cannot be undone.
  static func remembering(
    cancelOf jobs: [JobID], wereHeld held: [JobID], begun: Int
  ) -> [Effect] {
    guard let first = jobs.first else {
      let what = begun == 1 ? "1 running job" : "\(begun.grouped) running jobs"
      return begun == 0 ? [] : [.remember(UndoStep(final: "Cancelling \(what)"))]
    }
    let what = jobs.count == 1 ? "job \(first)" : "\(jobs.count.grouped) jobs"
    let again: [Effect] = [.queue(.each(.retry, jobs))]
    let hold: [Effect] = held.isEmpty ? [] : [.queue(.each(.hold, held))]
    return [.remember(UndoStep("Cancelling \(what)", again + hold))]
  }
}

extension Notice {
  /// Returns the notice about the result of deleting jobs.
  package static func deleted(_ count: Int, of all: Int) -> Notice {
    let rest = all - count
    return Notice(
      rest == 0 ? .info : .warning,
      count == 1 ? "1 job was deleted." : "\(count.grouped) jobs were deleted.",
      why: rest == 0 ? "" : "\(rest.grouped) have not ended.",
      whatToDo: count == 0
        ? "" : "\(key: .app(.undo)) brings \(count == 1 ? "it" : "them") back until Weir ends.")
  }
}
