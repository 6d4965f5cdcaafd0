import ClientCore
import ClientModel
import ViewModels

/// The effects of the queue panel. Effects that need the state of `QueueReader` are carried out
/// here, the others by `QueueEffects`.
extension ClientEffects {
  var queueEffects: QueueEffects {
    get async { QueueEffects(session.client, hidden: await queue.hidden) }
  }

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
      return await response { _ in try await rowsOnShow(await queueEffects) }
    case .submitEach(let draft, let path):
      return await prepare(draft, each: path, permit)
    case .prepareEach(let array, let request, let source):
      return await prepare(each: array, of: request, source, permit)
    case .submitPrepared(let number): return await submit(prepared: number, permit)
    case .graph(let graph, .delete):
      return await response { _ in
        try await queueEffects.carryOut(.graph(graph, .delete))
      } + (await reload())
    case .delete(let jobs): return await response { _ in try await hide(jobs) }
    case .restore(let jobs):
      return await response { _ in
        try await queue.restore(jobs)
        return []
      } + (await reload())
    case .clearFinished:
      return await response { _ in
        try await queueEffects.carryOut(.clearFinished)
      } + (await reload())
    case .runGraph(let name):
      return await response { session in
        try await GraphEffects(session: session, permit: permit).run(name)
      }
    default:
      let events = await response { session in
        let questions = ProductionQuestions(session: session, permit: permit)
        if let question = try await questions.question(before: effect, hidden: queue.hidden) {
          return [question]
        }
        return try await queueEffects.carryOut(effect)
      }
      guard case .showPage(_, let job) = effect else { return events }
      return events + [.response(.pageReceived(of: job))]
    }
  }

  private func hide(_ jobs: [JobID]) async throws -> [AppEvent] {
    let count = try await queue.delete(jobs)
    return [.notice(.deleted(count, of: jobs.count))]
  }
}
