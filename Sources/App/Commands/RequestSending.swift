import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The sending of a request by a command that waits for the response and prints it.
struct RequestSending {
  let session: ClientSession
  var author = DraftAuthor.user
  var copy: RequestOptions.FileCopy?
  var showing = PrintOptions()
  var check = StatusCheck.nothing
  /// The identifier that the caller chose for the request. Nil if the caller chose none.
  var call: String?
  var prompts = PromptMode.onTerminal

  private var client: Client { session.client }
  private var context: RequestContext { session.context }
  private var consent: ProductionConsent {
    ProductionConsent(environment: context.environment, prompts: prompts)
  }

  /// Sends a draft now. Waits for the response, prints it, and returns the exit status.
  func send(_ draft: Draft) async throws -> ExitStatus {
    try await showing.check()
    let check = check.resolved(in: session.folders.config)
    let prepared = try context.prepare(draft, by: author)
    guard consent.isGiven(toSend: [NamedRequest(prepared)]) else { return .cancelled }
    let request = copy == .snapshot ? try await client.snapshot(prepared) : prepared
    try await client.start(as: .sender)
    if request.gateway != nil { try await session.tuneLanes(.new) }
    let events = showing.format == .text ? await client.events() : nil
    let progress = ProgressWriter.begin()
    defer { progress?.end() }
    let steps = progress == nil ? nil : await client.events()
    let ids = try await client.submit([job(for: request, from: draft, .immediate)])
    // Retries are reported only in text format, because programs find the attempts in the JSON
    // output.
    let reporting = events.map { events in
      Task {
        await RetryReporter(client: client).run(events) { job in
          guard ids.contains(job.id) else { return nil }
          return RetryReporter.RetriedJob(most: request.options.retry.attempts)
        }
      }
    }
    defer { reporting?.cancel() }
    let following = SendProgress.follow(
      ids.first, most: request.options.retry.attempts, steps, on: progress)
    defer { following?.cancel() }
    let interrupt = InterruptWatch { [client] cause in
      do {
        switch cause {
        case .user: _ = try await client.cancel(ids)
        // The user did not cancel the request. `stop` marks a job whose request may have taken
        // effect as interrupted.
        case .system: try await client.stop(ids)
        }
      } catch {
        Console.complain(error as? Failure ?? Self.lost)
      }
    }
    let job = try await client.wait(for: ids).first
    let wasSignalled = interrupt.end()
    guard let job else { throw Self.lost }
    var exchange = context.catalogs.explained(try await JobExchange.read(job, from: client))
    let paging =
      showing.pages > 1
      ? await PageAppender(client: client, charset: showing.charset)
        .append(to: &exchange, most: showing.pages) : .done
    var filtering = ExitStatus.done
    let status = wasSignalled ? ExitStatus(job).endedBySignal : ExitStatus(job)
    let complaints = check == .statuses ? Self.complaints(about: exchange) : nil
    let wasSlow = progress?.end() ?? false
    if showing.format == .json {
      try JSONOutput.print(ExchangeRecord(exchange, charset: showing.charset))
    } else {
      var printer = ExchangePrinter(exchange, parts: showing.parts)
      if Console.isComplaintReadByPeople, Console.isTerminal || wasSlow,
        !StandardOutput.isSilenced
      {
        printer.summary = exchange.shownAttempt.flatMap(ResponseSummary.init)
      }
      printer.saveTo = showing.saveTo
      printer.charset = showing.charset
      // The filter's output replaces the body. A failure of the job is still reported.
      if showing.filter != nil { printer.parts.remove(.body) }
      // The job is held, so the received bytes are not its response. Saving them would occupy the
      // file name of the result.
      if case .held = exchange.job.state { printer.saveTo = nil }
      if exchange.wasRefusedUnsent { printer.parts.subtract([.requestHead, .requestBody]) }
      // An incomplete head is not printed or saved as a body. The same applies to a body on which
      // the gateway's program failed.
      let isUntransformed = exchange.isUntransformed(in: context.gateways)
      if exchange.response?.head == nil || isUntransformed {
        printer.parts.remove(.body)
        printer.saveTo = nil
      }
      // The body of a remote job is its result. `show --body` prints the complete response.
      let printsResult =
        exchange.job.remote != nil && printer.parts == [.body] && printer.saveTo == nil
      if printsResult { printer.parts = [] }
      try printer.print()
      if isUntransformed {
        Console.complain(
          "`weir show \(exchange.job.id) --body` prints the body as it was received.")
      }
      if printsResult { try printer.printData() }
      let isChecked = check == .statuses && showing.filter == nil
      let charsetProblem = isChecked ? try printer.charsetProblemOfAssertions() : nil
      if charsetProblem != nil || complaints?.isEmpty == false { try printer.endLineOfBody() }
      if let charsetProblem { Console.complain(charsetProblem) }
      if let words = exchange.endAfterRetries { Console.complain(words) }
      if let filter = showing.filter {
        filtering = try await FilterPrinter(options: filter, exchange: exchange).print()
      }
    }
    if let complaints {
      // A saved request is named, because a run may send several.
      let name = author == .workspace ? draft.name.map { Console.safe($0) + ": " } ?? "" : ""
      for complaint in complaints { Console.complain(name + complaint) }
      return status == .done ? .checkFailed : status
    }
    if status == .done { return paging == .done ? filtering : paging }
    // Without --check, any complete response is a success of the command.
    let isRefusal = status == .checkFailed || status == .authentication
    let hasResponse = exchange.response?.end == .responded
    return check == .nothing && hasResponse && isRefusal ? .done : status
  }

  /// Adds a draft to the queue. Returns the job's id. Returns nil if the user declined.
  func queue(_ draft: Draft) async throws -> JobID? {
    let request = try context.prepare(draft, by: author)
    guard consent.isGiven(toSend: [NamedRequest(request)]) else { return nil }
    if request.gateway != nil { try await session.tuneLanes(.new) }
    let ids = try await client.submit([job(for: request, from: draft, .queued)])
    guard let id = ids.first else { throw Self.lost }
    return id
  }

  private func job(
    for request: PreparedRequest, from draft: Draft, _ scheduling: Job.Scheduling
  ) -> NewJob {
    var job = context.job(for: request, from: draft, scheduling)
    (job.call, job.draft) = (call ?? job.call, draft)
    return job
  }

  /// Returns the reasons why a response does not pass, one per line.
  ///
  /// The reasons are failed assertions and an unexpected error status. Returns nil if the response
  /// passes. The list is empty if the job's own failure is the only reason.
  private static func complaints(about exchange: JobExchange) -> [String]? {
    let verdicts = exchange.response?.verdicts ?? []
    var lines = verdicts.filter { !$0.holds }.map {
      "Assertion failed: \(Console.safe($0.text))"
    }
    guard case .failed(let failure) = exchange.job.state else { return lines.isEmpty ? nil : lines }
    if failure.kind == .errorStatus, let head = exchange.response?.head {
      let words = [String(head.status), Console.safe(head.reason)].filter { !$0.isEmpty }
      lines.append("The response is a failure: \(words.joined(separator: " ")).")
    }
    return lines
  }

  private static var lost: Failure {
    Failure(
      .storage, what: "The response cannot be shown.", why: "Its job is no longer in the store.",
      whatToDo: "Run `weir doctor` to check the store.")
  }
}
