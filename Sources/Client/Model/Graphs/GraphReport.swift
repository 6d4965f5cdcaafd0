/// The results of a graph or a batch: outcomes, durations and times.
///
/// Jobs are added one by one, so 100,000 rows need no more memory than ten.
package struct GraphReport: Hashable, Sendable {
  /// The reason why jobs failed.
  package struct Cause: Hashable, Sendable {
    package let kind: Failure.Kind
    /// The status of the last response, or nil if there was none.
    package let status: Int?

    /// Returns nil for a job that did not fail.
    package init?(_ job: Job) {
      guard case .failed(let failure) = job.state else { return nil }
      (kind, status) = (failure.kind, job.status)
    }
  }

  /// The failed jobs with the same cause.
  package struct Failures: Hashable, Sendable {
    package fileprivate(set) var count = 0
    /// The smallest and largest number of attempts of a job.
    package fileprivate(set) var attempts: ClosedRange<Int>
  }

  /// The failed jobs by cause.
  package struct Causes: Hashable, Sendable {
    private var failures: [Cause: Failures] = [:]

    package init() {}

    /// Adds a job. A job that did not fail changes nothing.
    package mutating func add(_ job: Job) {
      guard let cause = Cause(job) else { return }
      let attempts = job.seriesAttempts
      add(Failures(count: 1, attempts: attempts...attempts), of: cause)
    }

    /// Adds the failures of other jobs.
    package mutating func merge(_ others: Causes) {
      for (cause, failures) in others.failures { add(failures, of: cause) }
    }

    private mutating func add(_ more: Failures, of cause: Cause) {
      var same = failures[cause] ?? Failures(attempts: more.attempts)
      same.count += more.count
      same.attempts =
        min(
          same.attempts.lowerBound, more.attempts.lowerBound)...max(
          same.attempts.upperBound, more.attempts.upperBound)
      failures[cause] = same
    }

    /// The causes, most frequent first.
    package var sorted: [(cause: Cause, Failures)] {
      failures.sorted { one, other in
        (-one.value.count, one.key.status ?? 0, one.key.kind.rawValue)
          < (-other.value.count, other.key.status ?? 0, other.key.kind.rawValue)
      }
      .map { ($0.key, $0.value) }
    }

    /// The most frequent causes, at most twelve, and the number of the remaining failures.
    package var top: (causes: [(cause: Cause, Failures)], rest: Int) {
      let (all, most) = (sorted, 12)
      return (Array(all.prefix(most)), all.dropFirst(most).reduce(0) { $0 + $1.1.count })
    }
  }

  /// The state of the graph at the time of the report.
  package let run: GraphRun
  package private(set) var causes = Causes()
  /// The durations of the last attempts.
  package private(set) var durations = DurationHistogram()
  /// The number of finished jobs that were sent.
  private var sent = 0
  /// The start of the first attempt and the end of the last job. Nil if no job was sent.
  private var span: ClosedRange<Timestamp>?

  package init(_ run: GraphRun) { self.run = run }

  package mutating func add(_ job: Job) {
    causes.add(job)
    guard job.state.word.isFinished, job.attempts > 0 else { return }
    sent += 1
    if let elapsed = job.elapsed { durations.add(elapsed) }
    let start = min(job.seriesStart ?? job.since, job.since)
    span = min(span?.lowerBound ?? start, start)...max(span?.upperBound ?? job.since, job.since)
  }

  /// The time from the first attempt to the end of the last job. Nil if no job was sent.
  package var time: Duration? { span.map { $0.upperBound.since($0.lowerBound) } }

  /// The finished requests per second. Nil if the time is too short to be measured.
  package var rate: Double? {
    guard let time, time > .zero, sent > 1 else { return nil }
    return Double(sent) / (time / .seconds(1))
  }

  /// Returns the time range in which a step ran, relative to the start of the graph's first step.
  /// Returns nil if the step did not start.
  ///
  /// - Parameter now: The current time, which ends the range of a running step.
  package func interval(of step: Int, at now: Timestamp) -> Range<Duration>? {
    let progress = run.steps[step]
    guard let started = progress.started, let first = run.steps.compactMap(\.started).min() else {
      return nil
    }
    switch progress.state {
    case .waiting, .skipped, .notRun: return nil
    case .running, .done, .failed, .cancelled: break
    }
    let start = started.since(first)
    let end = progress.state == .running ? now : progress.since ?? started
    return start..<max(start, end.since(first))
  }
}

extension GraphReport.Cause {
  /// The cause in a few words: `503`, `200, assertion`, `no response, connect timeout`.
  package var text: String {
    guard let status else { return "no response, \(kind.text)" }
    return kind == .errorStatus ? "\(status)" : "\(status), \(kind.text)"
  }
}

extension GraphReport.Failures {
  /// The number of attempts as a suffix for the cause: ` after 4 attempts`. Empty for one attempt.
  package var attemptsText: String {
    guard attempts.upperBound > 1 else { return "" }
    let first = attempts.lowerBound == attempts.upperBound ? "" : "\(attempts.lowerBound) to "
    return " after \(first)\(attempts.upperBound) attempts"
  }
}

extension Failure.Kind {
  /// The kind of failure in lower-case words, such as `connect timeout`.
  package var text: String {
    rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
  }
}
