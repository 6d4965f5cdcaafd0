import CPostgres

/// A connection to a server. Only one thread at a time may use it.
///
/// Statements are collected in a group, which is sent in one round trip. When a statement fails,
/// the server skips the rest of the group. Each SQL text is parsed once per connection.
final class PostgresConnection {
  private enum Expected {
    case prepared(String)
    case rows
    case end
  }

  private let handle: OpaquePointer
  /// The names of parsed statements by their SQL text.
  private var names: [String: String] = [:]
  private var nameCount = 0
  /// The results that the server has not returned yet.
  private var expected: [Expected] = []
  private(set) var isLost = false

  /// Opens a connection and waits until it is ready.
  init(to server: PostgresServer) throws(PostgresError) {
    let parameters = server.parameters
    let opened = withCStrings(parameters.map(\.name)) { names in
      withCStrings(parameters.map(\.value)) { values in cpostgres_open(names, values) }
    }
    guard let opened else { throw .noLibrary }
    handle = opened
    guard cpostgres_is_open(handle) == 1 else {
      throw .notConnected(String(cString: cpostgres_message(handle)))
    }
  }

  deinit { cpostgres_close(handle) }

  /// The version of the server, such as 150018.
  var serverVersion: Int { Int(cpostgres_server_version(handle)) }

  /// The number of the server's process, as it was named when the connection was opened.
  var session: Int64 { Int64(cpostgres_session(handle)) }

  /// Adds a statement to the group. Its error is thrown at the end of the group.
  func add(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) {
    if isLost { throw lost() }
    let name = try name(of: sql, parameters)
    var bytes: [UInt8] = []
    var ends: [Int?] = []
    for parameter in parameters { ends.append(parameter.write(to: &bytes) ? bytes.count : nil) }
    let isSent = bytes.withUnsafeBufferPointer { all in
      // NULL is a null pointer, so an empty value needs the address of some byte.
      var (values, lengths): ([UnsafePointer<CChar>?], [Int32]) = ([], [])
      var start = 0
      for end in ends {
        let address =
          all.baseAddress.map { UnsafeRawPointer($0 + start) } ?? UnsafeRawPointer(handle)
        values.append(end == nil ? nil : address.assumingMemoryBound(to: CChar.self))
        lengths.append(Int32((end ?? start) - start))
        start = end ?? start
      }
      return cpostgres_execute(handle, name, Int32(values.count), values, lengths) == 1
    }
    guard isSent else { throw lost() }
    expected.append(.rows)
  }

  /// Returns the name of a statement. A new statement is parsed in the same group.
  private func name(
    of sql: String, _ parameters: [PostgresValue]
  ) throws(PostgresError) -> String {
    if let name = names[sql] { return name }
    nameCount += 1
    let name = "s\(nameCount)"
    let types = parameters.map(\.type)
    guard cpostgres_prepare(handle, name, sql, Int32(types.count), types) == 1 else { throw lost() }
    names[sql] = name
    expected.append(.prepared(sql))
    return name
  }

  /// Runs the statements of the group and one more, and returns the rows of the last one.
  func rows(
    _ sql: String, _ parameters: [PostgresValue] = []
  ) throws(PostgresError) -> PostgresRows {
    try add(sql, parameters)
    guard let last = try run().last else { throw lost() }
    return last
  }

  /// Runs the statements of the group. Returns the rows of each.
  @discardableResult
  func run() throws(PostgresError) -> [PostgresRows] {
    try end()
    var rows: [PostgresRows] = []
    var failure: PostgresError?
    for next in expected {
      guard cpostgres_wait(handle) == 1, let result = cpostgres_next(handle) else {
        throw failure?.isFatal ?? false ? lost(failure) : lost()
      }
      let kind = cpostgres_kind(result)
      if case .prepared(let sql) = next, Int(kind) != CPOSTGRES_ROWS { names[sql] = nil }
      if Int(kind) == CPOSTGRES_ERROR {
        failure = failure ?? PostgresError(result)
        cpostgres_free(result)
      } else if case .rows = next, Int(kind) == CPOSTGRES_ROWS {
        rows.append(PostgresRows(result))
      } else {
        cpostgres_free(result)
      }
      if case .end = next { continue }
      // The results of a statement end with null.
      guard cpostgres_wait(handle) == 1, cpostgres_next(handle) == nil else { throw lost(failure) }
    }
    expected = []
    if let failure {
      if failure.isFatal { isLost = true }
      throw failure
    }
    return rows
  }

  /// Sends the statements of the group without waiting for their results, which are read and
  /// ignored later.
  func send(_ sql: String) throws(PostgresError) {
    try add(sql)
    try end()
    cpostgres_send(handle)
  }

  private func end() throws(PostgresError) {
    guard !isLost, cpostgres_end_group(handle) == 1 else { throw lost() }
    expected.append(.end)
  }

  private func lost(_ known: PostgresError? = nil) -> PostgresError {
    isLost = true
    return known ?? .lost(String(cString: cpostgres_message(handle)))
  }

  /// Waits for a notification, for a byte from the descriptor `bell`, or until the time is over.
  ///
  /// - Returns: The payloads of the notifications.
  func notifications(
    bell: Int32, milliseconds: Int32
  ) throws(PostgresError) -> [String] {
    guard cpostgres_listen(handle, bell, milliseconds) == 1 else { throw lost() }
    var found: [String] = []
    let room = 256
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: room)
    defer { buffer.deallocate() }
    while cpostgres_notification(handle, buffer, room) == 1 {
      found.append(String(cString: buffer))
    }
    return found
  }
}

/// Calls `body` with an array of C strings that ends with null.
private func withCStrings<Value>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  var copies: [UnsafePointer<CChar>?] = texts.map { text in
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { copy[place] = byte }
    return UnsafePointer(copy)
  }
  copies.append(nil)
  defer { for copy in copies { copy?.deallocate() } }
  return body(copies)
}
