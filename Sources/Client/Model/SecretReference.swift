/// A reference to the source of a secret. The secret is resolved when a request is sent, and its
/// value is never stored.
public enum SecretReference: Hashable, Sendable {
  /// An environment variable: `env:NAME`.
  case environment(String)
  /// The content of a file, without its final line break: `file:PATH`.
  case file(String)
  /// The output of a program that is run without a shell, with arguments separated by spaces:
  /// `command:pass show api`.
  case command(String)
  /// An entry of the desktop's keyring, through `secret-tool`: `keyring:ATTRIBUTE=VALUE`.
  case keyring(String)
  /// A shared value, such as one that middleware took from a response: `value:NAME`.
  case value(String)

  /// Parses a reference. Returns nil unless the text begins with a known scheme and its name is not
  /// empty.
  public init?(_ text: some StringProtocol) {
    guard let (scheme, name) = Substring(text).cut(at: ":"), !name.isEmpty else { return nil }
    let rest = String(name)
    switch scheme {
    case "env": self = .environment(rest)
    case "file": self = .file(rest)
    case "command": self = .command(rest)
    case "keyring": self = .keyring(rest)
    case "value": self = .value(rest)
    default: return nil
    }
  }
}

extension SecretReference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .environment(let name): "env:\(name)"
    case .file(let path): "file:\(path)"
    case .command(let line): "command:\(line)"
    case .keyring(let entry): "keyring:\(entry)"
    case .value(let name): "value:\(name)"
    }
  }
}
