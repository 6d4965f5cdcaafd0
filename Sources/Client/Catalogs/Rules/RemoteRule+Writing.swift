package import ClientModel
package import ClientYAML

extension RemoteRule {
  /// The rule in the format that `read` accepts, without default values.
  package var yaml: YAMLValue {
    let plain = RemoteRule(status: status)
    var fields: [YAMLValue.Field] = []
    if accepted != plain.accepted {
      fields.append(
        .init(
          "accepted",
          .list(
            accepted.map { range in
              range.count == 1
                ? .integer(range.lowerBound) : .text("\(range.lowerBound)-\(range.upperBound)")
            })))
    }
    if !id.isEmpty { fields.append(.init("id", .text(id))) }
    fields.append(.init("status", .list(status.map(\.yaml))))
    if !word.isEmpty { fields.append(.init("word", .list(word.map(YAMLValue.text)))) }
    if !words.isEmpty {
      let sorted = words.sorted { $0.key < $1.key }
      fields.append(
        .init("words", .mapping(sorted.map { .init($0.key, .text($0.value.rawValue)) })))
    }
    if !failure.isEmpty { fields.append(.init("failure", .list(failure.map(YAMLValue.text)))) }
    if !errors.isEmpty { fields.append(.init("errors", .list(errors.map(YAMLValue.text)))) }
    switch result {
    case .inPoll(pointer: ""): break
    case .inPoll(let pointer):
      fields.append(.init("result", .mapping([.init("in-poll", .text(pointer))])))
    case .at(let addresses):
      fields.append(.init("result", .mapping([.init("at", .list(addresses.map(\.yaml)))])))
    }
    if let cancel {
      var own: [YAMLValue.Field] = [.init("method", .text(cancel.method.rawValue))]
      if !cancel.address.isEmpty { own.append(.init("at", .list(cancel.address.map(\.yaml)))) }
      fields.append(.init("cancel", .mapping(own)))
    }
    let poll = poll.fields
    if !poll.isEmpty { fields.append(.init("poll", .mapping(poll))) }
    if !query.isEmpty {
      fields.append(.init("query", .mapping(query.map { .init($0.name, .text($0.value)) })))
    }
    if !form.isEmpty { fields.append(.init("form", .list(form.map(YAMLValue.text)))) }
    return .mapping(fields)
  }
}

extension RemoteRule.Address {
  fileprivate var yaml: YAMLValue {
    switch self {
    case .header(let name): .text(name)
    case .pointer(""): .mapping([.init("pointer", .text(""))])
    case .pointer(let pointer): .text(pointer)
    case .template(let template, let id):
      .mapping([.init("template", .text(template)), .init("id", .text(id))])
    }
  }
}

extension PollPolicy {
  fileprivate var fields: [YAMLValue.Field] {
    let plain = PollPolicy()
    var fields: [YAMLValue.Field] = []
    func add(_ key: String, _ span: Duration?, unless standard: Duration?) {
      guard let span, span != standard else { return }
      let milliseconds =
        span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
      fields.append(
        .init(
          key,
          milliseconds % 1000 == 0
            ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)))
    }
    add("first", first, unless: plain.first)
    add("queued", queued, unless: nil)
    add("running", running, unless: nil)
    if factor != plain.factor { fields.append(.init("factor", .number(factor))) }
    add("longest", longest, unless: plain.longest)
    if jitter != plain.jitter { fields.append(.init("jitter", .number(jitter))) }
    add("deadline", deadline, unless: nil)
    if errorsInRow != plain.errorsInRow {
      fields.append(.init("errors-in-row", .integer(errorsInRow)))
    }
    return fields
  }
}
