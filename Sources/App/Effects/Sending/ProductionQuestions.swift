import ClientCore
import ClientModel
import ViewModels

/// The questions before unsafe requests are sent to a production environment.
struct ProductionQuestions {
  let session: ClientSession
  /// The production environment that the user confirmed for the requests. Nil means that the user
  /// confirmed nothing.
  var confirmed: String?

  /// Returns the question before an effect sends these requests in the current environment.
  ///
  /// Returns nil if no question is needed or the user has already confirmed.
  func question(before effect: Effect, sending requests: [NamedRequest]) -> AppEvent? {
    let environment = session.context.environment
    guard environment.purpose == .production, confirmed != environment.name else {
      return nil
    }
    return Confirmation(sending: requests, toProduction: environment.name, by: effect)
      .map(AppEvent.confirm)
  }

  /// Returns the question before a queue effect sends the requests of existing jobs again.
  ///
  /// The environment of the jobs decides, not the current environment. Jobs of other workspaces
  /// cause no question, because their environments are not read here.
  func question(before effect: QueueEffect) async throws -> AppEvent? {
    let jobs = try await jobs(sentBy: effect)
    guard !jobs.isEmpty else { return nil }
    let production = try session.context.environments().production
    guard !production.isEmpty else { return nil }
    var named: [NamedRequest] = []
    var found: Set<String> = []
    for job in jobs {
      guard session.context.owner.owns(job.lane), !job.method.isSafe,
        let environment = try await session.client.request(of: job.id)?.environment,
        production.contains(environment)
      else { continue }
      found.insert(environment)
      named.append(NamedRequest(job))
      // The question names only some requests. Reading all requests only to count them would be too
      // slow.
      if named.count == Self.mostNamed { break }
    }
    let environments = found.sorted().joined(separator: ", ")
    guard !found.isEmpty, confirmed != environments else { return nil }
    return Confirmation(sending: named, toProduction: environments, by: .queue(effect))
      .map(AppEvent.confirm)
  }

  /// Returns a warning about production, for a question with another reason.
  ///
  /// Returns an empty string if the environment is not a production environment, or if all requests
  /// are safe.
  func words(for requests: [PreparedRequest]) -> String {
    let environment = session.context.environment
    guard environment.purpose == .production, requests.contains(where: { !$0.method.isSafe })
    else { return "" }
    return "\(environment.name) is a production environment. "
  }

  private static let mostNamed = 1000

  /// Returns the jobs whose requests the effect sends again.
  private func jobs(sentBy effect: QueueEffect) async throws -> [Job] {
    let client = session.client
    switch effect {
    case .runAgain(let job), .retry(let job):
      return try await client.jobs(matching: JobQuery(ids: [job]))
    case .retryWithheld(let jobs), .each(.retry, let jobs), .each(.runAgain, let jobs):
      return try await client.jobs(matching: JobQuery(ids: jobs))
    case .retryFailed:
      return try await client.jobs(matching: JobQuery(states: [.failed], limit: 10_000))
    case .graph(let graph, .retry):
      guard let run = try await client.graphs(matching: GraphQuery(ids: [graph])).first else {
        return []
      }
      if let rows = run.rows {
        return try await client.jobs(matching: JobQuery(part: .span(rows.first...rows.first)))
      }
      return try await client.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    default: return []
    }
  }
}
