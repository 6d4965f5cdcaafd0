import ClientCore
import ClientModel

extension WireRequest {
  /// Returns whether the request has a header of this name, even an empty one.
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  /// Whether the request calls a gRPC service. gRPC requires HTTP/2.
  var isGRPC: Bool {
    headers.contains {
      $0.name.caseInsensitiveEquals("Content-Type")
        && $0.value.lowercased().begins(with: "application/grpc")
    }
  }
}
