import ClientModel

/// How the process ends; documented in the README and in `weir help`.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The server said no, and `--check` was given.
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
  case interrupted = 130
  /// The reader of standard output went away: as a shell reports the programs that end by SIGPIPE.
  case readerGone = 141

  init(_ failure: Failure) {
    self =
      switch failure.kind {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .nameNotFound, .nameLookup, .refused, .unreachable, .connectionLost, .proxy, .notCached:
        .network
      case .certificate, .pinMismatch, .tlsHandshake, .clientCertificate: .tls
      case .malformedAnswer, .headersLimit, .bodyLimit, .bodyIncomplete, .headIncomplete,
        .invalidFraming, .http2, .contentCoding, .tooManyRedirects, .redirectRefused, .unsupported:
        .protocolError
      case .invalidRequest, .fileChanged, .fileUnreadable, .program: .usage
      case .serviceFailure, .upgradeRequired: .serverSaidNo
      case .secretMissing, .authentication: .authentication
      case .storage, .diskFull: .storage
      }
  }

  /// How a finished job ends the command that waited for it.
  init(_ job: Job) {
    self =
      switch job.state {
      case .failed(let failure): ExitStatus(failure)
      case .interrupted: .interrupted
      case .cancelled: .interrupted
      case .held(.missingSecret): .authentication
      // It waits for the user's word: not done, and no error of anyone's.
      case .skipped, .held: .interrupted
      case .waiting, .running, .polling, .succeeded: .done
      }
  }
}
