import CMosquitto

/// Facts about the installed libmosquitto.
enum BrokerLibrary {
  /// The version, such as `2.0.11`, or nil if libmosquitto is not installed.
  static var version: String? {
    guard cmosquitto_library_name() != nil else { return nil }
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    cmosquitto_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// Returns the MQTT 5 description of a reason code.
  static func message(of reason: UInt8) -> String {
    String(cString: cmosquitto_reason(Int32(reason)))
  }
}
