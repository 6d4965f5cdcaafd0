import ClientModel

extension Failure {
  static func connectTimeout(_ origin: Origin, after span: Duration) -> Failure {
    Failure(
      .connectTimeout,
      what: "The request to \(origin.host) was not sent.",
      why: "Connecting, including the TLS handshake, took longer than \(seconds(span)).",
      whatToDo: "Check the address, the network, and whether the server expects http or https.")
  }

  static func firstByteTimeout(_ origin: Origin, after span: Duration) -> Failure {
    Failure(
      .firstByteTimeout,
      what: "No response was received from \(origin.host).",
      why: "The server did not respond within \(seconds(span)) of the request.",
      whatToDo: "Send it again later, or allow more time for the first byte.")
  }

  static func idleTimeout(_ origin: Origin, after span: Duration) -> Failure {
    Failure(
      .idleTimeout,
      what: "The response from \(origin.host) was cut off.",
      why: "No more data was received for \(seconds(span)).",
      whatToDo: "Send it again, or allow more time between bytes.")
  }

  /// Returns the failure of a response whose next header line took too long. The server may have
  /// sent a part of that line, because libcurl reports only complete lines.
  static func headTimeout(_ origin: Origin, after span: Duration) -> Failure {
    Failure(
      .idleTimeout,
      what: "The response from \(origin.host) was cut off.",
      why:
        "Its headers are incomplete, and no further header line was received for \(seconds(span)).",
      whatToDo: "Send it again, or allow more time between bytes.")
  }

  static func totalTimeout(_ origin: Origin, after span: Duration) -> Failure {
    Failure(
      .totalTimeout,
      what: "The request to \(origin.host) was stopped.",
      why: "It was not complete after \(seconds(span)) in total.",
      whatToDo: "Allow more time in total, or request less data.")
  }

  /// Returns the failure of a response with a malformed or too large head.
  static func head(_ origin: Origin, _ fault: HeadFault, _ limits: TransferLimits) -> Failure {
    let what = "The response from \(origin.host) was refused."
    let why =
      switch fault {
      case .lineTooLong: "One header line is longer than \(limits.headerLine)."
      case .blockTooLong: "Its headers are larger than \(limits.headerBlock)."
      case .tooManyFields: "It has more than \(limits.headerCount) header fields."
      case .tooManyInterimResponses:
        "More than \(limits.interimResponses) interim responses preceded the final one."
      case .blankBeforeColon: "A header has a space before its colon."
      case .unknownVersion: "Its status line has an unknown version of HTTP."
      }
    guard let limit = fault.limitName else {
      return Failure(
        .malformedResponse, what: what, why: why,
        whatToDo: "Ask the server's owner to fix the response.")
    }
    return Failure(
      .headersLimit, what: what, why: why,
      whatToDo: "Ask the server's owner, or raise the limit: \(raising(limit)).")
  }

  static func decodedLimit(_ origin: Origin, _ limit: ByteCount) -> Failure {
    Failure(
      .bodyLimit,
      what: "The response from \(origin.host) was stopped.",
      why: "Its compressed body decompresses to more than \(limit).",
      whatToDo: "Request less data, or raise the limit: \(raising("decoded-body")).")
  }

  static func ratioLimit(_ origin: Origin, _ ratio: Int) -> Failure {
    Failure(
      .bodyLimit,
      what: "The response from \(origin.host) was stopped.",
      why: "Its compressed body decompresses to more than \(ratio) times its size.",
      whatToDo:
        "Do not trust this response. If this is intended, raise the ratio: \(raising("decoded-ratio"))."
    )
  }

  static func bodyQuestion(_ origin: Origin, _ limit: ByteCount) -> Failure {
    Failure(
      .bodyLimit,
      what: "The response from \(origin.host) was stopped.",
      why: "Its body is larger than \(limit).",
      whatToDo:
        "If you want all of it, send it again with a higher limit: \(raising("body-question")).")
  }

  /// Returns the two ways to raise a limit, as text.
  private static func raising(_ limit: String) -> String {
    "--limit \(limit)=N, or `\(limit)` under `limits` in the options of a request file or gateway"
  }

  private static func seconds(_ span: Duration) -> String {
    span < .seconds(1) ? "\(span.inMilliseconds) ms" : span.formattedSeconds
  }
}

extension Duration {
  /// The duration in seconds, with tenths if they are not zero.
  fileprivate var formattedSeconds: String {
    let tenths = inMilliseconds / 100
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension HeadFault {
  /// The name of the exceeded limit, or nil if the fault does not exceed a limit.
  fileprivate var limitName: String? {
    switch self {
    case .lineTooLong: "header-line"
    case .blockTooLong: "header-block"
    case .tooManyFields: "header-count"
    case .tooManyInterimResponses: "interim-responses"
    case .blankBeforeColon, .unknownVersion: nil
    }
  }
}
