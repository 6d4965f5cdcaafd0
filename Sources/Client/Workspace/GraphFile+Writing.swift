import ClientModel
import ClientYAML

extension GraphFile {
  /// Returns the path of a graph's file in the workspace.
  static func path(_ name: RequestName) -> String { "graphs/\(name.path).yaml" }

  /// Returns the text of a new graph file.
  static func text(_ graph: GraphPlan) -> String { value(graph, as: .steps).document }

  /// Replaces the graph in a file's text. Comments and unchanged entries stay the same.
  static func text(_ graph: GraphPlan, over old: String, file: String) -> String {
    do throws(YAMLProblem) {
      let root = try YAMLDocument.parse(old, file: file)
      let before = try plan(root, name: graph.name)
      let form = try form(of: root)
      var edit = try YAMLEdit(old, file: file)
      var arranged = before
      if form == .steps { try arrange(&arranged, like: graph, in: &edit) }
      let new = value(graph, as: form.fits(graph) ? form : .steps)
      try edit.change(from: value(arranged, as: form), to: new)
      let after = try plan(try YAMLDocument.parse(edit.text, file: file), name: graph.name)
      return value(after, as: .steps) == value(graph, as: .steps) ? edit.text : text(graph)
    } catch {
      // The old text is not a valid graph.
      return text(graph)
    }
  }

  /// Moves the entries of steps so that they have the order of a graph. Their texts stay the same.
  private static func arrange(
    _ before: inout GraphPlan, like graph: GraphPlan, in edit: inout YAMLEdit
  ) throws(YAMLProblem) {
    let known = Set(before.steps.map(\.name))
    let common = graph.steps.map(\.name).filter(known.contains)
    let kept = before.steps.filter { common.contains($0.name) }
    let sorted = zip(kept, common).prefix { $0.name == $1 }.count
    for name in common.dropFirst(sorted) {
      let path = { (name: String) in [YAMLStep.key("steps"), .key(name)] }
      // No step has this name, because it contains all names.
      let spare = "moved " + known.joined(separator: " ")
      try edit.copy(path(name), as: spare)
      try edit.remove(path(name))
      try edit.rename(path(spare), to: name)
      if let index = before.steps.firstIndex(where: { $0.name == name }) {
        before.steps.append(before.steps.remove(at: index))
      }
    }
  }

  /// The key of the steps in a file.
  enum Form {
    case steps, serial, concurrent

    /// Returns whether the form can express the steps of a graph.
    func fits(_ graph: GraphPlan) -> Bool {
      let requests = requests(of: graph)
      switch self {
      case .steps: return true
      case .serial: return GraphPlan.serial(requests, name: "").steps == graph.steps
      case .concurrent: return GraphPlan.concurrent(requests, name: "").steps == graph.steps
      }
    }
  }

  /// Returns the saved requests of a graph's steps.
  private static func requests(of graph: GraphPlan) -> [String] {
    graph.steps.compactMap { if case .request(let name) = $0.work { name } else { nil } }
  }

  /// Converts a graph to a value with a fixed key order.
  private static func value(_ graph: GraphPlan, as form: Form) -> YAMLValue {
    var file: [YAMLValue.Field] = []
    if graph.onFailure == .continue { file.append(.init("on-failure", .text("continue"))) }
    let cache = fields(graph.cache)
    if !cache.isEmpty { file.append(.init("cache", .mapping(cache))) }
    let requests = YAMLValue.list(requests(of: graph).map(YAMLValue.text))
    switch form {
    case .steps:
      file.append(
        .init("steps", .mapping(graph.steps.map { .init($0.name, .mapping(fields($0))) })))
    case .serial: file.append(.init("serial", requests))
    case .concurrent: file.append(.init("concurrent", requests))
    }
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
      let words = statuses.map { YAMLValue.plain(String($0.trimmed(of: ","))) }
      fields.append(.init("expect", .list(words)))
    }
    return fields
  }

  private static func value(_ input: GraphStep.Input) -> YAMLValue {
    switch input.source {
    case .literal(let text): .mapping([.init("json", .text(text))])
    case .result(let step, .pointer("")): .text(step)
    case .result(let step, .pointer(let pointer)):
      .mapping([.init("from", .text(step)), .init("pointer", .text(pointer))])
    case .result(let step, .jq(let program)):
      .mapping([.init("from", .text(step)), .init("jq", .text(program))])
    }
  }
}
