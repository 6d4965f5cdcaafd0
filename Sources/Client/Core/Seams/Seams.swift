import ClientModel

/// The dependencies of a client: the implementations of its protocols (store, transport, cache and
/// so on).
///
/// They form one object, because a client passes all of them along with each job.
final class Seams: Sendable {
  let store: Store
  let transport: any Transport
  /// The response cache, or nil if there is none.
  let cache: (any ResponseCache)?
  let clock: any AlarmClock
  let secrets: any SecretResolver
  let renewals: any RenewalSource
  /// The source of stages, or nil if no request has stages.
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

  /// Notifies other processes of a change that an attempt made to the cache, before its end is
  /// committed.
  nonisolated(nonsending) func raise(_ content: RaisedEvent.Content, of job: JobID?) async {
    await raise(RaisedEvent(content, at: clock.now, job: job))
  }

  /// Notifies other processes of an event.
  nonisolated(nonsending) func raise(_ event: RaisedEvent) async {
    do throws(Failure) { try await store.feed.raise(event) } catch {
      // Events may be lost. A store that refuses writes is reported by the operations that depend
      // on it.
    }
  }
}
