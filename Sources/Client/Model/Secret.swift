/// Text that must not be displayed. Printing, mirroring or interpolating it shows only a mask.
public struct Secret: Hashable, Sendable {
  private let text: String

  /// Wraps secret text.
  public init(_ text: String) { self.text = text }

  /// Returns the secret text. Call this only to send the text to the server or to seal it.
  public func reveal() -> String { text }

  /// The text that is displayed instead of a secret.
  public static let mask = "••••••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mask }
  public var debugDescription: String { Self.mask }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
