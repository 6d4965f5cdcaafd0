import Foundation
import Glibc
import LoopbackHTTP
import MockServices
import TestSupport
import TestTraits
import Testing

@testable import weir

/// What `--format json` prints fits the schemas of `weir help json-output --schema`, by the judgement of the
/// Python package `jsonschema`.
@Suite(.usesSystem) struct JSONSchemaTests {
  @Test func `each output fits its schema, and no field is missing in a schema`() async throws {
    try await onOwnThread {
      let seen = try SeenOutputs()
      let watch = try seen.home.start(
        "queue", "watch", "--format", "json", "--value", "token", "--value", "page")
      let values = try seen.home.start("value", "watch", "--format", "json")
      defer { for child in [watch, values] { child.kill(SIGKILL) } }
      try seen.sendRequests()
      try seen.runBatchAndGraph()
      try seen.useCacheAndValues()
      try seen.receiveMessages()
      for command in [
        ["queue", "list"], ["queue", "lanes"], ["history"], ["cache", "list"],
        ["cache", "show", "1"],
        ["value", "list"], ["value", "get", "page"], ["gateway", "list"], ["variables"],
        ["store", "status"],
        ["show", "1"],
        ["show", "2"], ["show", "3"], ["show", "g1"], ["show", "g2"],
      ] {
        try seen.note(command + ["--format", "json"])
      }
      try seen.note(["show", "g1", "--rows"])
      eventually("each kind of event is a line") {
        let lines = String(decoding: watch.output, as: UTF8.self)
        return ["valueRemoved", "graphFinished", "cacheUpdated"].allSatisfy { lines.contains($0) }
      }
      eventually("the removed value is a line") {
        String(decoding: values.output, as: UTF8.self).contains("removed")
      }
      try seen.note(["queue", "watch"], printed: watch.output)
      try seen.note(["value", "watch"], printed: values.output)
      let judgement = try seen.judge()
      for form in JSONForm.all {
        #expect(judgement.contains("\(form.name) "), "\(form.name): \(judgement)")
      }
    }
  }

  @Test func `an output with a field that no schema names is refused`() async throws {
    try await onOwnThread {
      let seen = try SeenOutputs()
      try seen.note(["value", "list"], printed: Array(#"[{"key": "a", "colour": 1}]"#.utf8))
      let failure = #expect(throws: RigError.self) { try seen.judge() }
      let text = "\(try #require(failure))"
      #expect(text.contains("colour") && text.contains("'version' is a required property"))
    }
  }

  @Test func `an unknown schema is refused with the names of all`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let unknown = try home.run("help", "json-output", "--schema", "job")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("exchange, saved, jobs, lanes"))
      let elsewhere = try home.run("help", "queue", "--schema", "jobs")
      #expect(elsewhere.code == 2 && elsewhere.errorOutput.contains("json-output --schema jobs"))
    }
  }
}

/// Outputs of one home, stored for `.ci/schemas`.
private struct SeenOutputs {
  let home: WeirHome
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try WeirHome()
    folder = try TemporaryFolder()
    server = try LoopbackServer(BookshopService())
  }

  func note(_ command: [String]) throws {
    let ended = try home.run(command)
    #expect(!ended.output.isEmpty, "\(command): \(ended.errorOutput)")
    try note(command, printed: Array(ended.output.utf8))
  }

  func note(_ command: [String], printed output: [UInt8]) throws {
    _ = try folder.write(
      UUID().uuidString, Array(command.joined(separator: " ").utf8) + [10] + output)
  }

  /// What the script prints.
  ///
  /// - Throws: When it finds a fault; the reason has its words.
  func judge() throws(RigError) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..").standardizedFileURL
    var environment = ["PATH": "/usr/bin:/bin"]
    environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    return try ChildProcess.run(
      [root.appendingPathComponent(".ci/schemas").path, try WeirHome.builtBinary(), folder.path],
      environment: environment)
  }

  func receiveMessages() throws {
    let broker = try MosquittoServer()
    try broker.publish("s/a", "{\"on\": true}", "-r")
    try broker.publish("s/b", "text", "-r")
    try note([
      "mqtt", "subscribe", "s/#", "--broker", broker.url, "--count", "2", "--format", "json",
    ])
  }

  func sendRequests() throws {
    let url = server.url
    try note(["send", url + "/books/7", "--format", "json"])
    try note(["send", "POST", url + "/books", "title=Weir", "--format", "json"])
    try note(["send", url + "/nothing", "--assert", "status == 200", "--format", "json"])
    try note(["send", "http://127.0.0.1:1/", "--format", "json"])
    try note(["send", "PUT", url + "/reports/2026", "--format", "json"])
    #expect(try home.run("gateway", "add", "books", url).code == 0)
    try note(["send", "/books/8", "--gateway", "books", "--format", "json"])
  }

  func runBatchAndGraph() throws {
    try write("ids.csv", "id\n7\n900\n")
    let added = try home.run("queue", "add", "--each", "ids.csv", server.url + "/books/{{id}}")
    #expect(added.code == 0, "\(added.errorOutput)")
    #expect(try home.run("queue", "run", "--until-idle").code == 0)
    try write("weir.yaml", "name: Shop\n")
    try write("requests/book.yaml", "url: \(server.url)/books/7\n")
    try write("requests/none.yaml", "url: \(server.url)/books/900\n")
    try write(
      "graphs/two.yaml",
      "steps:\n  first: {request: book}\n  second: {request: none, after: [first]}\n")
    try note(["run", "two", "--format", "json"])
    try note(["run", "book", "--format", "json"])
    try note(["run", "--format", "json"])
  }

  private func write(_ name: String, _ text: String) throws {
    let path = home.workingFolder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  func useCacheAndValues() throws {
    #expect(try home.run("send", server.url + "/books/9", "--cache", "fresh").code == 0)
    for words in [["page", "7"], ["token", "s3cret", "--secret"]] {
      #expect(try home.run(["value", "set"] + words).code == 0)
    }
    #expect(try home.run("value", "remove", "token").code == 0)
  }
}
