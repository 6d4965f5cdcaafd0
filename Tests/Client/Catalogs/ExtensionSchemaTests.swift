import ClientModel
import ClientYAML
import Foundation
import Testing

@testable import ClientCatalogs

/// The JSON Schema of the extensions says what the reader takes, no more and no less.
@Suite struct ExtensionSchemaTests {
  private let schema: YAMLNode

  init() throws {
    let url = Document.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Client/Catalogs/x-weir.schema.json")
    schema = try YAMLDocument.parse(
      String(decoding: Data(contentsOf: url), as: UTF8.self), file: "x-weir.schema.json")
  }

  /// Everything under a key `x-weir-…`, wherever it stands, each as a mapping of that one key.
  private func extensions(in node: YAMLNode) -> [YAMLNode] {
    switch node.kind {
    case .null, .plain, .text: return []
    case .list(let items): return items.flatMap { extensions(in: $0) }
    case .mapping(let fields):
      return fields.flatMap { field -> [YAMLNode] in
        let own = ["x-weir-jobs", "x-weir-filters"].contains(field.key)
        guard field.key.hasPrefix("x-weir-"), !own else { return extensions(in: field.value) }
        return [YAMLNode(kind: .mapping([field]), place: field.place)]
      }
    }
  }

  @Test func `all that ships is valid for the schema`() throws {
    var texts = try BundledCatalogs.names.map {
      ($0, try #require(BundledCatalogs.text(of: $0)))
    }
    texts.append(("jobs-extension.yaml", try Document.text("jobs-extension.yaml")))
    var count = 0
    for (name, text) in texts {
      let root = try YAMLDocument.parse(text, file: name)
      for found in extensions(in: root) {
        count += 1
        if let problem = SchemaCheck(root: schema).problem(found, schema) {
          Issue.record("\(problem)")
        }
      }
      for field in try root.entries() where field.key == "components" {
        for part in try field.value.entries() where part.key == "x-weir-jobs" {
          for job in try part.value.entries() {
            count += 1
            let rule = SchemaCheck(root: schema)
            if let problem = rule.problem(job.value, try #require(rule.target("#/$defs/job"))) {
              Issue.record("\(problem)")
            }
          }
        }
      }
    }
    #expect(count > 50)
  }

  @Test(arguments: [
    "x-weir-job: {status: Location, polls: {}}", "x-weir-job: {word: /a}",
    "x-weir-job: {status: Location, words: {a: done}}",
    "x-weir-job: {status: Location, poll: {first: soon}}",
    "x-weir-job: {status: Location, poll: {jitter: 2}}",
    "x-weir-job: {status: Location, word: a}", "x-weir-job: {status: {template: /x}}",
    "x-weir-outcome: {sucess: 200}", "x-weir-outcome: {success: {stat: 200}}",
    "x-weir-outcome: {success: {status: 99}}", "x-weir-one-of: [{inputs: [a, b], count: one}]",
    "x-weir-one-of: [{count: exactlyOne}]", "x-weir-path-filters: {parameter: a}",
    "x-weir-bulk: url", "x-weir-views: a", "x-weir-view: sentimental",
    "x-weir-view: {chart: /a}", "x-weir-view: [{table: a}]",
  ])
  func `what the reader refuses the schema refuses, too`(text: String) throws {
    let node = try YAMLDocument.parse(text, file: "x.yaml")
    #expect(SchemaCheck(root: schema).problem(node, schema) != nil)
    let catalog = try Catalog.read(
      text: "openapi: 3.0.3\ninfo: {title: T}\n\(text)\n", name: "x")
    #expect(catalog.problems.count == 1, "\(catalog.problems)")
  }

  @Test func `the schema names the keys that the reader knows`() throws {
    let rule = try RemoteRule.read(
      YAMLDocument.parse(
        """
        accepted: 202
        id: /a
        status: Location
        word: /w
        words: {a: queued}
        failure: /f
        errors: /e
        query: {k: v}
        form: [k]
        result: {in-poll: /r}
        cancel: {method: DELETE, at: Location}
        poll: {first: 1, queued: 1, running: 1, factor: 2, longest: 1, jitter: 0, deadline: 1, errors-in-row: 1}
        """, file: "x"))
    let check = SchemaCheck(root: schema)
    let job = try #require(check.target("#/$defs/job"))
    let written = try YAMLDocument.parse(rule.yaml.document, file: "x")
    #expect(check.problem(written, job) == nil)
    let keys = try check.keys(job).subtracting(["$ref"])
    #expect(keys.subtracting(["accepted"]) == Set(try written.entries().map(\.key)))
    let poll = try #require(check.target("#/$defs/job/properties/poll"))
    #expect(try check.keys(poll).count == 8)
  }
}

/// The part of JSON Schema that the schema of the extensions uses.
///
/// - Source: JSON Schema 2020-12.
private struct SchemaCheck {
  let root: YAMLNode

  func target(_ pointer: String) -> YAMLNode? {
    pointer.dropFirst(2).split(separator: "/").reduce(root as YAMLNode?) { node, key in
      node.flatMap { field($0, String(key)) }
    }
  }

  func keys(_ schema: YAMLNode) throws -> Set<String> {
    Set(try field(schema, "properties")?.entries().map(\.key) ?? [])
  }

  /// Why a value is refused; nil when it is well.
  func problem(_ value: YAMLNode, _ schema: YAMLNode) -> String? {
    if case .plain("true") = schema.kind { return nil }
    // A reference in a document stands for what is checked where it stands.
    if field(value, "$ref") != nil { return nil }
    if let reference = text(field(schema, "$ref")), let target = target(reference),
      let problem = problem(value, target)
    {
      return problem
    }
    let types = list(field(schema, "type")).compactMap(text)
    if !types.isEmpty, !types.contains(where: { isOne(value, of: $0) }) {
      return "\(value.place): not \(types)"
    }
    let choices = list(field(schema, "enum")).compactMap(text)
    if !choices.isEmpty, !choices.contains(text(value) ?? "") {
      return "\(value.place): none of \(choices)"
    }
    if let pattern = text(field(schema, "pattern")), let word = text(value),
      word.range(of: pattern, options: .regularExpression) == nil
    {
      return "\(value.place): \(word) is not like \(pattern)"
    }
    if let number = text(value).flatMap(Double.init) {
      if let least = text(field(schema, "minimum")).flatMap(Double.init), number < least {
        return "\(value.place): less than \(least)"
      }
      if let most = text(field(schema, "maximum")).flatMap(Double.init), number > most {
        return "\(value.place): more than \(most)"
      }
    }
    let alternatives = list(field(schema, "oneOf"))
    if !alternatives.isEmpty, !alternatives.contains(where: { problem(value, $0) == nil }) {
      return "\(value.place): no alternative fits"
    }
    if case .list(let items) = value.kind, let each = field(schema, "items") {
      for item in items { if let problem = problem(item, each) { return problem } }
    }
    return object(value, schema)
  }

  private func object(_ value: YAMLNode, _ schema: YAMLNode) -> String? {
    guard case .mapping(let fields) = value.kind else { return nil }
    let names = fields.map(\.key)
    for name in list(field(schema, "required")).compactMap(text) where !names.contains(name) {
      return "\(value.place): \(name) is missing"
    }
    for entry in fields {
      if let own = field(schema, "properties").flatMap({ field($0, entry.key) }) {
        if let problem = problem(entry.value, own) { return problem }
      } else if let others = field(schema, "additionalProperties") {
        if case .plain("false") = others.kind { return "\(entry.place): \(entry.key) is not known" }
        if let problem = problem(entry.value, others) { return problem }
      }
    }
    return nil
  }

  private func isOne(_ value: YAMLNode, of type: String) -> Bool {
    switch (value.kind, type) {
    case (.mapping, "object"), (.list, "array"), (.text, "string"), (.null, "null"): true
    case (.plain(let word), "integer"): Int(word) != nil
    case (.plain(let word), "number"): Double(word) != nil
    case (.plain(let word), "string"): Double(word) == nil
    default: false
    }
  }

  private func field(_ node: YAMLNode, _ key: String) -> YAMLNode? {
    guard case .mapping(let fields) = node.kind else { return nil }
    return fields.first { $0.key == key }?.value
  }

  private func list(_ node: YAMLNode?) -> [YAMLNode] {
    guard let node else { return [] }
    if case .list(let items) = node.kind { return items }
    return [node]
  }

  private func text(_ node: YAMLNode?) -> String? {
    switch node?.kind {
    case .plain(let text), .text(let text): text
    case .null, .list, .mapping, nil: nil
    }
  }
}
