public import ClientModel
public import Logging

/// What happens here, as lines of a log.
extension Client {
  /// Writes what this process does to a logger until the client ends; whoever waits for the task
  /// knows that everything was handed to the logger.
  ///
  /// Only kinds that the logger's level lets through are listened for, so a quiet log costs nothing.
  /// Other processes' doings are left out: they write their own.
  ///
  /// - Parameter buffering: How many events may wait; past that the oldest go, and a line says so.
  public func log(to logger: Logger, buffering: Int = 10_000) -> Task<Void, Never> {
    let words = Set(Event.Word.allCases.filter { logger.logLevel <= $0.mostSevere })
    let batches = eventBatches(of: words, from: .thisProcess, buffering: buffering)
    return Task {
      for await batch in batches {
        for event in batch { logger.log(level: event.level, "\(event.line)") }
      }
    }
  }
}

extension Event.Word {
  /// The level of its gravest event.
  fileprivate var mostSevere: Logger.Level {
    switch self {
    case .submitted, .started, .changed, .received, .notModified, .networkFailed, .unavailable,
      .unauthorized, .failed, .cacheUpdated, .cacheRemoved, .valueSet, .valueRemoved:
      .debug
    case .own, .laneChanged, .drainerChanged: .info
    case .finished, .graphFinished, .dropped: .warning
    case .noticed: .error
    }
  }
}

extension Event {
  /// How grave it is: steps on the way are `debug`, ends `info`, what failed `warning`, and a store or
  /// a disk that is unwell `error`.
  public var level: Logger.Level {
    switch kind {
    case .finished(let job):
      switch job.state {
      case .failed, .interrupted: .warning
      default: .info
      }
    case .graphFinished(let end): end.hasFailed ? .warning : .info
    case .noticed(let failure):
      failure.kind == .storage || failure.kind == .diskFull ? .error : .warning
    default: word.mostSevere
    }
  }
}
