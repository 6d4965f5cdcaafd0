import ClientModel

/// How the process ends; documented in the README and in `weir help`.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The response did not pass `--check`, a graph step or batch row failed, or a filter failed on a value.
  case serverSaidNo = 1
  case usage = 2
  case timeout = 20
  case network = 21
  case tls = 22
  case authentication = 23
  case storage = 25
  case protocolError = 26
  /// Standard output could not be written.
  case output = 27
  /// A job waits for the user.
  case held = 30
  case skipped = 31
  case cancelled = 32
  /// A request was sent and may have taken effect; no response says so.
  case interrupted = 33
  /// Something that Weir did not expect.
  case internalError = 70
  /// A signal ended the command.
  case signal = 130
  /// The reader closed standard output; shells report this status for a program that SIGPIPE ended.
  case readerGone = 141

  init(_ failure: Failure) {
    self =
      switch failure.kind {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .nameNotFound, .nameLookup, .refused, .unreachable, .connectionLost, .proxy, .notCached:
        .network
      case .certificate, .pinMismatch, .tlsHandshake, .clientCertificate: .tls
      case .malformedResponse, .headersLimit, .bodyLimit, .bodyIncomplete, .headIncomplete,
        .invalidFraming, .http2, .contentCoding, .tooManyRedirects, .redirectRefused, .unsupported:
        .protocolError
      case .invalidRequest, .fileChanged, .fileUnreadable, .program: .usage
      case .serviceFailure, .upgradeRequired, .errorStatus, .assertion: .serverSaidNo
      case .secretMissing, .authentication: .authentication
      case .storage, .diskFull: .storage
      }
  }

  /// The status of a command that received a signal: `signal` if the job was stopped, else unchanged.
  var endedBySignal: ExitStatus {
    switch self {
    case .held, .skipped, .cancelled, .interrupted: .signal
    default: self
    }
  }

  /// How a finished job ends the command that waited for it.
  init(_ job: Job) {
    self =
      switch job.state {
      case .failed(let failure): ExitStatus(failure)
      case .interrupted: .interrupted
      case .cancelled: .cancelled
      case .skipped: .skipped
      case .held(.missingSecret): .authentication
      case .held: .held
      case .waiting, .running, .polling, .succeeded: .done
      }
  }
}
