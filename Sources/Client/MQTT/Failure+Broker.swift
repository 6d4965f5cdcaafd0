import CMosquitto
import ClientCore
import ClientModel
import Glibc

extension Failure {
  static func noThread(_ origin: Origin) -> Failure {
    Failure(
      .unsupported, what: notReached(origin), why: "The system could not start a thread.",
      whatToDo: "Close other programs, then try again.")
  }

  static func notConnected(_ origin: Origin) -> Failure {
    Failure(
      .connectionLost, what: "The message to \(origin.host) was not sent.",
      why: "The client is not connected.", whatToDo: "Connect first.")
  }

  /// Returns the failure of a connection that the broker did not accept in time.
  static func brokerTimeout(_ origin: Origin, after time: Duration) -> Failure {
    Failure(
      .connectTimeout, what: notReached(origin),
      why:
        "It did not accept the connection within \((Double(time.inMilliseconds) / 1000).brief) s.",
      whatToDo: "Check the host and the port, or allow more time with connect-timeout.")
  }

  /// Returns the failure of a message that the broker did not acknowledge in time.
  static func notAcknowledged(_ origin: Origin) -> Failure {
    Failure(
      .firstByteTimeout, what: "\(origin.host) did not acknowledge the message.",
      why: "The time limit passed.",
      whatToDo: "Check with a subscriber whether it arrived, before you send it again.")
  }

  /// Returns the failure of a message whose connection broke before its acknowledgement.
  static func cutOff(_ origin: Origin, _ failure: Failure) -> Failure {
    Failure(
      .connectionLost, what: "\(origin.host) did not acknowledge the message.",
      why: failure.why,
      whatToDo: "Check with a subscriber whether it arrived, before you send it again.",
      cause: failure.cause)
  }

  /// Returns the failure of a connection that the broker refused. Source: MQTT 3.1.1, table 3.1;
  /// MQTT 5, section 3.2.2.2.
  static func connectionRefused(_ origin: Origin, code: Int32) -> Failure {
    func failure(_ kind: Kind, _ why: String, _ whatToDo: String) -> Failure {
      Failure(
        kind, what: "The broker \(origin.host) refused the connection.", why: why,
        whatToDo: whatToDo)
    }
    switch code {
    case 1, 0x84:
      return failure(
        .unsupported, "It does not speak this version of MQTT.",
        "Write `version: 3.1.1` or `version: 5` under the gateway's mqtt.")
    case 2, 0x85:
      return failure(
        .invalidRequest, "It does not accept the client id.",
        "Write another `client-id` under the gateway's mqtt.")
    case 3, 0x88, 0x89:
      return failure(
        .unreachable, "Its service is not available at the moment.", "Try again in a moment.")
    case 4, 0x86, 0x8C:
      return failure(
        .authentication, "The user name or the password is wrong.",
        "Check `user` and `password` under the gateway's mqtt, or the authorization of the request."
      )
    case 5, 0x87, 0x8A:
      return failure(
        .authentication, "This client is not authorized.",
        "Check the user name and the password, and ask the owner of the broker for access.")
    case 0x97, 0x9F:
      return failure(.unreachable, "It limits the rate of connections.", "Try again later.")
    // MQTT 5 defines these further reason codes for a CONNACK.
    case 0x80...0x83, 0x90, 0x95, 0x99...0x9B:
      return failure(
        .malformedResponse, "Its reason: \(BrokerLibrary.message(of: UInt8(clamping: code)))",
        "Correct the cause, or ask the broker's owner.")
    case 0x9C, 0x9D:
      return failure(
        .unreachable, "Its reason: \(BrokerLibrary.message(of: UInt8(clamping: code)))",
        "Ask the broker's owner for the address of the other server.")
    default:
      return failure(
        .malformedResponse, "Its reason code \(code) is reserved in this version of MQTT.",
        "Check that the port is that of an MQTT broker, or ask its owner.")
    }
  }

  /// Returns the failure of a connection that the broker ended, with the reason. Source: MQTT 5,
  /// section 3.14.2.1.
  static func dismissed(_ origin: Origin, reason: Int32) -> Failure {
    let words = BrokerLibrary.message(of: UInt8(clamping: reason))
    if reason == 0x8E {
      return Failure(
        .authentication, what: "The broker \(origin.host) ended the connection.",
        why: "Another client connected with the same client id.",
        whatToDo: "Give each client its own `client-id` under the gateway's mqtt.")
    }
    return Failure(
      .connectionLost, what: "The broker \(origin.host) ended the connection.",
      why: "Its reason: \(words)", whatToDo: "Correct the cause, or ask the broker's owner.")
  }

  /// Adds a possible reason to the failure of a lost connection: another client with the same id.
  /// With MQTT 3.1.1, the broker closes the older connection without giving a reason. mosquitto 2.0
  /// also does this with MQTT 5.
  func namingClient(_ id: String?) -> Failure {
    guard kind == .connectionLost, let id else { return self }
    return Failure(
      kind, what: what, why: why,
      whatToDo: "If another client has the client id \(id), give each client its own id.",
      cause: cause)
  }

  static func subscriptionRefused(
    _ filter: TopicFilter, _ origin: Origin, code: Int32
  ) -> Failure {
    let isNamed = code > 0x80
    let why =
      isNamed
      ? "Its reason: \(BrokerLibrary.message(of: UInt8(clamping: code)))" : "It gave no reason."
    return Failure(
      .authentication, what: "The broker \(origin.host) refused the subscription to \(filter).",
      why: why, whatToDo: "Check that this user may read the topic.")
  }

  /// Creates the failure of a connection that libmosquitto lost or could not open.
  init(_ fault: BrokerLink.Fault, _ origin: Origin, _ stage: BrokerLoop.Stage) {
    let cause = fault.text.isEmpty ? String(cString: cmosquitto_explain(fault.code)) : fault.text
    func failure(_ kind: Kind, _ why: String, _ whatToDo: String) -> Failure {
      let what =
        stage == .connecting ? Self.notReached(origin) : "The connection to \(origin.host) ended."
      return Failure(kind, what: what, why: why, whatToDo: whatToDo, cause: cause)
    }
    switch Int(fault.code) {
    case CMOSQUITTO_NO_LIBRARY:
      self = failure(
        .unsupported, "libmosquitto is not installed.",
        "Install it (Debian: `apt install libmosquitto1`).")
    case CMOSQUITTO_NO_OPENSSL:
      self = failure(
        .unsupported, "The installed libmosquitto does not use OpenSSL, so pins cannot be checked.",
        "Install one that does, such as Debian's libmosquitto1, or name the CA in cacert.")
    case CMOSQUITTO_LOOKUP:
      self = failure(
        .nameNotFound, "There is no host named \(origin.host).", "Check the host of the broker.")
    case CMOSQUITTO_TLS where !fault.refusedKey.isEmpty:
      self = failure(
        .pinMismatch,
        "Its certificate does not match the pinned key. Its key is \(fault.refusedKey).",
        "Compare this key with the broker's owner. Do not remove the pin before you know the reason."
      )
    case CMOSQUITTO_TLS where cause.contains("certificate"):
      self = failure(
        .certificate, "Its certificate cannot be trusted.",
        "Check the certificate and the clock, or set cacert to the file of the CA that signed it.")
    case CMOSQUITTO_TLS:
      self = failure(
        .tlsHandshake, "No secure connection could be negotiated.",
        "Check that the port uses TLS. Also check the files named in cacert, cert and key.")
    case CMOSQUITTO_INVALID:
      self = failure(
        .invalidRequest, "The MQTT library does not accept these settings.",
        "Check the files named in cacert, cert and key, the client id and the will.")
    case CMOSQUITTO_KEEPALIVE:
      self = failure(
        .connectionLost, "The broker did not respond to a ping.", "Check the network.")
    case CMOSQUITTO_PROTOCOL:
      self = failure(
        .malformedResponse, "The received data is not well-formed MQTT.",
        "Check that the port is that of an MQTT broker.")
    case CMOSQUITTO_SYSTEM where fault.systemError == ECONNREFUSED:
      self = failure(
        .refused, "No program accepts connections on port \(origin.port).",
        "Check that the broker runs and that the port is right.")
    case CMOSQUITTO_SYSTEM where [ENETUNREACH, EHOSTUNREACH].contains(fault.systemError):
      self = failure(
        .unreachable, "There is no route to the broker.", "Check the network and the address.")
    default:
      self = failure(.connectionLost, "The broker closed the connection.", "Try again in a moment.")
    }
  }

  private static func notReached(_ origin: Origin) -> String {
    "The broker \(origin.host) was not reached."
  }
}
