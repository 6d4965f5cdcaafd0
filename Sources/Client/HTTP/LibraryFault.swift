/// A known bug of some libcurl versions.
package enum LibraryFault: CaseIterable, Sendable {
  /// libcurl discards an HTTP/2 response that is complete before the request's body is sent, if the
  /// server then sends RST_STREAM(NO_ERROR). RFC 9113, section 8.1, forbids this.
  case earlyResponse
  /// The second request on an HTTP/2 connection without TLS fails.
  case clearReuse

  /// The first version without the bug, in libcurl's encoding: 0x080100 is 8.1.0.
  private var correctedIn: UInt32 {
    switch self {
    case .earlyResponse: 0x080100
    case .clearReuse: 0x080000
    }
  }

  /// A description of the bug and the workaround, for `weir doctor`.
  package var text: String {
    switch self {
    case .earlyResponse:
      "it loses an HTTP/2 response that arrives before the request's body is sent; corrected in 8.1. "
        + "Weir sends a body over HTTP/1.1 unless the request requires HTTP/2"
    case .clearReuse:
      "it cannot reuse an HTTP/2 connection without TLS; corrected in 8.0. "
        + "Weir opens a new connection for each such request"
    }
  }

  package static func faults(of version: UInt32) -> Set<LibraryFault> {
    Set(allCases.filter { version < $0.correctedIn })
  }
}
