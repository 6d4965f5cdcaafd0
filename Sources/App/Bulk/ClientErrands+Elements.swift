import ClientCore
import ClientModel
import ClientWorkspace
import ViewModels

/// One job for each element of an array of a response: asked about before anything is committed.
extension ClientErrands {
  func prepare(
    each array: [UInt8], of request: EachRequest, _ source: String
  ) async -> [AppEvent] {
    await answer { session, _ in
      prepared.batch = nil
      let draft: Draft =
        switch request {
        case .saved(let name): try session.load(name)
        case .draft(let draft): draft
        }
      let batch = try await session.batch(
        ruled(draft), each: try RowFile(array: array, named: source), .init(author: .workspace))
      prepared = (prepared.number + 1, batch)
      let count = batch.jobs.count
      let jobs = "\(count.grouped) job\(count == 1 ? "" : "s")"
      let first = batch.jobs.first.map { "\($0.request.method) \($0.request.displayURL)" } ?? ""
      return [
        .told(
          Confirmation(
            "Queue \(jobs), one for each element of \(source)?",
            detail: count == 1 ? first : "The first: \(first)",
            answers: [
              .init("Queue nothing"),
              .init("Queue \(jobs)", [.queue(.submitPrepared(prepared.number))]),
            ]))
      ]
    }
  }

  func submit(prepared number: Int) async -> [AppEvent] {
    await answer { session, _ in
      guard prepared.number == number, let batch = prepared.batch else { return [] }
      prepared.batch = nil
      let id = try await session.client.submit(batch)
      let count = batch.jobs.count
      return [
        .notice(
          Notice(
            .info, "Batch \(id) is in the queue: \(count.grouped) row\(count == 1 ? "" : "s")."))
      ]
    }
  }
}
