public import ClientModel
public import Logging

extension Event.Word {
  /// The log level of the most severe event of this kind.
  var mostSevere: Logger.Level {
    switch self {
    case .submitted, .started, .changed, .received, .notModified, .networkFailed, .unavailable,
      .unauthorized, .failed, .cacheUpdated, .cacheRemoved, .valueSet, .valueRemoved:
      .debug
    case .own, .laneChanged, .runnerChanged: .info
    case .finished, .graphFinished, .dropped: .warning
    case .noticed: .error
    }
  }
}

extension Event {
  /// The log level. Steps of jobs are `debug`, and ends are `info`. Failures are `warning`, and
  /// errors of the store or disk are `error`.
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
