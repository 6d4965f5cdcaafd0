import ClientModel

/// The filter, order and marks of the queue.
extension QueueModel {
  mutating func arrange(filter: String) -> [Effect] {
    arrange(QueueArrangement(filter: filter, order: rows.arrangement.order))
  }

  mutating func arrange(_ new: QueueArrangement) -> [Effect] {
    guard new != rows.arrangement else { return [] }
    rows.begin(new)
    search = new.filter.isEmpty ? .complete : .underWay
    return [.queue(.arrange(new))]
  }

  /// Stores the progress of the search. Continues the search until all jobs were searched.
  mutating func receive(_ search: QueueSearch) -> [Effect] {
    guard search.arrangement == rows.arrangement else { return [] }
    self.search = search.progress
    return search.progress == .underWay ? [.queue(.searchOn)] : []
  }

  /// Whether there is a filter, a sort order or a mark. The back command removes them.
  var isArranged: Bool { !marked.isEmpty || rows.arrangement != QueueArrangement() }

  mutating func unarrange() -> [Effect] {
    guard marked.isEmpty else {
      marked.clear()
      return []
    }
    return arrange(QueueArrangement())
  }

  // MARK: Marks

  mutating func toggleMark() -> [Effect] {
    guard let job = rows.selectedJob else { return [] }
    marked.toggle(job.id)
    return move(.down)
  }

  /// Marks all listed jobs. If some of them are not in memory, requests their numbers first.
  mutating func markAll() -> [Effect] {
    guard rows.offset > 0 || rows.window.count < rows.jobTotal || search == .underWay else {
      marked.mark(rows.window.map(\.id))
      return []
    }
    marked.isListing = true
    return [.queue(.listAll)]
  }

  /// Performs a command on the marked jobs. Returns nil for a command that acts on a single job.
  mutating func performOnMarked(_ command: QueueCommand) -> [Effect]? {
    guard !marked.isEmpty else { return nil }
    let ids = marked.sorted
    let effects: [Effect]
    switch command {
    case .cancel: effects = [.queue(.each(.cancel, ids))]
    case .retry: effects = [.queue(.each(.retry, ids))]
    case .hold:
      let isHeld = rows.window.contains { ids.contains($0.id) && $0.isOnHold }
      effects = [.queue(.each(isHeld ? .release : .hold, ids))]
    case .runAgain: effects = [.queue(.each(.runAgain, ids))]
    case .delete: effects = deleting(ids)
    default: return nil
    }
    marked.clear()
    return effects
  }

  /// Returns the effects that delete jobs. The deletion can be undone.
  mutating func deleting(_ ids: [JobID]) -> [Effect] {
    let what = ids.count == 1 ? "job \(ids[0])" : "\(ids.count.grouped) jobs"
    let deletion = QueueEffect.Deletion(nextDeletion(), of: ids)
    return [.queue(.delete(deletion)), .remembering(deletion, of: what)]
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

extension Effect {
  /// Returns the effect that remembers how to undo a deletion.
  static func remembering(_ deletion: QueueEffect.Deletion, of what: String) -> Effect {
    .remember(UndoStep("Deleting \(what)", [.queue(.restore(deletion))]))
  }
}

extension [Effect] {
  /// Returns the effect that remembers how to undo a cancellation. After an undo, the jobs wait
  /// again or are held again.
  static func remembering(cancelOf jobs: [JobID], wereHeld held: [JobID]) -> [Effect] {
    guard let first = jobs.first else { return [] }
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
