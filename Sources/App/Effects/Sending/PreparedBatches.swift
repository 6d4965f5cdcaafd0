import ClientCore
import ClientModel
import ClientPipeline
import Terminal
import ViewModels

/// The request of a batch before its rows are read.
struct BatchRequest: Sendable {
  let draft: Draft
  let author: DraftAuthor
  /// The source of the rows, as shown in the question: `one for each row of users.csv`.
  let origin: String
}

/// The batches that the user must confirm. Only the batch of the last question is stored.
actor PreparedBatches {
  /// The maximum width of the column of values. The request follows in the same line.
  private static let longestValues = 48

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
        do {
          let batch = try await BatchBuilder(session).batch(
            request.draft, each: try await rows(), .init(author: request.author))
          return [.confirm(await self.question(of: batch, request.origin, in: session))]
        } catch let problems as RowProblems {
          return [.confirm(problems.question)]
        }
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
    let first = Self.lines(of: batch.rows)
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

  /// Returns a line for each of the first rows: its number, its values and its request.
  private static func lines(of rows: FileRows) -> [String] {
    let words = rows.firstWords.map(SafeText.init)
    let width = min(longestValues, words.map(\.width).max() ?? 0)
    let digits = String(rows.first.count).count
    return zip(words, rows.first).enumerated().map { index, row in
      let number = String(index + 1)
      let gap = String(repeating: " ", count: digits - number.count)
      let values = row.0.fitted(to: width).padded(to: width).string
      return "\(gap)\(number)  \(values)  \(row.1.request.method) \(row.1.request.displayURL)"
    }
  }

  /// Begins to commit the batch of the question with this number. Has no effect for an earlier
  /// question.
  func submit(_ number: Int, by client: Client) -> Task<[AppEvent], Never> {
    order.add {
      await EffectContext.response {
        guard let batch = await self.take(number) else { return [] }
        let id = try await client.submit(batch.batch)
        return [.notice(.queued(id, rows: batch.rows.count))]
      }
    }
  }

  private func take(_ number: Int) -> FileBatch? {
    defer { if number == self.number { batch = nil } }
    return number == self.number ? batch : nil
  }
}

extension Notice {
  /// Returns the notice about a new batch. It names the keys that set the limit of its lane.
  static func queued(_ batch: GraphID, rows: Int) -> Notice {
    Notice(
      .info, "Batch \(batch) is in the queue: \(rows.grouped) row\(rows == 1 ? "" : "s").",
      whatToDo: "On its line in the queue, \(key: .queue(.raiseLimit)) and "
        + "\(key: .queue(.lowerLimit)) change how many of its lane run at once.")
  }
}

extension RowProblems {
  /// The message about all invalid rows. It has a line for each problem.
  fileprivate var question: Confirmation {
    let count = 1 + others.count + unlisted
    let lines = ([first] + others).flatMap { row in
      row.problems.flatMap { problem in
        [
          FileDifference.Row(.heading, words(for: row, problem)),
          FileDifference.Row(.place, "  \(problem.what) \(problem.why) \(problem.whatToDo)"),
        ]
      }
    }
    let rest =
      unlisted == 0 ? [] : [FileDifference.Row(.place, "And \(unlisted.grouped) more rows.")]
    return Confirmation(
      count == 1
        ? "One row is invalid. Nothing was queued."
        : "\(count.grouped) rows are invalid. Nothing was queued.",
      detail: "Correct \(path), then queue it again. \(columns)",
      excerpt: lines + rest, answers: [.init("Close")])
  }
}
