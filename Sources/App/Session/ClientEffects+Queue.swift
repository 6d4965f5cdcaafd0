import ClientCore
import ClientModel
import ViewModels

/// The effects of the queue panel. Effects that need the state of `QueueReader` are carried out
/// here, the others by `QueueEffects`.
extension ClientEffects {
  var queueEffects: QueueEffects { QueueEffects(session.client) }

  func carryOut(_ effect: QueueEffect, _ permit: EffectPermit) async -> [AppEvent] {
    switch effect {
    case .loadJobs(let offset, let limit):
      await queue.show(offset: offset, limit: limit)
      return await response { _ in try await queue.events() }
    case .arrange(let arrangement):
      return await response { _ in try await queue.arrange(arrangement) }
    case .searchOn:
      return await response { _ in
        try await queue.lookOn()
        return try await queue.events()
      }
    case .listAll:
      return await response { _ in [.queue(.listed(try await queue.allListed()))] }
    case .loadRows(let graph, let wanted):
      rows = (graph, wanted)
      return await response { _ in try await rowsOnShow(queueEffects) }
    case .submitEach(let draft, let path):
      return await prepare(draft, each: path, permit)
    case .prepareEach(let array, let request, let source):
      return await prepare(each: array, of: request, source, permit)
    case .submitPrepared(let number): return await submit(prepared: number, permit)
    case .graph(_, .delete), .clearFinished:
      return await response { _ in try await queueEffects.carryOut(effect) } + (await reload())
    case .delete(let deletion):
      return await response { _ in
        let count = try await queue.delete(deletion)
        return [.notice(.deleted(count, of: deletion.jobs.count))]
      }
    case .restore(let deletion):
      return await response { _ in
        try await queue.restore(deletion)
        return []
      } + (await reload())
    case .runGraph(let name):
      return await response { session in
        try await GraphEffects(session: session, permit: permit).run(name)
      }
    default:
      let events = await response { session in
        let questions = ProductionQuestions(session: session, permit: permit)
        if let question = try await questions.question(before: effect) {
          return [question]
        }
        return try await queueEffects.carryOut(effect)
      }
      guard case .showPage(_, let job) = effect else { return events }
      return events + [.response(.pageReceived(of: job))]
    }
  }
}
