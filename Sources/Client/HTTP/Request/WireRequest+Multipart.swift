import ClientCore
import ClientModel

extension WireRequest {
  /// Adds the body's boundary to a multipart media type. Returns nil if the body or the type is not
  /// multipart, or if the type already has a boundary.
  func multipartType(_ type: String) -> String? {
    guard case .multipart(let boundary, _) = body, !type.contains(bytes: "boundary=") else {
      return nil
    }
    guard type.lowercased().begins(with: "multipart/") else { return nil }
    let isToken = HTTPToken.isToken(boundary)
    return "\(type); boundary=\(isToken ? boundary : "\"\(boundary)\"")"
  }
}
