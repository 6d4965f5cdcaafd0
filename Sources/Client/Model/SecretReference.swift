/// A reference to a secret. The secret is read when a request is sent, and is never stored.
public enum SecretReference: Hashable, Sendable {
  /// An environment variable: `env:NAME`.
  case environment(String)
  /// The content of a file: `file:PATH`. A final line break is removed.
  case file(String)
  /// The output of a program: `command:pass show api`. The program runs without a shell. Spaces
  /// separate its arguments.
  case command(String)
  /// An entry of the desktop's keyring: `keyring:ATTRIBUTE=VALUE`. It is read with `secret-tool`.
  case keyring(String)
  /// A shared value, such as one that middleware took from a response: `value:NAME`.
  case value(String)

  /// Parses a reference. Returns nil if the scheme is unknown or the name is empty.
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
