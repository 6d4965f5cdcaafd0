import CMosquitto

/// What is known of the installed libmosquitto.
enum BrokerLibrary {
  /// Such as `2.0.11`; nil when it is not installed.
  static var version: String? {
    guard cmosquitto_library_name() != nil else { return nil }
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    cmosquitto_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// The words of MQTT 5 for a reason code.
  static func words(of reason: UInt8) -> String {
    String(cString: cmosquitto_reason(Int32(reason)))
  }
}
