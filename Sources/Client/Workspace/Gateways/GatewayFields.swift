package import ClientModel
import ClientYAML

/// The conversion of a typed gateway field to a key and value of `weir.yaml`.
struct GatewayFields {
  let gateway: Gateway

  /// Returns the key of a field and the new value of the key. A nil value removes the key.
  func entry(
    _ field: GatewayField, _ text: String
  ) throws(WorkspaceProblem) -> (key: String, value: YAMLValue?) {
    let text = text.words(at: " ").joined(separator: " ")
    switch field {
    case .url: return ("url", .text(text))
    case .headers:
      return ("headers", try fields(text, ";", ":", field))
    case .query: return ("query", try fields(text, "&", "=", field))
    case .credentials: return ("auth", try credentials(text))
    case .encoding: return ("encode", text.isEmpty ? nil : .text(text))
    case .cache:
      let cache = gateway.defaults.cache
      return (
        "cache",
        mapping(
          [
            ("read", text.isEmpty ? nil : .text(text)), ("store-for", cache.storeFor.map(seconds)),
            ("max-age", cache.maxAge.map(seconds)),
          ] + CacheRuleFile.fields(cache.methods, keyName: cache.keyName).map { ($0.key, $0.value) }
        )
      )
    case .limit:
      return ("lane", lane(limit: try number(text, field), rate: gateway.lane.rate))
    case .rate:
      return ("lane", lane(limit: gateway.lane.limit, rate: try number(text, field)))
    case .pause: return ("pause", text.isEmpty ? nil : .text(text))
    }
  }

  private func lane(limit: Int?, rate: Double?) -> YAMLValue? {
    mapping([("limit", limit.map(YAMLValue.integer)), ("rate", rate.map(YAMLValue.number))])
  }

  private func mapping(_ fields: [(String, YAMLValue?)]) -> YAMLValue? {
    let set = fields.compactMap { key, value in value.map { YAMLValue.Field(key, $0) } }
    return set.isEmpty ? nil : .mapping(set)
  }

  private func seconds(_ span: Duration) -> YAMLValue {
    let milliseconds = span.inMilliseconds
    return milliseconds % 1000 == 0
      ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)
  }

  private func number<Value: LosslessStringConvertible>(
    _ text: String, _ field: GatewayField
  ) throws(WorkspaceProblem) -> Value? {
    if text.isEmpty { return nil }
    guard let value = Value(text) else { throw unread(text, field) }
    return value
  }

  private func fields(
    _ text: String, _ between: Unicode.Scalar, _ middle: Unicode.Scalar, _ field: GatewayField
  ) throws(WorkspaceProblem) -> YAMLValue? {
    var found: [YAMLValue.Field] = []
    for part in text.words(at: between) {
      let pair = part.pieces(at: middle, maxSplits: 1).map { $0.trimmed(of: " ") }
      guard pair.count == 2, let name = pair.first, !name.isEmpty else {
        throw unread(String(part), field)
      }
      let trimmed = pair.map(String.init)
      found.append(.init(trimmed[0], .text(trimmed[1])))
    }
    return found.isEmpty ? nil : .mapping(found)
  }

  private func credentials(_ text: String) throws(WorkspaceProblem) -> YAMLValue? {
    let words = text.words(at: " ").map(String.init)
    guard let name = words.first else { return nil }
    guard let scheme = AuthScheme(named: name),
      let written = [scheme.lineFields, scheme.fields].first(where: { words.count == 1 + $0.count })
    else {
      throw unread(text, .credentials)
    }
    let fields = zip(written, words.dropFirst()).map {
      YAMLValue.Field($0.name, .text($1))
    }
    return .mapping([.init(name, fields.count == 1 ? fields[0].value : .mapping(fields))])
  }

  private func unread(_ text: String, _ field: GatewayField) -> WorkspaceProblem {
    WorkspaceProblem(
      .yaml, what: "The field \(field.label) of \(gateway.name) was not changed.",
      why: "`\(text.prefix(40))` cannot be read.", whatToDo: "Write it as: \(field.form).")
  }
}

extension Workspace {
  /// Sets a field of a gateway in `weir.yaml` without changing any other line. An empty string
  /// removes the field. Returns the changed workspace.
  package func setGateway(
    _ name: String, _ field: GatewayField, to text: String
  ) throws(WorkspaceProblem) -> Workspace {
    guard let gateway = settings.gateways[name] else {
      throw WorkspaceProblem(
        .missing, what: "The gateway \(name) was not changed.",
        why: "weir.yaml no longer describes it.", whatToDo: "Add it again.")
    }
    let (key, value) = try GatewayFields(gateway: gateway).entry(field, text)
    let path = SettingsBlock.gateways.path(name, key)
    return try changeGateways { (file) throws(YAMLProblem) in
      if let value { try file.set(path, to: value) } else { try file.remove(path) }
    }
  }
}
