/// Text that must not be displayed. When it is printed, mirrored or interpolated, it is masked.
public struct Secret: Hashable, Sendable {
  private let text: String

  /// Wraps secret text.
  public init(_ text: String) { self.text = text }

  /// Returns the secret text. Call this only to send the value to the server, or to seal it.
  public func reveal() -> String { text }

  /// The text that is displayed in place of a secret.
  public static let mask = "••••••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mask }
  public var debugDescription: String { Self.mask }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
