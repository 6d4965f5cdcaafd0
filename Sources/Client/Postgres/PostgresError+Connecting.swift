import ClientModel

extension Failure {
  /// The failure of a new connection.
  ///
  /// - Parameter message: libpq's message, which has no SQLSTATE. If it is translated, the failure
  ///   is less precise.
  static func notConnected(_ message: String, _ what: String) -> Failure {
    let isOfServer = message.begins(with: "connection to server ")
    let (why, whatToDo) =
      if message.contains(bytes: "password authentication failed")
        || message.contains(bytes: "no password supplied")
      {
        (
          "The server does not accept the password.",
          "Check the user and the password in the address, in `.pgpass` or in `PGPASSWORD`."
        )
      } else if message.contains(bytes: "the database system is") {
        ("The server starts or stops.", "Try again in a moment.")
      } else if message.contains(bytes: "FATAL") {
        (
          "The server refused the connection.",
          "Check the user, the database and the server's `pg_hba.conf`."
        )
      } else if isOfServer || message.begins(with: "could not translate host name") {
        (
          "The server cannot be reached.",
          "Check that PostgreSQL runs and accepts connections, and the address."
        )
      } else {
        (
          "libpq cannot use the address.",
          "Check the address. In a URL, write special characters of the password as %XX."
        )
      }
    let line = message.words(at: "\n").map { $0.begins(with: "\t") ? $0.dropFirst() : $0 }
      .joined(separator: " ")
    return Failure(
      .storage, what: what, why: why, whatToDo: whatToDo,
      cause: isOfServer ? line : line.withoutQuotations)
  }
}

extension String {
  /// The text without its quoted parts. If libpq cannot read an address, it quotes a part of it,
  /// which may be the password.
  fileprivate var withoutQuotations: String {
    var parts = pieces(at: "\"")
    for index in parts.indices where index % 2 == 1 { parts[index] = "…" }
    return parts.joined(separator: "\"")
  }
}
