/// Text with secret parts. It is an ordered list of plain parts, sealed literals and references.
public struct SensitiveText: Hashable, Sendable {
  /// The encoding of a secret in the surrounding text.
  public enum Encoding: UInt8, Hashable, Sendable, CaseIterable {
    /// The secret is not encoded.
    case none
    /// The secret is percent-encoded, because it is a component of a URL.
    case percent
    /// The secret is escaped, because it is part of a JSON string.
    case json
  }

  /// A part of the text.
  public enum Part: Hashable, Sendable {
    /// A part that is not secret.
    case plain(String)
    /// A secret that the user typed. It is stored sealed.
    case literal(Secret, Encoding)
    /// A secret that is resolved when the request is sent.
    case reference(SecretReference, Encoding)
  }

  /// The parts, in order.
  public var parts: [Part]

  /// Creates text from parts.
  public init(_ parts: [Part]) { self.parts = parts }
  /// Creates text with one plain part.
  public init(_ plain: String) { parts = plain.isEmpty ? [] : [.plain(plain)] }

  /// Creates text from parts. Adjacent plain parts are merged, so that equal texts have equal
  /// parts.
  package init(joining parts: [Part]) {
    var joined: [Part] = []
    for part in parts {
      if case .plain(let text) = part, case .plain(let before) = joined.last {
        joined[joined.count - 1] = .plain(before + text)
      } else if part != .plain("") {
        joined.append(part)
      }
    }
    self.init(joined)
  }

  /// Returns text that consists of one secret.
  public static func secret(_ text: String) -> SensitiveText {
    SensitiveText([.literal(Secret(text), .none)])
  }

  /// The text, or nil if any part is secret.
  public var plain: String? {
    var text = ""
    for part in parts {
      guard case .plain(let piece) = part else { return nil }
      text += piece
    }
    return text
  }

  /// The text for display. Literal secrets are masked, and references are shown by name.
  public var masked: String {
    parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal: Secret.mask
      case .reference(let reference, _): "{\(reference)}"
      }
    }.joined()
  }

  /// Returns the text with each plain part turned into a secret that is not encoded.
  package func sealingPlain() -> SensitiveText {
    SensitiveText(
      parts.map { if case .plain(let text) = $0 { .literal(Secret(text), .none) } else { $0 } })
  }

  /// Returns the text with each plain part turned into a secret. All secrets get the given
  /// encoding.
  package func sealed(_ encoding: Encoding = .none) -> SensitiveText {
    SensitiveText(
      parts.map { part in
        switch part {
        case .plain(let text): .literal(Secret(text), encoding)
        case .literal(let secret, _): .literal(secret, encoding)
        case .reference(let reference, _): .reference(reference, encoding)
        }
      })
  }

  /// Whether the text has no parts.
  public var isEmpty: Bool { parts.isEmpty }
  /// Whether any part of the text is secret.
  public var isSecret: Bool {
    parts.contains { part in
      switch part {
      case .plain: false
      case .literal, .reference: true
      }
    }
  }

  /// The references that must be resolved before the text can be sent.
  public var references: [SecretReference] {
    parts.compactMap { if case .reference(let reference, _) = $0 { reference } else { nil } }
  }
}

extension SensitiveText: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension SensitiveText: CustomStringConvertible {
  public var description: String { masked }
}
