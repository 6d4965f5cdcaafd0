import ClientDocuments
import ClientModel

extension SensitiveText {
  /// The text as it is sent. Literal secrets are in clear text, and references are shown by name.
  /// It is displayed only if the user requested it.
  var inClear: String {
    parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal(let secret, let encoding): encoding.encode(secret)
      case .reference(let reference, _): "{\(reference)}"
      }
    }.joined()
  }
}

extension SensitiveText.Encoding {
  /// Returns the encoded form of a secret in the text.
  func encode(_ secret: Secret) -> String {
    switch self {
    case .none: secret.reveal()
    case .percent: PercentEncoding.encode(secret.reveal())
    case .json: JSONText.escaped(secret.reveal())
    }
  }
}
