import ClientModel
import Terminal
import ViewModels

/// The sign for the state or result of a job, which is coloured but also distinct without colours.
enum JobSign {
  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func span(of job: Job, phase: Int) -> Span {
    switch job.state.word {
    case .running: spinning(phase)
    case .waiting, .polling: Span("○", Ink(job.state.word.role))
    case .held: held
    case .cancelled, .skipped: Span("–", Ink(job.state.word.role))
    case .interrupted: Span("?", Ink(.stateInterrupted))
    case .succeeded, .failed: ended(job)
    }
  }

  /// The sign of a held job, and of a waiting row of a held batch.
  static let held = Span("‖", Ink(.stateHeld))

  private static func ended(_ job: Job) -> Span {
    let hasFailed = job.state.word == .failed || (job.check?.failed ?? 0) > 0
    guard let status = job.status else {
      return hasFailed ? span(of: .failed) : Span("✓", Ink(.stateSucceeded))
    }
    return span(of: hasFailed ? .refused(status) : .responded(status))
  }

  /// Returns the sign for an outcome.
  ///
  /// The sign depends on the class of the status. A response that a rule or assertion rejected has
  /// the sign of a failure.
  static func span(of outcome: ExchangeOutcome) -> Span {
    switch outcome {
    case .failed: Span("∅", Ink(.stateFailed))
    case .ended: Span("–", Ink(.stateCancelled))
    case .responded(500...), .refused(500...): Span("!", Ink(.statusServerError))
    case .responded(400...), .refused(400...): Span("✗", Ink(.statusClientError))
    case .refused: Span("✗", Ink(.stateFailed))
    case .responded(300...): Span("→", Ink(.statusRedirect))
    case .responded: Span("✓", Ink(.statusSuccess))
    }
  }

  private static func spinning(_ phase: Int) -> Span {
    let glyph = spinner[(phase % spinner.count + spinner.count) % spinner.count]
    return Span(SafeText(glyph), Ink(.spinner))
  }
}
