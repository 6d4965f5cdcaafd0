import ClientModel

extension Failure {
  /// Returns the failure of a connection that ended before the final head was complete.
  ///
  /// - Parameter status: The status of the last interim response, or nil if a head was cut off.
  static func headIncomplete(_ origin: Origin, afterInterim status: Int?) -> Failure {
    Failure(
      .headIncomplete,
      what: "No complete response was received from \(origin.host).",
      why: status.map { "The connection closed after the interim response \($0)." }
        ?? "The connection closed before the end of the response's head.",
      whatToDo: "Check at the server whether the request took effect before you send it again.")
  }

  /// Returns the failure of a response with a complete head and invalid framing.
  static func invalidFraming(_ origin: Origin, _ fault: FramingFault) -> Failure {
    let why =
      switch fault {
      case .differingLengths: "It has several Content-Length values that differ."
      case .invalidLength: "Its Content-Length is not a number."
      case .unrequestedSwitch: "It switches to another protocol (101), which was not requested."
      }
    return Failure(
      .invalidFraming, what: "The response from \(origin.host) was refused.", why: why,
      whatToDo:
        "Check at the server whether the request took effect, and ask its owner to fix the response."
    )
  }
}
