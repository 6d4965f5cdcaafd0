package import ClientModel

/// Writes requests as curl command lines that a POSIX shell reads back as they are.
package enum CurlExport {
  /// `masked`: references as `$NAME`, literals as dots. `inClear` only when the user asked.
  package enum Secrets: Hashable, Sendable { case masked, inClear }

  package static func line(_ request: PreparedRequest, secrets: Secrets = .masked) -> String {
    "curl"
  }
}
