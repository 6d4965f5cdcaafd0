import ClientCore
import ClientModel

extension WireRequest {
  /// Whether the request has a header of this name, also an empty one.
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }
}
