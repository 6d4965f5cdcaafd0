import ClientModel
import ClientYAML

extension GraphFile {
  /// Returns the path of a graph's file in the workspace.
  static func path(_ name: RequestName) -> String { "graphs/\(name.path).yaml" }

  /// Returns the text of a new graph file.
  static func text(_ graph: GraphPlan) -> String { value(graph).document }

  /// Replaces the graph in a file's text. Comments and unchanged entries stay the same.
  static func text(_ graph: GraphPlan, over old: String, file: String) -> String {
    let new = value(graph)
    do throws(YAMLProblem) {
      let before = try plan(try YAMLDocument.parse(old, file: file), name: graph.name)
      var edit = try YAMLEdit(old, file: file)
      try edit.change(from: value(before), to: new)
      let after = try plan(try YAMLDocument.parse(edit.text, file: file), name: graph.name)
      return value(after) == new ? edit.text : new.document
    } catch {
      // The old text is not a valid graph.
      return new.document
    }
  }

  /// Converts a graph to a value with a fixed key order.
  private static func value(_ graph: GraphPlan) -> YAMLValue {
    var file: [YAMLValue.Field] = []
    if graph.onFailure == .continue { file.append(.init("on-failure", .text("continue"))) }
    let cache = fields(graph.cache)
    if !cache.isEmpty { file.append(.init("cache", .mapping(cache))) }
    file.append(
      .init("steps", .mapping(graph.steps.map { .init($0.name, .mapping(fields($0))) })))
    return .mapping(file)
  }

  private static func fields(_ cache: CacheDefaults) -> [YAMLValue.Field] {
    var fields: [YAMLValue.Field] = []
    if let reading = cache.reading { fields.append(.init("read", .text(reading.rawValue))) }
    if let span = cache.storeFor { fields.append(.init("store-for", CacheRuleFile.seconds(span))) }
    if let span = cache.maxAge { fields.append(.init("max-age", CacheRuleFile.seconds(span))) }
    return fields + CacheRuleFile.fields(cache.methods, keyName: cache.keyName)
  }

  private static func fields(_ step: GraphStep) -> [YAMLValue.Field] {
    var fields: [YAMLValue.Field] = []
    switch step.work {
    case .request(let name): fields.append(.init("request", .text(name)))
    case .jq(let program): fields.append(.init("jq", .text(program)))
    case .command(let words): fields.append(.init("command", .list(words.map(YAMLValue.text))))
    }
    if !step.inputs.isEmpty {
      fields.append(.init("inputs", .mapping(step.inputs.map { .init($0.name, value($0)) })))
    }
    if !step.needs.isEmpty { fields.append(.init("needs", .list(step.needs.map(YAMLValue.text)))) }
    if !step.after.isEmpty { fields.append(.init("after", .list(step.after.map(YAMLValue.text)))) }
    // Only an expectation such as `status 2xx, 404` can be written as a list of statuses.
    if let statuses = step.expect?.text.words(at: " ").dropFirst(), !statuses.isEmpty {
      let words = statuses.map { YAMLValue.text(String($0.trimmed(of: ","))) }
      fields.append(.init("expect", .list(words)))
    }
    return fields
  }

  private static func value(_ input: GraphStep.Input) -> YAMLValue {
    switch input.pick {
    case .pointer(""): .text(input.step)
    case .pointer(let pointer):
      .mapping([.init("from", .text(input.step)), .init("pointer", .text(pointer))])
    case .jq(let program):
      .mapping([.init("from", .text(input.step)), .init("jq", .text(program))])
    }
  }
}
