import ClientModel

/// How the gateways of a graph are written: what fills a request. Lanes and stub responses belong
/// to the running program and are left out.
extension Gateways {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(all) { (w, gateway) throws(Failure) in try gateway.write(to: &w) }
    try writer.optional(standard) { (w, name) throws(Failure) in w.text(name) }
    try writer.list(servers.keys.sorted()) { (w, name) throws(Failure) in
      w.text(name)
      w.text(servers[name] ?? "")
    }
    try writer.list(endpoints.keys.sorted()) { (w, name) throws(Failure) in
      w.text(name)
      try endpoints[name]?.write(to: &w)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      all: try reader.list { (r) throws(Failure) in try Gateway(from: &r) },
      standard: try reader.optional { (r) throws(Failure) in try r.text() })
    for _ in 0..<(try reader.count()) { servers[try reader.text()] = try reader.text() }
    for _ in 0..<(try reader.count()) {
      endpoints[try reader.text()] = try Endpoint(from: &reader)
    }
  }
}

extension Gateway {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    writer.text(url)
    try defaults.write(to: &writer)
    try writer.list(methods.keys.sorted()) { (w, method) throws(Failure) in
      w.text(method)
      try (methods[method] ?? GatewayDefaults()).write(to: &w)
    }
    authorization.write(to: &writer)
    try writer.optional(outcome) { (w, rule) throws(Failure) in try rule.write(to: &w) }
    try middleware.write(to: &writer)
    try writer.optional(encoding) { (w, encoding) throws(Failure) in w.text(encoding.rawValue) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      name: try reader.text(), url: try reader.text(),
      defaults: try GatewayDefaults(from: &reader))
    for _ in 0..<(try reader.count()) {
      methods[try reader.text()] = try GatewayDefaults(from: &reader)
    }
    authorization = try DraftAuthorization?(from: &reader)
    outcome = try reader.optional { (r) throws(Failure) in try OutcomeRule(from: &r) }
    middleware = try MiddlewareRule(from: &reader)
    encoding = try reader.optional { (r) throws(Failure) in try r.named(BodyEncoding.self) }
  }
}

extension GatewayDefaults {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.fields(headers)
    try writer.fields(query)
    try options.writeWhole(to: &writer)
    try cache.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      headers: try reader.fields(), query: try reader.fields(),
      options: try TransportOptions(wholeFrom: &reader),
      cache: try CacheDefaults(from: &reader))
  }
}

extension CacheDefaults {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.optional(reading) { (w, mode) throws(Failure) in w.text(mode.rawValue) }
    for span in [storeFor, maxAge] {
      try writer.optional(span) { (w, span) throws(Failure) in w.span(span) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      reading: try reader.optional { (r) throws(Failure) in
        try r.named(CacheDefaults.Reading.self)
      },
      storeFor: try reader.optional { (r) throws(Failure) in try r.span() },
      maxAge: try reader.optional { (r) throws(Failure) in try r.span() })
  }
}

extension Endpoint {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch start {
    case .open: writer.byte(0)
    case .server(let name):
      writer.byte(1)
      writer.text(name)
    case .gateway(let name):
      writer.byte(2)
      writer.text(name)
    }
    writer.text(path)
    try writer.list(variables) { (w, rule) throws(Failure) in try rule.write(to: &w) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let start: Start
    switch try reader.byte() {
    case 0: start = .open
    case 1: start = .server(try reader.text())
    case 2: start = .gateway(try reader.text())
    default: throw .damaged("where an endpoint begins is unknown")
    }
    self.init(
      start: start, path: try reader.text(),
      variables: try reader.list { (r) throws(Failure) in try PathVariableRule(from: &r) })
  }
}

extension PathVariableRule {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    try writer.optional(alias) { (w, text) throws(Failure) in w.text(text) }
    switch absence {
    case .refused: writer.byte(0)
    case .dropped: writer.byte(1)
    case .filled(let text):
      writer.byte(2)
      writer.text(text)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      try reader.text(), alias: try reader.optional { (r) throws(Failure) in try r.text() })
    switch try reader.byte() {
    case 0: absence = .refused
    case 1: absence = .dropped
    case 2: absence = .filled(try reader.text())
    default: throw .damaged("what an open path variable means is unknown")
    }
  }
}
