import CPostgres
import ClientModel

/// An error of the server or of the connection.
enum PostgresError: Error {
  /// libpq is not installed.
  case noLibrary
  /// The address is that of a connection pooler.
  case pooler
  case notConnected(String)
  case lost(String)
  /// The server refused a statement. `state` is the SQLSTATE, such as `40P01`.
  case refused(state: String, message: String)

  init(_ result: OpaquePointer) {
    self = .refused(
      state: cpostgres_state(result).map { String(cString: $0) } ?? "",
      message: String(cString: cpostgres_error(result)))
  }

  /// The SQLSTATE, or an empty string if the server sent none.
  ///
  /// - Source: PostgreSQL's manual, appendix A.
  var state: String { if case .refused(let state, _) = self { state } else { "" } }

  /// Whether the transaction can be repeated: two transactions waited for each other.
  var isRepeatable: Bool { ["40001", "40P01"].contains(state) }

  /// Whether the connection ends: the server shuts down or starts up, or an administrator or a
  /// time-out ended the session.
  var isFatal: Bool {
    switch self {
    case .lost, .notConnected: true
    case .noLibrary, .pooler: false
    case .refused(let state, _):
      ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
    }
  }
}

extension Failure {
  /// Converts an error of the server to a failure.
  ///
  /// - Parameter server: The server's name for users.
  static func postgres(_ error: any Error, _ server: PostgresServer) -> Failure {
    if let failure = error as? Failure { return failure }
    let name = server.description
    guard let error = error as? PostgresError else {
      return Failure(
        .storage, what: "The store on \(name) could not be used.", why: "\(error).",
        whatToDo: "Try again.")
    }
    let what = "The store on \(name) could not be used."
    switch error {
    case .noLibrary:
      return Failure(
        .storage, what: what, why: "libpq, which connects to PostgreSQL, is not installed.",
        whatToDo: "Install it, on Debian with `apt install libpq5`.")
    case .pooler:
      return Failure(
        .storage, what: what, why: "There is a connection pooler, such as PgBouncer, before it.",
        whatToDo: "Use the address of the server itself. Weir needs few connections.")
    case .notConnected(let message): return notConnected(message, what)
    case .lost(let cause):
      return Failure(
        .storage, what: what, why: "The connection was lost.",
        whatToDo: "Check the server and the network. Weir connects again at the next use.",
        cause: cause)
    case .refused(let state, let message): return refused(state, message, what)
    }
  }

  private static func refused(_ state: String, _ message: String, _ what: String) -> Failure {
    let (why, whatToDo) =
      switch state {
      case "53100": ("The server's disk is full.", "Free space on the server, then try again.")
      case "55P03", "57014":
        (
          "Another session held a lock for too long.",
          "Try again. `SELECT * FROM pg_locks` shows the session."
        )
      case "42501", "28000", "28P01":
        ("The server does not allow this to the user.", "Grant the role, or use another user.")
      case "25006":
        (
          "The server is a standby, which cannot be written.",
          "Use the address of the primary, or name both servers and add "
            + "`target_session_attrs=read-write`."
        )
      case "57P01", "57P02", "57P03", "57P05", "25P03":
        (
          "The server ended the session.",
          "Check the server. Weir connects again at the next use."
        )
      default: ("PostgreSQL reported: \(message).", "Check the server's log, then try again.")
      }
    return Failure(
      state == "53100" ? .diskFull : .storage, what: what, why: why, whatToDo: whatToDo,
      cause: "\(state) \(message)")
  }
}
