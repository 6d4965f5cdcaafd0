import ClientCore
import ClientModel
import ViewModels

/// The effect handler of the event log.
extension LogEffect: ClientEffect {
  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    switch self {
    case .raise(let line):
      try await context.client.raise(
        line.event, job: line.job, graph: line.graph, call: line.call)
      return [.notice(Notice(.info, "The event \(line.event.name) was raised."))]
    }
  }
}
