import ClientModel

/// The deletions of jobs and batches in this session. Each has its own identifier, so that the user
/// can undo it.
struct JobDeletions: Equatable, Sendable {
  private var count: Int64 = 0

  private mutating func next() -> DeletionID {
    count += 1
    return DeletionID(count)
  }

  /// Returns the effects that delete jobs and ended batches. One undo step restores them.
  mutating func delete(_ ids: [JobID], and batches: [GraphRun] = []) -> [Effect] {
    var (effects, restores, names): ([Effect], [Effect], [String]) = ([], [], [])
    if !ids.isEmpty {
      let deletion = QueueEffect.Deletion(next(), of: ids)
      effects.append(.queue(.delete(deletion)))
      restores.append(.queue(.restore(deletion)))
      names.append(ids.count == 1 ? "job \(ids[0])" : "\(ids.count.grouped) jobs")
    }
    for batch in batches {
      let deletion = next()
      effects.append(.queue(.graph(batch.id, .delete(deletion))))
      restores.append(.queue(.restore(QueueEffect.Deletion(deletion))))
    }
    if let first = batches.first {
      names.append(batches.count == 1 ? "batch \(first.id)" : "\(batches.count.grouped) batches")
    }
    let what = names.joined(separator: " and ")
    return effects + [.remember(UndoStep("Deleting \(what)", restores))]
  }

  /// Returns the effects that delete a job. If a server is working on the job, asks the user first,
  /// because this deletion cannot be undone.
  mutating func delete(_ job: Job) -> [Effect] {
    guard job.isAtServer else { return delete([job.id]) }
    return [
      .confirm(
        Confirmation(
          "Stop polling job \(job.id) and delete it?",
          detail: "The server may continue its work, but the result is not fetched.",
          answers: [
            .init("Keep it"),
            .init(
              "Delete it",
              [
                .queue(.dropRemote(job.id)),
                .remember(UndoStep(final: "Deleting job \(job.id)")),
              ]),
          ]))
    ]
  }

  // MARK: Questions

  /// Returns the question about deleting jobs and ended batches.
  ///
  /// - Parameters:
  ///   - failed: The number of these jobs and rows that failed.
  ///   - phrase: The shown workspaces, such as `of workspace shop`.
  mutating func question(
    about ids: [JobID], and batches: [GraphRun] = [], failed: Int, _ phrase: String
  ) -> Confirmation {
    let jobs = ids.count == 1 ? ["1 job"] : ids.isEmpty ? [] : ["\(ids.count.grouped) jobs"]
    let rows = batches.reduce(0) { $0 + $1.plan.count }.grouped
    let graphs =
      switch batches.count {
      case 0: [String]()
      case 1: ["batch \(batches[0].id) and its \(rows) jobs"]
      default: ["\(batches.count.grouped) batches and their \(rows) jobs"]
      }
    let what = (jobs + graphs).joined(separator: " and ")
    return Self.question("\(what) \(phrase)", failed: failed, delete(ids, and: batches))
  }

  /// Returns the question about deleting all finished jobs of some lanes.
  mutating func question(clearing lanes: QueueLanes) -> Confirmation {
    let count = lanes.count(of: .succeeded, .failed, .cancelled, .skipped)
    let deletion = next()
    let step = UndoStep(
      "Deleting all finished jobs", [.queue(.restore(QueueEffect.Deletion(deletion)))])
    let what = count == 1 ? "the finished job" : "all \(count.grouped) finished jobs"
    return Self.question(
      "\(what) \(lanes.phrase)", failed: lanes.count(of: .failed),
      [.queue(.clearFinished(deletion)), .remember(step)])
  }

  /// Returns the question about deleting an ended batch.
  mutating func question(about batch: GraphRun) -> Confirmation {
    Confirmation(
      "Delete batch \(batch.id) and its \(batch.plan.count.grouped) jobs?",
      detail: "Their responses and their entries in the history are deleted too. "
        + "Undo brings them back until Weir ends.",
      answers: [.init("Keep it"), .init("Delete it", delete([], and: [batch]))])
  }

  private static func question(
    _ what: String, failed: Int, _ effects: [Effect]
  ) -> Confirmation {
    Confirmation(
      "Delete \(what)?",
      detail: (failed == 0 ? "None" : failed == 1 ? "1" : failed.grouped) + " of them failed. "
        + "Their responses and their entries in the history are deleted too. "
        + "Undo brings them back until Weir ends.",
      answers: [.init("Keep them"), .init("Delete them", effects)])
  }
}
