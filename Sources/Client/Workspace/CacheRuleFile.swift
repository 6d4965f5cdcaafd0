import ClientModel
import ClientYAML

/// The `cache` of a saved request's options.
///
///     cache:
///       mode: fresh        # off, fresh, only, refresh
///       store-for: 300     # seconds
///       max-age: 60        # seconds
///       sort-query: true
///       headers: [X-Tenant]
///       body: true
enum CacheRuleFile {
  private static let keys = ["mode", "store-for", "max-age", "sort-query", "headers", "body"]

  static func rule(_ node: YAMLNode) throws(YAMLProblem) -> CacheRule {
    let file = try node.fields(known: keys)
    var modes: [String: CacheRule.Mode] = [:]
    for mode in CacheRule.Mode.allCases { modes[mode.word] = mode }
    var rule = CacheRule(mode: try file["mode"]?.choice(modes) ?? .off)
    rule.storeFor = try span(file["store-for"])
    rule.maxAge = try span(file["max-age"])
    if try file["sort-query"]?.truth() ?? false { rule.key.query = .sorted }
    for name in try file["headers"]?.list() ?? [] { rule.key.headers.append(try header(name)) }
    if try file["body"]?.truth() ?? false { rule.key.body = .included }
    return rule
  }

  static func value(_ rule: CacheRule) -> YAMLValue {
    var fields: [YAMLValue.Field] = [.init("mode", .text(rule.mode.word))]
    if let span = rule.storeFor { fields.append(.init("store-for", seconds(span))) }
    if let span = rule.maxAge { fields.append(.init("max-age", seconds(span))) }
    if rule.key.query == .sorted { fields.append(.init("sort-query", .truth(true))) }
    if !rule.key.headers.isEmpty {
      fields.append(.init("headers", .list(rule.key.headers.map(YAMLValue.text))))
    }
    if rule.key.body == .included { fields.append(.init("body", .truth(true))) }
    return .mapping(fields)
  }

  private static func header(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard HTTPToken.isToken(name) else {
      throw YAMLProblem(
        node.place, why: "\(name) is not a header's name.", whatToDo: "Write one such as X-Tenant.")
    }
    return name
  }

  private static func span(_ node: YAMLNode?) throws(YAMLProblem) -> Duration? {
    guard let node else { return nil }
    let number = try node.number()
    guard number >= 0, number <= 1_000_000_000 else {
      throw YAMLProblem(
        node.place, why: "\(number) seconds is not a span.", whatToDo: "Write seconds, such as 300."
      )
    }
    return .milliseconds(Int64((number * 1000).rounded()))
  }

  static func seconds(_ span: Duration) -> YAMLValue {
    let milliseconds = span.inMilliseconds
    return milliseconds % 1000 == 0
      ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)
  }
}
