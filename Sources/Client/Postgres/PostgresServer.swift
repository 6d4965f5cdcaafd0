public import ClientModel

/// The address of a server, and the schema of a store on it.
public struct PostgresServer: Sendable, CustomStringConvertible {
  private let address: Secret
  /// The schema with the store's tables, which also names the channel of notifications.
  let schema: String

  /// Creates an address.
  ///
  /// - Parameters:
  ///   - address: A URL such as `postgresql://user@host/database`, or `name=value` pairs, as libpq
  ///     reads them. A missing part comes from libpq's variables, the service file and `.pgpass`.
  ///   - schema: The name of the schema: lower-case letters, digits and underscores.
  /// - Throws: `invalidRequest` if the name of the schema has other characters.
  public init(_ address: Secret, schema: String = "weir") throws(Failure) {
    let isName = schema.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isName, 1...63 ~= schema.utf8.count else {
      throw Failure(
        .invalidRequest, what: "The store was not opened.",
        why: "`\(schema)` is not the name of a schema.",
        whatToDo: "Use lower-case letters, digits and underscores.")
    }
    (self.address, self.schema) = (address, schema)
  }

  /// The name of the server for users. It contains no password.
  public var description: String { "PostgreSQL (schema \(schema))" }

  /// The name of the store's sessions in `pg_stat_activity`.
  var sessionName: String { "weir (\(schema))" }

  /// The parameters of a connection. Those of the address have precedence over the first ones.
  ///
  /// A dead network is noticed within about half a minute.
  var parameters: [(name: String, value: String)] {
    [
      ("fallback_application_name", sessionName), ("connect_timeout", "10"),
      ("tcp_user_timeout", "30000"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("dbname", address.reveal()), ("client_encoding", "UTF8"),
    ]
  }

  /// Returns the statement that prepares a new session. If the process hangs in a transaction, the
  /// server ends the session before others stop waiting for its locks.
  ///
  /// The statements are short. Compiling one to machine code took 200 ms.
  func settings(for use: Use) -> (sql: String, parameters: [PostgresValue]) {
    let settings: [(String, String)] =
      [
        ("search_path", schema), ("statement_timeout", "30s"), ("lock_timeout", "10s"),
        ("idle_in_transaction_session_timeout", "8s"), ("jit", "off"),
      ] + use.settings
    let calls = settings.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), false)" }
    return (
      "SELECT " + calls.joined(separator: ", "),
      settings.flatMap { [.text($0), .text($1)] }
    )
  }

  /// The use of a connection.
  enum Use {
    case write, read, listen

    /// Arrays in a statement are short, so each of them is a loop over an index, and the first rows
    /// of a queue are read in the order of an index. The planner does not know this, in particular
    /// before the server has analysed a table that has just grown. Its own plans took ten times as
    /// long for arrays, and sorted the whole lane for each start.
    fileprivate var settings: [(String, String)] {
      switch self {
      case .write:
        [
          ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"),
          ("enable_hashjoin", "off"), ("enable_mergejoin", "off"), ("enable_bitmapscan", "off"),
          ("enable_sort", "off"),
        ]
      case .read:
        [
          ("default_transaction_read_only", "on"), ("enable_bitmapscan", "off"),
          ("enable_sort", "off"),
        ]
      // A listener that does not read its notifications stops vacuum in the whole database.
      case .listen: [("tcp_user_timeout", "3000")]
      }
    }
  }

  /// Opens a connection and prepares its session.
  func connect(for use: Use) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(to: self)
    let (sql, parameters) = settings(for: use)
    try connection.add(sql, parameters)
    // A pooler gives a connection a number of its own. Its transactions may then run in different
    // sessions, which have neither these settings nor the prepared statements.
    let session = try connection.rows("SELECT pg_backend_pid()").first?.integer(0)
    guard session == connection.session else { throw .pooler }
    return connection
  }
}
