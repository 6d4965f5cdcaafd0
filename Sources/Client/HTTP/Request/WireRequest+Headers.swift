import ClientCore
import ClientModel

extension WireRequest {
  /// Whether the request has a header of this name, also an empty one.
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  /// Whether it calls a gRPC service, which speaks HTTP/2 alone.
  var isGRPC: Bool {
    headers.contains {
      $0.name.caseInsensitiveEquals("Content-Type")
        && $0.value.lowercased().begins(with: "application/grpc")
    }
  }
}
