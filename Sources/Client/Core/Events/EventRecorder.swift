import ClientModel

/// Creates log events from changes of jobs. The changes come from all processes.
///
/// If another process raises an event about an attempt, the event is held until the store shows the
/// end of the job. The order of events is therefore the same in all processes. Only events that a
/// subscriber wants are created.
struct EventRecorder: Sendable {
  /// The maximum number of jobs that have held events. At this number all held events are dropped,
  /// because the process that raised them has probably died.
  private static let mostRaised = 1_000

  private var published = PublishedChanges()
  private var raised: [JobID: [RaisedEvent]] = [:]
  /// The newest job of other processes whose addition was published. At the start, this is the
  /// newest stored job. Nil before the client has started.
  private var newest: JobID?
  /// The last published end time of each graph.
  private var publishedEnds: [GraphID: Timestamp] = [:]

  /// Starts to publish events of other processes. Jobs up to `newest` are not reported as new.
  mutating func begin(after newest: JobID) { self.newest = newest }

  /// Records changed jobs and returns their events.
  ///
  /// - Parameter graph: Returns the graph of a job.
  mutating func events(
    of jobs: [Job], from process: Event.Process, for subscribers: Subscribers,
    graph: (JobID) -> GraphID?
  ) -> [Event] {
    // The response events of this process were already created at the ends of its attempts.
    let words = process == .this ? Event.Word.ofJobs : Event.Word.ofJobsElsewhere
    let known = newest
    if process == .other, let known { newest = jobs.reduce(known) { max($0, $1.id) } }
    let needsHistory = subscribers.needsHistory
    guard needsHistory || subscribers.wants(anyOf: words) else { return [] }
    var events: [Event] = []
    for job in jobs {
      func add(_ kind: Event.Kind) {
        events.append(
          Event(
            kind, at: job.since, job: job.id, graph: graph(job.id), gateway: job.lane.gateway,
            call: job.call, process: process))
      }
      if process == .other {
        if published.isCurrent(job) { continue }
        // A short job may have ended before its addition was read.
        if subscribers.wants(.submitted), let known, job.id > known, !published.contains(job.id),
          Event.Kind(job, isKnown: false).word != .submitted
        {
          events.append(
            Event(of: job.asSubmitted, at: job.created, graph: graph(job.id), from: .other))
        }
        let raised = job.state.word.isFinished ? self.raised.removeValue(forKey: job.id) ?? [] : []
        if subscribers.wants(anyOf: Event.Word.responses), let kind = response(of: job, raised),
          subscribers.wants(kind.word)
        {
          add(kind)
        }
        for event in raised { add(event.content.kind) }
      }
      let kind = Event.Kind(job, isKnown: needsHistory && published.contains(job.id))
      if needsHistory { published.note(job) }
      if subscribers.wants(kind.word) { add(kind) }
    }
    return events
  }

  /// Returns the events of an attempt that ended in this process. The events of the attempt's cache
  /// changes are included. All these events must be published before the events of the job.
  func events(
    of end: AttemptEnd, of run: Run, for subscribers: Subscribers, graph: GraphID?
  ) -> [Event] {
    guard subscribers.wants(anyOf: Event.Word.responses | Event.Word.cacheEvents) else { return [] }
    var kinds: [Event.Kind] = []
    if subscribers.wants(anyOf: Event.Word.responses), end.result.end != .cancelled {
      let failure: Failure?
      if case .failed(let why)? = end.next {
        failure = why
      } else if case .failed(let why) = end.result.end {
        failure = why
      } else {
        failure = nil
      }
      kinds.append(
        .response(
          Event.Exchange(
            method: run.request.method,
            url: run.sent.earlier.masked(run.request.displayURL), name: run.job.name,
            status: end.result.head?.status, head: end.result.head, body: end.result.body,
            source: end.result.source, failure: failure)))
    }
    kinds += run.cache.events.filter { subscribers.wants($0.word) }
    return kinds.map {
      Event(
        $0, at: end.at, job: run.job.id, graph: graph, gateway: run.job.lane.gateway,
        call: run.job.call)
    }
  }

  /// Returns the events of ended graphs. Each end is published once.
  ///
  /// - Parameters:
  ///   - results: The results of each graph, by step number.
  ///   - began: Returns the start of a graph, or nil if this process does not know it.
  mutating func events(
    of runs: [GraphRun], from process: Event.Process, results: [GraphID: [Int: StoredBody]],
    began: (GraphID) -> Timestamp?
  ) -> [Event] {
    var events: [Event] = []
    for run in runs where run.isEnded && publishedEnds[run.id] != run.since {
      // The table is cleared when it has a thousand graphs. An old end may then be published again.
      if publishedEnds.count > 1_000 { publishedEnds = [:] }
      publishedEnds[run.id] = run.since
      let end = run.end(since: began(run.id), results: results[run.id] ?? [:])
      events.append(
        Event(
          .graphFinished(end), at: run.since, graph: run.id, call: run.plan.call, process: process))
    }
    return events
  }

  /// Records events that other processes raised.
  ///
  /// - Returns: The events that need not wait for a job's end.
  mutating func take(_ raised: [RaisedEvent]) -> [Event] {
    var events: [Event] = []
    for event in raised {
      if let job = event.job, event.comesWithItsJob {
        if self.raised.count >= Self.mostRaised { self.raised = [:] }
        self.raised[job, default: []].append(event)
      } else {
        events.append(Event(event, from: .other))
      }
    }
    return events
  }

  /// Returns the response event of a job that ended in another process. It contains only data from
  /// the store. Returns nil if no response ended the job.
  private func response(of job: Job, _ raised: [RaisedEvent]) -> Event.Kind? {
    let failure: Failure?
    switch job.state {
    case .succeeded: failure = nil
    case .failed(let why): failure = why
    default: return nil
    }
    guard job.attempts > 0 else { return nil }
    let isRenewed = raised.contains { if case .cacheRenewed = $0.content { true } else { false } }
    return .response(
      Event.Exchange(
        method: job.method, url: job.displayURL, name: job.name, status: job.status,
        source: isRenewed ? .notModified : nil, failure: failure))
  }
}

extension Event {
  init(_ raised: RaisedEvent, from process: Process) {
    self.init(
      raised.content.kind, at: raised.time, job: raised.job, graph: raised.graph,
      gateway: raised.gateway, call: raised.call, process: process)
  }

  /// Creates the event for an added job.
  init(of submitted: Job, at now: Timestamp, graph: GraphID? = nil, from process: Process = .this) {
    self.init(
      .submitted(submitted), at: now, job: submitted.id, graph: graph,
      gateway: submitted.lane.gateway, call: submitted.call, process: process)
  }
}

extension Job {
  /// The state of the job when it was added, computed from its current state.
  fileprivate var asSubmitted: Job {
    Job(
      id: id, state: .waiting(.slot), since: created, created: created, lane: lane,
      priority: priority, position: position, scheduling: scheduling, method: method,
      displayURL: displayURL, name: name, call: call, isRepeatable: isRepeatable)
  }
}

extension Event.Word {
  /// The kinds that are created at the end of an attempt.
  static let responses: UInt32 =
    received.bit | notModified.bit | networkFailed.bit | unavailable.bit | unauthorized.bit
    | failed.bit
  static let cacheEvents: UInt32 = cacheUpdated.bit | cacheRemoved.bit
  /// The kinds that are created from the state of a job.
  static let ofJobs: UInt32 = submitted.bit | started.bit | changed.bit | finished.bit
  /// The kinds that are created from a job's row after another process changed it.
  static let ofJobsElsewhere: UInt32 = ofJobs | responses | cacheEvents
  /// The kinds that need the events raised by other processes.
  static let raised: UInt32 = own.bit | cacheEvents | received.bit | notModified.bit
}

extension Event.Kind {
  /// Creates the event for the latest change of a job, from the job's state.
  init(_ job: Job, isKnown: Bool) {
    switch job.state {
    case .running: self = .started(job)
    case .succeeded, .failed, .cancelled, .skipped, .interrupted: self = .finished(job)
    case .waiting, .held, .polling:
      // A new job has not been moved yet, so its position equals its number.
      let isNew =
        !isKnown && job.attempts == 0 && job.since == job.created
        && job.position == Double(job.id.rawValue)
        && !job.cancelRequested
      self = isNew ? .submitted(job) : .changed(job)
    }
  }
}

extension RaisedEvent.Content {
  var kind: Event.Kind {
    switch self {
    case .own(let event): .own(event)
    case .cacheUpdated(let change), .cacheRenewed(let change): .cacheUpdated(change)
    case .cacheRemoved(let change), .cacheDeleted(let change): .cacheRemoved(change)
    }
  }
}

/// The recent job changes that this process published.
///
/// After another process has committed, the store also returns this process's own changes. This
/// record prevents them from being published twice.
struct PublishedChanges: Sendable {
  private static let limit = 4096

  /// A published change. The state is stored because two changes may have the same time in
  /// milliseconds.
  private struct Change {
    var since: Timestamp
    var word: JobState.Word
  }

  private var recent: [JobID: Change] = [:]
  private var older: [JobID: Change] = [:]

  mutating func note(_ job: Job) {
    if recent.count >= Self.limit {
      older = recent
      recent = [:]
    }
    recent[job.id] = Change(since: job.since, word: job.state.word)
  }

  func contains(_ job: JobID) -> Bool { recent[job] != nil || older[job] != nil }

  /// Returns whether the job's current state or a later state was already published.
  func isCurrent(_ job: Job) -> Bool {
    guard let change = recent[job.id] ?? older[job.id] else { return false }
    return change.since > job.since || change.since == job.since && change.word == job.state.word
  }
}
