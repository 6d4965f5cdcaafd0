import ClientModel

/// Runs stages one after another and records their results.
struct StageRun: Sendable {
  let clock: any AlarmClock
  private(set) var notes: [StageNote] = []

  /// Runs the preparers and returns the prepared request.
  mutating func prepare(
    _ request: PreparedRequest, _ stages: [any Preparer], at place: StageNote.Phase
  ) async throws(Failure) -> PreparedRequest {
    var request = request
    for (index, stage) in stages.enumerated() {
      let began = clock.now
      do throws(Failure) {
        let given = request
        let within = StageDeadline(stage: stage.name, span: stage.deadline, clock: clock)
        let next = try await within.run { () throws(Failure) in try await stage.prepare(given) }
        try Self.check(next, after: request, stage.name, place)
        note(stage.name, place, next == request ? .passed : .changed, since: began)
        request = next
      } catch {
        note(stage.name, place, .refused, since: began)
        skip(stages[(index + 1)...].map(\.name), place)
        throw error
      }
    }
    return request
  }

  /// The result of running the processors.
  enum Processed: Sendable {
    case passed(ReceivedResponse)
    /// The response before the refusing stage.
    case refused(ReceivedResponse, by: any Processor, Failure)
  }

  mutating func process(_ response: ReceivedResponse, _ stages: [any Processor]) async -> Processed
  {
    var response = response
    for (index, stage) in stages.enumerated() {
      let began = clock.now
      do throws(Failure) {
        let given = response
        let within = StageDeadline(stage: stage.name, span: stage.deadline, clock: clock)
        let next = try await within.run { () throws(Failure) in try await stage.process(given) }
        note(stage.name, .response, next.differs(from: response) ? .changed : .passed, since: began)
        response = next
      } catch {
        note(stage.name, .response, .refused, since: began)
        skip(stages[(index + 1)...].map(\.name), .response)
        return .refused(response, by: stage, error)
      }
    }
    return .passed(response)
  }

  private mutating func note(
    _ name: String, _ place: StageNote.Phase, _ end: StageNote.End, since began: Timestamp
  ) {
    notes.append(StageNote(name, place, end, took: max(.zero, clock.now.since(began))))
  }

  private mutating func skip(_ names: [String], _ place: StageNote.Phase) {
    notes += names.map { StageNote($0, place, .skipped) }
  }

  /// Checks a changed address. The address must be valid, and its origin must equal `origin`.
  ///
  /// On dispatch, the origin must also stay the same, because credentials belong to the origin.
  private static func check(
    _ next: PreparedRequest, after request: PreparedRequest, _ stage: String,
    _ place: StageNote.Phase
  ) throws(Failure) {
    guard next.url != request.url || next.origin != request.origin else { return }
    let reference: RequestURL
    do throws(URLProblem) {
      reference = try RequestURL.absolute(next.url)
    } catch {
      throw Failure(
        .invalidRequest, what: "The request was not sent.",
        why: "The stage \(stage) set an invalid address.",
        whatToDo: "Correct the stage: it must return an absolute http or https address.")
    }
    guard reference.origin == next.origin, place == .submit || next.origin == request.origin else {
      throw Failure(
        .invalidRequest, what: "The request was not sent.",
        why: "The stage \(stage) changed the address to another server, \(reference.origin).",
        whatToDo: place == .submit
          ? "Correct the stage: it must change `origin` together with `url`."
          : "Change the server on submit: credentials, cookies and lane belong to it.")
    }
  }
}

extension ReceivedResponse {
  fileprivate func differs(from other: ReceivedResponse) -> Bool {
    head != other.head || root != other.root || body.isOwn != other.body.isOwn
      || captured.keys != other.captured.keys || (body.isOwn && body.size != other.body.size)
  }
}
