import ClientCore
import ClientModel

extension Failure {
  /// Returns the failure of a request with an invalid part.
  ///
  /// - Parameter field: The name of the part in the message.
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

  /// The failure of a request that could not start because memory was exhausted.
  static var outOfMemory: Failure {
    Failure(
      .unsupported,
      what: "The request was not sent.",
      why: "There was not enough memory to start another request.",
      whatToDo: "Close other programs, then send it again.")
  }
}

extension Failure {
  /// Returns the failure of a request that the server did not process (RFC 9113, sections 6.8 and
  /// 8.7).
  static func unprocessed(_ origin: Origin) -> Failure {
    Failure(
      .unprocessed, what: "The request to \(origin.host) was not processed.",
      why: "The server refused the stream, or closed the connection before processing it.",
      whatToDo: "Send it again in a moment.")
  }

  /// Returns the failure of a connection that ended after the request was written and before the
  /// first byte of the response.
  static func diedWithoutResponse(_ request: WireRequest, cause: String) -> Failure {
    Failure(
      .connectionLost,
      what: "No response was received from \(request.origin.host).",
      why: request.isRepeatable
        ? "The connection was lost before a response."
        : "The connection was lost, and Weir does not repeat this request automatically.",
      whatToDo: request.isRepeatable
        ? "Send it again."
        : "Check at the server whether the request took effect before you send it again.",
      cause: cause)
  }
}
