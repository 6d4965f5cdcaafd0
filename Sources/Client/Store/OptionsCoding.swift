import ClientModel

/// How a request's options are written: always in full, as another version may have other
/// defaults, and a prepared request does not change.
extension TransportOptions {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try trust.write(to: &writer)
    try route.write(to: &writer)
    try deadlines.write(to: &writer)
    limits.write(to: &writer)
    switch redirects {
    case .stay: writer.signed(-1)
    case .follow(let count): writer.signed(Int64(count))
    }
    writer.signed(Int64(retry.attempts))
    writer.byte(retry.repeatsUnsafe.rawValue)
    writer.byte(cookies.rawValue)
    writer.byte(codings.rawValue)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let trust = try TrustOptions(from: &reader)
    let route = try RouteOptions(from: &reader)
    let deadlines = try Deadlines(from: &reader)
    let limits = try TransferLimits(from: &reader)
    let hops = Int(truncatingIfNeeded: try reader.signed())
    self.init(
      trust: trust, route: route, deadlines: deadlines, limits: limits,
      redirects: hops < 0 ? .stay : .follow(atMost: hops),
      retry: RetryRule(
        attempts: Int(truncatingIfNeeded: try reader.signed()),
        repeatsUnsafe: try reader.choice(RetryRule.UnsafeRepeat.self)),
      cookies: try reader.choice(CookieUse.self),
      codings: try reader.choice(CodingOffer.self))
  }
}

extension TrustOptions {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(verification.rawValue)
    for path in [authorities, clientCertificate, clientKey] {
      try writer.optional(path) { (w, value) throws(Failure) in w.text(value) }
    }
    try writer.list(pins) { (w, pin) throws(Failure) in w.text(pin.description) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      verification: try reader.choice(Verification.self),
      authorities: try reader.optional { (r) throws(Failure) in try r.text() },
      clientCertificate: try reader.optional { (r) throws(Failure) in try r.text() },
      clientKey: try reader.optional { (r) throws(Failure) in try r.text() },
      pins: try reader.list { (r) throws(Failure) -> PublicKeyPin in
        guard let pin = PublicKeyPin(try r.text()) else { throw .damaged("a pin is malformed") }
        return pin
      })
  }
}

extension RouteOptions {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(version.rawValue)
    try writer.optional(proxy) { (w, value) throws(Failure) in try value.write(to: &w) }
    try writer.optional(unixSocket) { (w, value) throws(Failure) in w.text(value) }
    try writer.list(resolve) { (w, value) throws(Failure) in w.text(value) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      version: try reader.choice(Version.self),
      proxy: try reader.optional { (r) throws(Failure) in try SensitiveText(from: &r) },
      unixSocket: try reader.optional { (r) throws(Failure) in try r.text() },
      resolve: try reader.list { (r) throws(Failure) in try r.text() })
  }
}

extension Deadlines {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.span(connect)
    writer.span(firstByte)
    writer.span(idle)
    try writer.optional(total) { (w, value) throws(Failure) in w.span(value) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      connect: try reader.span(), firstByte: try reader.span(), idle: try reader.span(),
      total: try reader.optional { (r) throws(Failure) in try r.span() })
  }
}

extension TransferLimits {
  func write(to writer: inout ByteWriter) {
    writer.size(headerBlock)
    writer.size(headerLine)
    writer.signed(Int64(headerCount))
    writer.signed(Int64(interimAnswers))
    writer.size(decodedBody)
    writer.signed(Int64(decodedRatio))
    writer.size(bodyQuestion)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      headerBlock: try reader.size(), headerLine: try reader.size(),
      headerCount: Int(truncatingIfNeeded: try reader.signed()),
      interimAnswers: Int(truncatingIfNeeded: try reader.signed()),
      decodedBody: try reader.size(),
      decodedRatio: Int(truncatingIfNeeded: try reader.signed()),
      bodyQuestion: try reader.size())
  }
}
