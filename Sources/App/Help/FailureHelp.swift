import ClientModel

/// The meaning of a kind of failure, and the topic in the manual.
struct FailureHelp {
  let meaning: String
  let topic: String

  init(_ kind: Failure.Kind) {
    (meaning, topic) =
      switch kind {
      case .connectTimeout: ("No connection was made within the time limit.", "requests")
      case .firstByteTimeout: ("No byte of a response arrived within the time limit.", "requests")
      case .idleTimeout:
        ("No further byte of the response arrived within the time limit.", "requests")
      case .totalTimeout: ("The exchange took longer than its total time limit.", "requests")
      case .nameNotFound: ("The name of the server does not exist.", "troubleshooting")
      case .nameLookup: ("The name of the server could not be looked up.", "troubleshooting")
      case .refused: ("The server refused the connection.", "troubleshooting")
      case .unreachable: ("The network has no route to the server.", "troubleshooting")
      case .connectionLost: ("The connection ended before the response.", "troubleshooting")
      case .proxy: ("The proxy cannot be used.", "gateways")
      case .certificate: ("The certificate of the server is not trusted.", "troubleshooting")
      case .pinMismatch: ("The key of the server is not one of the pinned keys.", "gateways")
      case .tlsHandshake: ("The TLS handshake failed.", "troubleshooting")
      case .clientCertificate:
        ("The client certificate cannot be used, or the server rejected it.", "gateways")
      case .malformedResponse: ("The response violates HTTP.", "troubleshooting")
      case .headersLimit: ("The header fields are larger than the limit.", "requests")
      case .bodyLimit: ("The body is larger than the limit or the free space.", "requests")
      case .bodyIncomplete:
        ("The connection ended before the body was complete.", "troubleshooting")
      case .http2: ("An HTTP/2 stream or connection failed.", "troubleshooting")
      case .unprocessed:
        ("The server reported that it did not process the request.", "troubleshooting")
      case .contentCoding: ("The content coding cannot be decoded.", "responses")
      case .headIncomplete:
        ("The connection ended before the head was complete.", "troubleshooting")
      case .invalidFraming: ("The length of the response is contradictory.", "troubleshooting")
      case .tooManyRedirects: ("More redirects than allowed.", "requests")
      case .redirectRefused: ("The redirect leads to an address that is not allowed.", "requests")
      case .invalidRequest: ("The request is invalid; nothing was sent.", "requests")
      case .fileChanged: ("A file of the request changed after it was added.", "requests")
      case .fileUnreadable: ("A file of the request cannot be read.", "requests")
      case .secretMissing: ("A secret cannot be resolved.", "secrets")
      case .authentication:
        ("The credentials cannot be used, or the server rejected them.", "secrets")
      case .storage: ("The store cannot be read or written.", "troubleshooting")
      case .diskFull: ("There is no free space on the disk.", "troubleshooting")
      case .unsupported:
        ("The installed libraries or the store do not support the operation.", "troubleshooting")
      case .program: ("A program failed, took too long or could not be started.", "gateways")
      case .notCached: ("The cache has no response, and the request must not be sent.", "cache")
      case .serviceFailure:
        ("The gateway's outcome rule classifies the response as a failure.", "gateways")
      case .upgradeRequired:
        ("The gateway's outcome rule reports that the client is too old.", "gateways")
      case .errorStatus: ("The status of the response is 400 or more.", "assertions")
      case .assertion: ("An assertion on the response failed.", "assertions")
      }
  }
}
