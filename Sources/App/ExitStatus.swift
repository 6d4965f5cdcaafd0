import ClientModel

/// The exit status of the process.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  /// The response failed `--check` or an assertion, a graph step or batch row failed, or a filter
  /// failed on a value.
  case checkFailed = 1
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
  /// A request was sent and may have taken effect, but no response confirms it.
  case interrupted = 33
  /// An unexpected error in Weir.
  case internalError = 70
  /// A signal ended the command.
  case signal = 130
  /// The reader closed standard output. Shells report this status for a program that SIGPIPE ended.
  case readerGone = 141

  /// The meaning for the help and the manual.
  var meaning: String {
    switch self {
    case .done: "done"
    case .checkFailed:
      "the response is a failure (with --check), or an assertion, a graph step or a batch row failed"
    case .usage: "usage: the command line, a file or a request is invalid"
    case .timeout: "a timeout"
    case .network: "the network: the connection failed or was lost"
    case .tls: "TLS: a certificate, a pin or the handshake"
    case .authentication: "authentication: a secret is missing, or credentials cannot be used"
    case .storage: "storage: the store or the disk"
    case .protocolError: "the protocol: the response violates HTTP or exceeds a limit"
    case .output: "the output could not be written"
    case .held: "the job is held"
    case .skipped: "the job was skipped"
    case .cancelled: "the job was cancelled"
    case .interrupted: "the job was interrupted: the request may have taken effect"
    case .internalError: "an internal error of Weir"
    case .signal: "a signal ended the command"
    case .readerGone: "the reader closed the output"
    }
  }

  init(_ failure: Failure) {
    self =
      switch failure.kind {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .nameNotFound, .nameLookup, .refused, .unreachable, .connectionLost, .proxy, .notCached:
        .network
      case .certificate, .pinMismatch, .tlsHandshake, .clientCertificate: .tls
      case .malformedResponse, .headersLimit, .bodyLimit, .bodyIncomplete, .headIncomplete,
        .invalidFraming, .http2, .unprocessed, .contentCoding, .tooManyRedirects, .redirectRefused,
        .unsupported:
        .protocolError
      case .invalidRequest, .fileChanged, .fileUnreadable, .program: .usage
      case .serviceFailure, .upgradeRequired, .errorStatus, .assertion: .checkFailed
      case .secretMissing, .authentication: .authentication
      case .storage, .diskFull: .storage
      }
  }

  /// The status if a signal ended the command.
  ///
  /// It is `signal` if this status describes an unfinished job. Otherwise, it is this status.
  var endedBySignal: ExitStatus {
    switch self {
    case .held, .skipped, .cancelled, .interrupted: .signal
    default: self
    }
  }

  /// Creates the exit status of a command that waited for a job.
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
