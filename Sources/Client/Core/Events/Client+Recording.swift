import ClientModel

/// From news to events: what the client does is looked at here, and only when somebody listens.
extension Client {
  func record(_ news: ClientEvent, from place: Event.Place) {
    switch news {
    case .jobsChanged(let jobs): record(jobs, from: place)
    case .lanesChanged(let lanes):
      guard wants(.laneChanged) else { return }
      let now = clock.now
      emit(lanes.map { Event(.laneChanged($0), at: now, gateway: $0.key.gateway, place: place) })
    case .noticed(let failure):
      if wants(.noticed) { emit(Event(.noticed(failure), at: clock.now, place: place)) }
    case .drainChanged(let claim):
      guard wants(.drainerChanged) else { return }
      switch claim {
      case .mine: emit(Event(.drainerChanged(.thisProcess), at: clock.now))
      case .held(let id): emit(Event(.drainerChanged(.process(id)), at: clock.now))
      }
    case .graphsChanged(let runs): record(runs, from: place)
    case .headArrived, .progressed, .bodyGrew, .idle: break
    }
  }

  private func record(_ jobs: [Job], from place: Event.Place) {
    // Of what happens here answers are told by their attempts.
    let told = place == .here ? Event.Word.ofJobs : Event.Word.ofJobsElsewhere
    guard keepsTold || wantedEvents & told != 0 else { return }
    var events: [Event] = []
    for job in jobs {
      if place == .elsewhere {
        if toldChanges.knows(job) { continue }
        let news = job.state.word.isFinished ? heldNews.removeValue(forKey: job.id) ?? [] : []
        if wantedEvents & Event.Word.answers != 0, let kind = answer(of: job, news),
          wants(kind.word)
        {
          events.append(event(kind, about: job, place))
        }
        events += news.map { event($0.news.kind, about: job, place) }
      }
      let kind = Event.Kind(job, isKnown: keepsTold && toldChanges.has(job.id))
      if keepsTold { toldChanges.note(job) }
      if wants(kind.word) { events.append(event(kind, about: job, place)) }
    }
    emit(events)
  }

  private func event(_ kind: Event.Kind, about job: Job, _ place: Event.Place) -> Event {
    Event(
      kind, at: job.since, job: job.id, graph: graphs.graph(of: job.id),
      gateway: job.lane.gateway, place: place)
  }

  /// What the store shows of the answer that ended a job elsewhere.
  private func answer(of job: Job, _ news: [RaisedEvent]) -> Event.Kind? {
    let failure: Failure?
    switch job.state {
    case .succeeded: failure = nil
    case .failed(let why): failure = why
    default: return nil
    }
    guard job.attempts > 0 else { return nil }
    let isRenewed = news.contains { if case .cacheRenewed = $0.news { true } else { false } }
    return .answer(
      Event.Exchange(
        method: job.method, url: job.displayURL, name: job.name, status: job.status,
        source: isRenewed ? .notModified : nil, failure: failure))
  }

  /// The end of an attempt of this process, and what it did to the cache; before the job's own event.
  func record(_ end: AttemptEnd, of run: Run) {
    guard wantedEvents & (Event.Word.answers | Event.Word.cacheNews) != 0 else { return }
    let gateway = run.job.lane.gateway
    let graph = graphs.graph(of: run.job.id)
    var events: [Event] = []
    if wantedEvents & Event.Word.answers != 0, end.result.end != .cancelled {
      let failure: Failure?
      if case .failed(let why)? = end.next {
        failure = why
      } else if case .failed(let why) = end.result.end {
        failure = why
      } else {
        failure = nil
      }
      let exchange = Event.Exchange(
        method: run.request.method,
        url: run.earlierSecrets.masked(run.request.displayURL), name: run.job.name,
        status: end.result.head?.status, head: end.result.head, body: end.result.body,
        source: end.result.source, failure: failure)
      events.append(
        Event(.answer(exchange), at: end.at, job: run.job.id, graph: graph, gateway: gateway))
    }
    for change in run.cacheNews where wants(change.word) {
      events.append(Event(change, at: end.at, job: run.job.id, graph: graph, gateway: gateway))
    }
    emit(events)
  }
}

extension Event.Word {
  /// The kinds that tell of an attempt's end.
  static let answers: UInt32 =
    received.bit | notModified.bit | networkFailed.bit | unavailable.bit | unauthorized.bit
    | failed.bit
  static let cacheNews: UInt32 = cacheUpdated.bit | cacheRemoved.bit
  /// The kinds that are made of a job as it stands.
  static let ofJobs: UInt32 = submitted.bit | started.bit | changed.bit | finished.bit
  /// The kinds that a job's row in the store stands for when another process moved it.
  static let ofJobsElsewhere: UInt32 = ofJobs | answers | cacheNews
}

extension Event.Kind {
  /// What a job's state says happened to it last.
  init(_ job: Job, isKnown: Bool) {
    switch job.state {
    case .running: self = .started(job)
    case .succeeded, .failed, .cancelled, .skipped, .interrupted: self = .finished(job)
    case .waiting, .held, .polling:
      // A new one has never moved: its place in the order is still its number.
      let isNew =
        !isKnown && job.attempts == 0 && job.since == job.created
        && job.position == Double(job.id.rawValue)
        && !job.cancelRequested
      self = isNew ? .submitted(job) : .changed(job)
    }
  }
}
