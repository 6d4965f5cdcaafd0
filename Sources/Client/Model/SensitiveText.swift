/// A text in which some parts are secret: plain pieces, sealed literals and references, in order.
public struct SensitiveText: Hashable, Sendable {
  /// How a secret is written into the text around it.
  public enum Encoding: UInt8, Hashable, Sendable, CaseIterable {
    /// As it is.
    case none
    /// Percent-encoded, as a component of a URL.
    case percent
    /// Escaped, as part of a JSON string.
    case json
  }

  /// A piece of the text.
  public enum Part: Hashable, Sendable {
    /// A piece that is not secret.
    case plain(String)
    /// A secret that the user typed; stored sealed.
    case literal(Secret, Encoding)
    /// Looked up when the request is sent.
    case reference(SecretReference, Encoding)
  }

  /// The pieces, in order.
  public var parts: [Part]

  /// Creates a text from pieces, or from one plain text.
  public init(_ parts: [Part]) { self.parts = parts }
  /// Creates a text from pieces, or from one plain text.
  public init(_ plain: String) { parts = plain.isEmpty ? [] : [.plain(plain)] }

  /// A text that is completely secret.
  public static func secret(_ text: String) -> SensitiveText {
    SensitiveText([.literal(Secret(text), .none)])
  }

  /// The text when nothing in it is secret.
  public var plain: String? {
    var text = ""
    for part in parts {
      guard case .plain(let piece) = part else { return nil }
      text += piece
    }
    return text
  }

  /// The text with references by name, and literal secrets masked.
  public var masked: String {
    parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal: Secret.mask
      case .reference(let reference, _): "{\(reference)}"
      }
    }.joined()
  }

  /// The same text with its plain pieces sealed as they stand.
  package func sealingPlain() -> SensitiveText {
    SensitiveText(
      parts.map { if case .plain(let text) = $0 { .literal(Secret(text), .none) } else { $0 } })
  }

  /// The same text with everything in it sealed, to be written in an encoding.
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

  /// True when the text has no pieces.
  public var isEmpty: Bool { parts.isEmpty }
  /// True when a piece is secret.
  public var isSecret: Bool {
    parts.contains { part in
      switch part {
      case .plain: false
      case .literal, .reference: true
      }
    }
  }

  /// The references that must be looked up before this text can be sent.
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
