import ClientCore
import ClientModel

extension WireRequest {
  /// Returns whether the request has this header, possibly with an empty value.
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  /// Whether the request is a gRPC call. gRPC requires HTTP/2.
  var isGRPC: Bool {
    headers.contains {
      $0.name.caseInsensitiveEquals("Content-Type")
        && $0.value.lowercased().begins(with: "application/grpc")
    }
  }
}
