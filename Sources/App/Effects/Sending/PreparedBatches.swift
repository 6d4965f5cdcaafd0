import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The request of a batch before its rows are read.
struct BatchRequest: Sendable {
  let draft: Draft
  let author: DraftAuthor
  /// The source of the rows, as shown in the question: `one for each row of users.csv`.
  let origin: String
}

/// Builds the batches that the user must confirm. It stores the batch of the last question.
actor PreparedBatches {
  /// The maximum number of rows that a question shows.
  private static let shownRows = 5

  /// The number of the last question.
  private var number = 0
  private var batch: FileBatch?
  private var order = SerialTask()

  /// Begins to prepare one job for each row. The result is a question that shows the first jobs.
  ///
  /// Nothing is committed before the user confirms.
  func prepare(
    _ request: BatchRequest, in session: ClientSession,
    _ rows: @escaping @Sendable () async throws -> RowFile
  ) -> Task<[AppEvent], Never> {
    order.add {
      await EffectContext.response {
        await self.discard()
        let batch = try await BatchBuilder(session).batch(
          request.draft, each: try await rows(), .init(author: request.author))
        return [.confirm(await self.question(of: batch, request.origin, in: session))]
      }
    }
  }

  private func discard() { batch = nil }

  private func question(
    of batch: FileBatch, _ origin: String, in session: ClientSession
  ) -> Confirmation {
    (number, self.batch) = (number + 1, batch)
    let count = batch.rows.count
    let jobs = "\(count.grouped) job\(count == 1 ? "" : "s")"
    let first = batch.rows.first.prefix(Self.shownRows).map { job in
      "\(job.request.method) \(job.request.displayURL)"
    }
    let production = ProductionQuestions(session: session)
      .words(for: batch.rows.firstUnsafe.map { [$0] } ?? [])
    let rest = count > first.count ? ["and \((count - first.count).grouped) more"] : []
    var question = Confirmation(
      "Queue \(jobs), \(origin)?",
      detail: production, excerpt: (first + rest).map { FileDifference.Row(.place, $0) },
      answers: [
        .init("Queue nothing"),
        .init("Queue \(jobs)", [.sending(.submitPrepared(number))]),
      ])
    // The confirmation is preselected, because the user requested the batch and sees its jobs.
    if production.isEmpty { question.chosen = 1 }
    return question
  }

  /// Begins to commit the batch of the question with this number. Only the last question counts.
  func submit(_ number: Int, by client: Client) -> Task<[AppEvent], Never> {
    order.add {
      await EffectContext.response {
        guard let batch = await self.take(number) else { return [] }
        let id = try await client.submit(batch.batch)
        let count = batch.rows.count
        let words = "Batch \(id) is in the queue: \(count.grouped) row\(count == 1 ? "" : "s")."
        return [.notice(Notice(.info, words))]
      }
    }
  }

  private func take(_ number: Int) -> FileBatch? {
    defer { if number == self.number { batch = nil } }
    return number == self.number ? batch : nil
  }
}
