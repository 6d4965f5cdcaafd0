/// Text that contains no secrets. A reference or the name of an omitted value replaces each secret.
package struct PortableText: Codable, Hashable, Sendable {
  package struct Part: Codable, Hashable, Sendable {
    /// The plain text. Exactly one of `text`, `reference` and `leftOut` is set.
    package var text: String?
    /// The reference, such as `env:NAME`.
    package var reference: String?
    /// The name of the environment variable that contains the omitted value.
    package var leftOut: String?
    /// The encoding of the secret within the text: `percent` or `json`. Nil if the secret is not
    /// encoded.
    package var encoding: String?
  }

  package var parts: [Part]

  init(_ text: SensitiveText, _ secrets: inout LeftOutSecrets) {
    parts = []
    for part in text.parts {
      switch part {
      case .plain(let text): parts.append(Part(text: text))
      case .literal(let secret, let encoding):
        parts.append(Part(leftOut: secrets.name(of: secret), encoding: encoding.word))
      case .reference(let reference, let encoding):
        parts.append(Part(reference: reference.description, encoding: encoding.word))
      }
    }
  }

  var leftOut: [String] { parts.compactMap(\.leftOut) }

  func sensitive() throws(Failure) -> SensitiveText {
    var result: [SensitiveText.Part] = []
    for part in parts {
      let encoding = try Self.encoding(part.encoding)
      if let text = part.text {
        result.append(.plain(text))
      } else if let name = part.leftOut {
        result.append(.reference(.environment(name), encoding))
      } else if let text = part.reference, let reference = SecretReference(text) {
        result.append(.reference(reference, encoding))
      } else {
        throw .notPortable("A part of a value is not one of text, reference and leftOut.")
      }
    }
    return SensitiveText(result)
  }

  private static func encoding(_ word: String?) throws(Failure) -> SensitiveText.Encoding {
    guard let word else { return .none }
    guard let encoding = SensitiveText.Encoding.allCases.first(where: { $0.word == word }) else {
      throw .notPortable("The encoding `\(word)` is neither percent nor json.")
    }
    return encoding
  }
}

extension SensitiveText.Encoding {
  fileprivate var word: String? {
    switch self {
    case .none: nil
    case .percent: "percent"
    case .json: "json"
    }
  }
}

extension Failure {
  /// Returns the failure for a file of jobs that cannot be imported.
  static func notPortable(_ why: String) -> Failure {
    Failure(
      .invalidRequest, what: "The jobs were not imported.", why: why,
      whatToDo: "Export the jobs again with `weir queue export`, or correct the file.")
  }
}
