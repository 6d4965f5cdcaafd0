extension Event {
  /// The kind of an event, with no details. Listeners, logs and JSON use it.
  public enum Word: UInt8, Hashable, Sendable, CaseIterable {
    /// A job was added.
    case submitted
    /// An attempt of a job was committed and is being sent.
    case started
    /// A job was held, released, moved or returned to waiting.
    case changed
    /// A job ended.
    case finished
    /// A server, the cache or a stub route responded.
    case received
    /// The server confirmed a stored response (304).
    case notModified
    /// The network failed, so no complete response was received.
    case networkFailed
    /// The server is temporarily unavailable (503).
    case unavailable
    /// The server requires different credentials.
    case unauthorized
    /// The response is a failure or cannot be used.
    case failed
    /// A response was stored in the cache or confirmed.
    case cacheUpdated
    /// Responses were removed from the cache.
    case cacheRemoved
    /// A shared value was set.
    case valueSet
    /// A shared value was removed.
    case valueRemoved
    /// A graph ended.
    case graphFinished
    /// A user of the library or of the command line raised an event.
    case own
    /// A lane was paused, resumed or held by its server, or its limit was changed.
    case laneChanged
    /// The queue runner changed to another process or to this process.
    case runnerChanged
    /// Something the user should know.
    case noticed
    /// Events were dropped because this listener was too slow.
    case dropped

    package var bit: UInt32 { 1 << UInt32(rawValue) }

    /// The name in JSON and in filters. It is the name of the case.
    public var name: String { "\(self)" }

    package init?(named name: String) {
      guard let word = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = word
    }
  }

  /// The kind without its payload.
  public var word: Word { kind.word }
}

extension Event.Kind {
  /// The kind without its payload.
  public var word: Event.Word {
    switch self {
    case .submitted: .submitted
    case .started: .started
    case .changed: .changed
    case .finished: .finished
    case .received: .received
    case .notModified: .notModified
    case .networkFailed: .networkFailed
    case .unavailable: .unavailable
    case .unauthorized: .unauthorized
    case .failed: .failed
    case .cacheUpdated: .cacheUpdated
    case .cacheRemoved: .cacheRemoved
    case .valueSet: .valueSet
    case .valueRemoved: .valueRemoved
    case .graphFinished: .graphFinished
    case .own: .own
    case .laneChanged: .laneChanged
    case .runnerChanged: .runnerChanged
    case .noticed: .noticed
    case .dropped: .dropped
    }
  }

  /// The job, or nil if this kind of event has none.
  public var job: Job? {
    switch self {
    case .submitted(let job), .started(let job), .changed(let job), .finished(let job): job
    default: nil
    }
  }

  /// The exchange, or nil if this kind of event has none.
  public var exchange: Event.Exchange? {
    switch self {
    case .received(let exchange), .notModified(let exchange), .networkFailed(let exchange),
      .unavailable(let exchange), .unauthorized(let exchange), .failed(let exchange):
      exchange
    default: nil
    }
  }
}

extension Event.Kind {
  /// Returns the event for the end of an attempt. If the response is complete, its status or the
  /// gateway's rule determines the kind of event.
  public static func response(_ exchange: Event.Exchange) -> Event.Kind {
    if exchange.source == .notModified { return .notModified(exchange) }
    if let failure = exchange.failure {
      if failure.kind.isOfNetwork { return .networkFailed(exchange) }
      if failure.kind == .authentication { return .unauthorized(exchange) }
    }
    switch exchange.status {
    case 401, 407: return .unauthorized(exchange)
    case 503: return .unavailable(exchange)
    case .some(400...): return .failed(exchange)
    default: return exchange.failure == nil ? .received(exchange) : .failed(exchange)
    }
  }
}

extension Failure.Kind {
  /// Whether the failure occurred between this machine and the server. In that case, no complete
  /// response was received.
  var isOfNetwork: Bool {
    switch self {
    case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout, .nameNotFound,
      .nameLookup, .refused, .unreachable, .connectionLost, .proxy, .certificate, .pinMismatch,
      .tlsHandshake, .clientCertificate, .bodyIncomplete, .headIncomplete:
      true
    case .malformedResponse, .headersLimit, .bodyLimit, .http2, .unprocessed, .contentCoding,
      .invalidFraming,
      .tooManyRedirects, .redirectRefused, .invalidRequest, .fileChanged, .fileUnreadable,
      .secretMissing,
      .authentication, .storage, .diskFull, .unsupported, .program, .notCached, .serviceFailure,
      .upgradeRequired, .errorStatus, .assertion:
      false
    }
  }
}
