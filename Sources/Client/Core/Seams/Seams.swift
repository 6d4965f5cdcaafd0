import ClientModel

/// The dependencies of a client, such as its store, its transport and its cache.
///
/// They are one object, because the client passes all of them along with each job.
final class Seams: Sendable {
  let store: Store
  let transport: any Transport
  /// The response cache, or nil for none.
  let cache: (any ResponseCache)?
  let clock: any AlarmClock
  let secrets: any SecretResolver
  let renewals: any RenewalSource
  /// The source of stages. Nil if no request has stages.
  let middleware: (any MiddlewareSource)?
  let steps: any StepSource
  let programs: any ProgramRunner

  init(
    store: Store, transport: any Transport, cache: (any ResponseCache)?,
    clock: any AlarmClock, secrets: any SecretResolver, renewals: any RenewalSource,
    middleware: (any MiddlewareSource)?, steps: any StepSource, programs: any ProgramRunner
  ) {
    self.store = store
    self.transport = transport
    self.cache = cache
    self.clock = clock
    self.secrets = secrets
    self.renewals = renewals
    self.middleware = middleware
    self.steps = steps
    self.programs = programs
  }

  /// Notifies other processes that an attempt changed the cache. Called before the end of the
  /// attempt is committed.
  nonisolated(nonsending) func raise(_ content: RaisedEvent.Content, of job: JobID?) async {
    await raise(RaisedEvent(content, at: clock.now, job: job))
  }

  nonisolated(nonsending) func raise(_ event: RaisedEvent) async {
    do throws(Failure) { try await store.feed.raise(event) } catch {
      // The failure is ignored, because events may be lost. If the store refuses writes, operations
      // that must write report a failure.
    }
  }
}
