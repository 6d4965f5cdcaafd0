import ClientCore
import ClientModel
import ViewModels

/// The effect handler of the queue panel.
///
/// Commands are carried out in order. The list is read in separate tasks, because searching many
/// jobs takes a long time.
extension QueueEffect: ProductionEffect {
  var serialQueue: EffectQueue {
    switch self {
    case .pause, .resume, .pauseAll, .resumeAll, .setLimit, .setRate, .addLane, .liftHold: .lanes
    default: .feature(ObjectIdentifier(Self.self))
    }
  }

  func announce(to context: EffectContext) {
    if case .arrange(let arrangement, _) = self { context.queue.reader.request(for: arrangement) }
  }

  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    await context.queue.begin(self)
  }

  func carryOut(in context: EffectContext, confirmed: String?) async throws -> [AppEvent] {
    let events = await EffectContext.response { try await change(in: context, confirmed) }
    if Effect.queue(self).isShownAtOnce {
      await context.queue.reload(after: [.queue(.carriedOut(.queue(self)))] + events)
      return []
    }
    switch self {
    case .graph(_, .delete), .clearFinished:
      await context.queue.reload(after: events)
      return []
    case .showPage(_, let job): return events + [.response(.pageReceived(of: job))]
    default: return events
    }
  }

  private func change(in context: EffectContext, _ confirmed: String?) async throws -> [AppEvent] {
    let reader = context.queue.reader
    switch self {
    case .delete(let deletion):
      let count = try await reader.delete(deletion)
      return [.notice(.deleted(count, of: deletion.jobs.count))]
    case .restore(let deletion):
      try await reader.restore(deletion)
      return []
    case .addLane(let name, let limit, let rate):
      return [.notice(try await setLimit(limit, rate, ofLane: name, in: await context.session))]
    default:
      let session = await context.session
      let questions = ProductionQuestions(session: session, confirmed: confirmed)
      if let question = try await questions.question(before: self) { return [question] }
      return try await QueueEffects(session.client).carryOut(self)
    }
  }

  private func setLimit(
    _ limit: Int, _ rate: Double?, ofLane name: String, in session: ClientSession
  ) async throws -> Notice {
    let names = LaneNames(session)
    let lanes = try await names.lanes(toChange: name)
    for lane in lanes {
      try await session.client.setLimit(limit, of: lane)
      try await session.client.setRate(rate, of: lane)
    }
    return Notice(.info, "The limit of \(names.names(of: lanes)) is \(limit).")
  }
}
