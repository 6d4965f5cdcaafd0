public import ClientModel
public import Logging

extension Event.Word {
  /// The level of its gravest event.
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
