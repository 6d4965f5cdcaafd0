package import ClientModel

extension PreparedRequest {
  /// The plain texts of secrets that were typed into the request.
  package var typedSecrets: [String] {
    sensitiveTexts.flatMap(\.parts).compactMap { part in
      if case .literal(let secret, _) = part { secret.reveal() } else { nil }
    } + headers.filter(\.isCredential).compactMap(\.value.plain)
      + urlSecrets.secrets(in: url).map { PercentEncoding.decode($0) ?? $0 }
  }
}
