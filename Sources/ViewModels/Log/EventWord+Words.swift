import ClientModel

extension Event.Word {
  /// The kind of the event, as text for the event log.
  var words: String {
    switch self {
    case .submitted: "added"
    case .started: "started"
    case .changed: "changed"
    case .finished: "finished"
    case .received: "response"
    case .notModified: "not modified"
    case .networkFailed: "no response"
    case .unavailable: "unavailable"
    case .unauthorized: "unauthorized"
    case .failed: "failed"
    case .cacheUpdated: "cached"
    case .cacheRemoved: "uncached"
    case .valueSet: "value set"
    case .valueRemoved: "value removed"
    case .graphFinished: "graph ended"
    case .own: "custom"
    case .laneChanged: "lane"
    case .runnerChanged: "runner"
    case .noticed: "warning"
    case .dropped: "dropped"
    }
  }
}
