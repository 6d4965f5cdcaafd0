import ClientCatalogs
import ClientModel
import ClientPipeline
import ClientYAML

/// An entry of a gateway's `stubs` in `weir.yaml`.
struct StubFile {
  /// The folder to which program paths are relative.
  let root: String

  func route(_ node: YAMLNode) throws(YAMLProblem) -> StubRoute {
    let file = try node.fields(known: [
      "method", "path", "when", "status", "headers", "body", "delay", "fail", "command", "deadline",
    ])
    var route = StubRoute(path: try file.required("path").text())
    if let method = file["method"] {
      let name = try method.text().uppercased()
      guard HTTPMethod(name) != nil else {
        throw YAMLProblem(
          method.place, why: "`\(name.prefix(40))` is not a method.",
          whatToDo: "Write one such as GET.")
      }
      route.method = name
    }
    if let when = file["when"] { try Self.read(when, into: &route) }
    if let delay = file["delay"] {
      route.delay = try delay.span()
      guard route.delay <= .seconds(3600) else {
        throw YAMLProblem(
          delay.place, why: "A stub response cannot be delayed by more than an hour.",
          whatToDo: "Write seconds, at most 3600, or fail: timeout.")
      }
    }
    route.ending = try file["command"] == nil ? Self.ending(file) : program(file)
    return route
  }

  private func program(_ file: YAMLFields) throws(YAMLProblem) -> StubRoute.Ending {
    for key in ["status", "headers", "body", "fail"] where file[key] != nil {
      throw YAMLProblem(
        file[key]?.place ?? file.place,
        why: "The program prints the response, including its \(key).",
        whatToDo: "Remove `\(key)` or `command`.")
    }
    return .made(by: .program(try MiddlewareFile(root: root).command(file)))
  }

  private static func read(_ node: YAMLNode, into route: inout StubRoute) throws(YAMLProblem) {
    let when = try node.fields(known: ["query", "header", "body"])
    for entry in try when["query"]?.entries() ?? [] {
      route.query.append(ValueTest(entry.key, try OutcomeFile.wanted(entry.value)))
    }
    route.headers = try OutcomeFile.headerTests(when["header"])
    for entry in try when["body"]?.entries() ?? [] {
      route.values.append(
        ValueTest(
          try OutcomeFile.checked(entry.key, entry.place), try OutcomeFile.wanted(entry.value)))
    }
  }

  private static func ending(_ file: YAMLFields) throws(YAMLProblem) -> StubRoute.Ending {
    if let deadline = file["deadline"] {
      throw YAMLProblem(
        deadline.place, why: "A deadline applies only to a program.",
        whatToDo: "Write `delay` for the time before the response.")
    }
    if let fail = file["fail"] {
      let words = StubFailure.allCases.map { ($0.rawValue, $0) }
      let failure = try fail.choice(Dictionary(uniqueKeysWithValues: words))
      for key in ["status", "headers", "body"] where file[key] != nil {
        throw YAMLProblem(
          file[key]?.place ?? file.place, why: "A stub with `fail` cannot have `\(key)`.",
          whatToDo: "Remove `\(key)` or `fail`.")
      }
      return .failure(failure)
    }
    var reply = StubReply()
    if let status = file["status"] {
      reply.status = try status.integer()
      guard (200...999).contains(reply.status) else {
        throw YAMLProblem(
          status.place, why: "\(reply.status) is not a final status.",
          whatToDo: "Write a number from 200 to 999.")
      }
    }
    for entry in try file["headers"]?.entries() ?? [] {
      let value = try entry.value.text()
      guard HTTPToken.isToken(entry.key), HTTPToken.isFieldValue(value) else {
        throw YAMLProblem(
          entry.place, why: "The header `\(entry.key.prefix(40))` cannot be sent.",
          whatToDo: "Use a name of letters, digits and dashes, and a value of one line.")
      }
      reply.headers.append(ResponseField(entry.key, value))
    }
    reply.body = try file["body"]?.text() ?? ""
    return .response(reply)
  }
}
