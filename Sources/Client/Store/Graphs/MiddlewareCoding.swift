import ClientModel

/// How the middleware of a graph's gateway is written: a request says by it that it has stages, which
/// are found again by the gateway's name.
extension MiddlewareRule {
  func write(to writer: inout ByteWriter) throws(Failure) {
    for stages in [onSubmit, onDispatch] {
      try writer.list(stages) { (w, stage) throws(Failure) in
        switch stage {
        case .command(let command): try command.write(to: &w)
        }
      }
    }
    try writer.list(parsers) { (w, rule) throws(Failure) in
      w.text(rule.mediaType)
      switch rule.parser {
      case .json: w.byte(0)
      case .text: w.byte(1)
      case .xml: w.byte(3)
      case .command(let command):
        w.byte(2)
        try command.write(to: &w)
      }
    }
    try writer.list(onAnswer) { (w, stage) throws(Failure) in
      switch stage {
      case .root(let pointer):
        w.byte(0)
        w.text(pointer)
      case .capture(let header, let name):
        w.byte(1)
        w.text(header)
        w.text(name)
      case .command(let command):
        w.byte(2)
        try command.write(to: &w)
      }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    func stages() throws(Failure) -> [PreparerRule] {
      try reader.list { (r) throws(Failure) in .command(try CommandRule(from: &r)) }
    }
    self.init(onSubmit: try stages(), onDispatch: try stages())
    parsers = try reader.list { (r) throws(Failure) in
      let mediaType = try r.text()
      switch try r.byte() {
      case 0: return ParserRule(mediaType: mediaType, parser: .json)
      case 1: return ParserRule(mediaType: mediaType, parser: .text)
      case 2: return ParserRule(mediaType: mediaType, parser: .command(try CommandRule(from: &r)))
      case 3: return ParserRule(mediaType: mediaType, parser: .xml)
      default: throw .damaged("a parser is unknown")
      }
    }
    onAnswer = try reader.list { (r) throws(Failure) in
      switch try r.byte() {
      case 0: return .root(try r.text())
      case 1: return .capture(header: try r.text(), name: try r.text())
      case 2: return .command(try CommandRule(from: &r))
      default: throw .damaged("a stage is unknown")
      }
    }
  }
}

extension CommandRule {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(arguments) { (w, word) throws(Failure) in w.text(word) }
    writer.span(deadline)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      try reader.list { (r) throws(Failure) in try r.text() }, deadline: try reader.span())
  }
}
