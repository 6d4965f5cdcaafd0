import ClientCore
import ClientModel

extension Failure {
  /// Returns the failure of a request with an invalid part. `field` is the name that the user
  /// knows.
  static func invalidRequest(_ field: String, why: String, cause: String? = nil) -> Failure {
    Failure(
      .invalidRequest,
      what: "The request was not sent: its \(field) is not valid.", why: why,
      whatToDo: "Correct the \(field) and send it again.", cause: cause)
  }

  static func unsupported(_ thing: String, version: String) -> Failure {
    Failure(
      .unsupported,
      what: "The request was not sent.",
      why: "The installed libcurl \(version) has no \(thing).",
      whatToDo: "Install a libcurl with \(thing), or change the request.")
  }
}

extension Failure {
  /// Returns the failure of a request that the server did not process. Source: RFC 9113, sections
  /// 6.8 and 8.7.
  static func unprocessed(_ origin: Origin) -> Failure {
    Failure(
      .unprocessed, what: "The request to \(origin.host) was not processed.",
      why: "The server refused the stream, or ended the connection before it.",
      whatToDo: "Send it again in a moment.")
  }

  /// Returns the failure of a connection that died after the request was written and before the
  /// first byte of the response.
  static func diedWithoutResponse(_ request: WireRequest, cause: String) -> Failure {
    Failure(
      .connectionLost,
      what: "No response came from \(request.origin.host).",
      why: request.isRepeatable
        ? "The connection died before a response."
        : "The connection died, and this request must not be sent twice by itself.",
      whatToDo: request.isRepeatable
        ? "Send it again."
        : "Check at the server whether the request took effect before you send it again.",
      cause: cause)
  }
}
