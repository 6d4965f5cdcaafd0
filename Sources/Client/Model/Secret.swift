/// A text that must not be seen: it prints, mirrors and interpolates as dots.
public struct Secret: Hashable, Sendable {
  private let text: String

  /// Wraps a secret text.
  public init(_ text: String) { self.text = text }

  /// The text itself. Call it only where the value goes to the server or to the sealer.
  public func reveal() -> String { text }

  /// The text that is shown in place of a secret.
  public static let mask = "••••••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mask }
  public var debugDescription: String { Self.mask }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
