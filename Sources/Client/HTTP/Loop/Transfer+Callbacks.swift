import CCurl

extension Transfer {
  /// Returns the callbacks for libcurl, whose context is the transfer.
  static func callbacks() -> ccurl_callbacks {
    ccurl_callbacks(
      body: { context, bytes, count in
        Transfer.of(context).take(body: UnsafeBufferPointer(start: bytes, count: count)) ? count : 0
      },
      header: { context, bytes, count in
        Transfer.of(context).take(header: UnsafeBufferPointer(start: bytes, count: count))
          ? count : 0
      },
      read: { context, into, room in
        Int64(
          Transfer.of(context).fill(UnsafeMutableRawBufferPointer(start: into, count: room)))
      },
      seek: { context, place in Transfer.of(context).rewind(to: place) ? 0 : 1 },
      ready: { context in Transfer.of(context).mayWrite() ? 0 : 1 },
      opens: { context in
        let transfer = Transfer.of(context)
        transfer.beginConnecting()
        return transfer.mayConnect() ? 0 : 1
      },
      looks_up: { context in Transfer.of(context).beginConnecting() },
      goes_away: { context, connection, lastStream in
        Transfer.of(context).loop.noteGoAway(connection, after: lastStream)
      })
  }

  /// Returns the transfer of a callback's context. The loop retains each transfer while libcurl can
  /// call it.
  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("libcurl called without its transfer.") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}
