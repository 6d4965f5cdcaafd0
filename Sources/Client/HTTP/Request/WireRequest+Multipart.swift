import ClientCore
import ClientModel

extension WireRequest {
  /// A multipart media type with the body's boundary; nil for other bodies, and for a type that names
  /// a boundary of its own or is not multipart.
  func multipartType(_ type: String) -> String? {
    guard case .multipart(let boundary, _) = body, !type.contains(bytes: "boundary=") else {
      return nil
    }
    guard type.lowercased().begins(with: "multipart/") else { return nil }
    let isToken = HTTPToken.isToken(boundary)
    return "\(type); boundary=\(isToken ? boundary : "\"\(boundary)\"")"
  }
}
