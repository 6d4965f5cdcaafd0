import CMosquitto
import ClientCore
import ClientModel

/// A connection of libmosquitto, which is used only on the thread that created it.
final class BrokerLink {
  /// An event reported by the library during a call.
  enum Report {
    case connected(code: Int32, hasSession: Bool)
    case dismissed(reason: Int32)
    case published(Int32, reason: Int32, words: String?)
    case subscribed(Int32, code: Int32)
    case unsubscribed(Int32)
    case message(BrokerMessage)
  }

  /// A failed library call.
  struct Fault: Error {
    var code: Int32
    /// The system's error number, or zero.
    var systemError: Int32 = 0
    /// The library's log text for the failure.
    var text = ""
    /// The pin of a broker key that was refused, or an empty string.
    var refusedKey = ""
  }

  /// The result of passing a message to the library.
  struct Handover {
    /// The library's number for the message.
    let number: Int32
    let end: End

    enum End {
      /// The message was written to the connection.
      case written
      /// The connection broke while the message was written.
      case cutOff(Fault)
      /// There was no connection.
      case unwritten(Fault)
    }
  }

  private let handle: OpaquePointer
  private let reports: Reports
  private var hasBegun = false

  /// The reports collected during a library call. They are evaluated after the call, because the
  /// library may report a message before it returns the message's number.
  private final class Reports { var all: [Report] = [] }

  init(_ address: BrokerAddress) throws(Fault) {
    let reports = Reports()
    let context = Unmanaged.passUnretained(reports).toOpaque()
    var events = Self.events
    var code: Int32 = 0
    let made = Self.withOptions(of: address) { options in
      cmosquitto_make(options, &events, context, &code)
    }
    guard let made else { throw Fault(code: code) }
    handle = made
    self.reports = reports
  }

  deinit { cmosquitto_free(handle) }

  // MARK: Calls

  func connect(to address: BrokerAddress) throws(Fault) {
    var systemError: Int32 = 0
    let code: Int32
    if hasBegun {
      code = cmosquitto_reconnect(handle, &systemError)
    } else {
      let port = address.unixSocket == nil ? Int32(address.origin.port) : 0
      let keepAlive = Int32((address.options.keepAlive.inMilliseconds + 999) / 1000)
      code = cmosquitto_connect(
        handle, address.unixSocket ?? address.origin.host, port, keepAlive, &systemError)
    }
    hasBegun = true
    try check(code, systemError)
  }

  func disconnect() throws(Fault) { try check(cmosquitto_disconnect(handle)) }

  /// Publishes a message. Without a connection, the library stores a message of quality 1 or 2 and
  /// delivers it after the next connect.
  ///
  /// - Throws: The reason why the library refused the message.
  func publish(_ message: BrokerMessage) throws(Fault) -> Handover {
    var id: Int32 = 0
    let code = cmosquitto_publish(
      handle, &id, message.topic, message.payload, message.payload.count,
      Int32(message.quality.rawValue), message.retention == .retained ? 1 : 0)
    switch code {
    // Source: `mosq_err_t` of mosquitto.h: NO_CONN, CONN_LOST and ERRNO.
    case 4: return Handover(number: id, end: .unwritten(fault(code)))
    case 7, 14: return Handover(number: id, end: .cutOff(fault(code)))
    default:
      try check(code)
      return Handover(number: id, end: .written)
    }
  }

  func subscribe(_ filter: TopicFilter, quality: QualityOfService) throws(Fault) -> Int32 {
    var id: Int32 = 0
    try check(cmosquitto_subscribe(handle, &id, filter.text, Int32(quality.rawValue)))
    return id
  }

  func unsubscribe(_ filter: TopicFilter) throws(Fault) -> Int32 {
    var id: Int32 = 0
    try check(cmosquitto_unsubscribe(handle, &id, filter.text))
    return id
  }

  /// The descriptor of the socket, or -1 if there is no connection.
  var socket: Int32 { cmosquitto_socket(handle) }
  var wantsToWrite: Bool { cmosquitto_wants_write(handle) != 0 }

  func read() throws(Fault) {
    var systemError: Int32 = 0
    try check(cmosquitto_read(handle, &systemError), systemError)
  }

  func write() throws(Fault) {
    var systemError: Int32 = 0
    try check(cmosquitto_write(handle, &systemError), systemError)
  }

  /// Sends a ping if one is due. Checks for a response to the last ping.
  func keepAlive() throws(Fault) { try check(cmosquitto_tend(handle)) }

  /// Removes and returns the reports so far.
  func takeReports() -> [Report] {
    defer { reports.all = [] }
    return reports.all
  }

  private func check(_ code: Int32, _ systemError: Int32 = 0) throws(Fault) {
    guard code != 0 else { return }
    throw fault(code, systemError)
  }

  private func fault(_ code: Int32, _ systemError: Int32 = 0) -> Fault {
    Fault(
      code: code, systemError: systemError, text: String(cString: cmosquitto_last_words(handle)),
      refusedKey: String(cString: cmosquitto_refused_key(handle)))
  }

  // MARK: Reports

  private static func reports(_ context: UnsafeMutableRawPointer?) -> Reports? {
    context.map { Unmanaged<Reports>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var events: cmosquitto_events {
    cmosquitto_events(
      connected: { BrokerLink.reports($0)?.all.append(.connected(code: $1, hasSession: $2 != 0)) },
      dismissed: { BrokerLink.reports($0)?.all.append(.dismissed(reason: $1)) },
      published: { context, id, reason, words in
        let text = words.map { String(cString: $0) }
        BrokerLink.reports(context)?.all.append(.published(id, reason: reason, words: text))
      },
      subscribed: { BrokerLink.reports($0)?.all.append(.subscribed($1, code: $2)) },
      unsubscribed: { BrokerLink.reports($0)?.all.append(.unsubscribed($1)) },
      message: { context, topic, payload, length, quality, isRetained in
        guard let topic else { return }
        let message = BrokerMessage(
          topic: String(cString: topic),
          payload: Array(UnsafeBufferPointer(start: payload, count: length)),
          quality: QualityOfService(rawValue: UInt8(clamping: quality)) ?? .atMostOnce,
          retention: isRetained != 0 ? .retained : .none)
        BrokerLink.reports(context)?.all.append(.message(message))
      })
  }

  // MARK: Options

  private static func withOptions<Value>(
    of address: BrokerAddress, _ body: (UnsafePointer<cmosquitto_options>) -> Value
  ) -> Value {
    let options = address.options
    let will = options.will
    return withCString(options.clientID) { id in
      withCString(address.user) { user in
        withCString(address.password) { password in
          withCString(will?.topic) { topic in
            (will?.payload ?? []).withUnsafeBufferPointer { payload in
              withTrust(of: address) { trust in
                var raw = cmosquitto_options(
                  id: id, is_clean: options.session == .clean ? 1 : 0,
                  version: options.version == .v5 ? 5 : 4, user: user, password: password,
                  will_topic: topic, will: payload.baseAddress, will_length: payload.count,
                  will_quality: Int32(will?.quality.rawValue ?? 0),
                  is_will_retained: will?.retention == .retained ? 1 : 0,
                  is_encrypted: address.origin.scheme == "mqtts" ? 1 : 0,
                  authorities: trust.authorities, certificate: trust.certificate, key: trust.key,
                  is_insecure: address.trust.verification == .insecure ? 1 : 0,
                  pins: trust.pins, name: trust.name)
                return body(&raw)
              }
            }
          }
        }
      }
    }
  }

  private typealias CText = UnsafePointer<CChar>?

  private struct TrustTexts {
    let authorities: CText
    let certificate: CText
    let key: CText
    let pins: CText
    let name: CText
  }

  private static func withTrust<Value>(
    of address: BrokerAddress, _ body: (TrustTexts) -> Value
  ) -> Value {
    let trust = address.trust
    let pins =
      trust.pins.isEmpty ? nil : trust.pins.map(\.description).joined(separator: ";")
    // A nil name disables the check of the certificate's name. libmosquitto does not check it for a
    // Unix domain socket either.
    let name = address.unixSocket == nil ? address.origin.host : nil
    return withCString(trust.authorities) { authorities in
      withCString(trust.clientCertificate) { certificate in
        // The certificate file may also contain the key.
        withCString(trust.clientKey ?? trust.clientCertificate) { key in
          withCString(pins) { pins in
            withCString(name) { name in
              body(
                TrustTexts(
                  authorities: authorities, certificate: certificate, key: key, pins: pins,
                  name: name))
            }
          }
        }
      }
    }
  }

  private static func withCString<Value>(_ text: String?, _ body: (CText) -> Value) -> Value {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }
}
