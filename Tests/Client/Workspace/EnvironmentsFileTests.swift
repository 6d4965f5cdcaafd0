import ClientModel
import Foundation
import TestSupport
import Testing

@testable import ClientWorkspace

/// Changes of environments.yaml leave every other line as it is.
@Suite struct EnvironmentsFileTests {
  private func changed(
    _ text: String?, _ change: (Workspace) throws -> Void
  ) throws -> (text: String, names: [String]) {
    let folder = try TestSupport.TemporaryFolder()
    _ = try folder.write("weir.yaml", "name: Shop\n")
    if let text { _ = try folder.write("environments.yaml", text) }
    let workspace = try Workspace.open(folder.path)
    try change(workspace)
    return (try workspace.environmentsText(), try workspace.environments().names)
  }

  /// Saves the template of a new environment.
  private func add(_ name: String, to workspace: Workspace) throws {
    try workspace.replaceEnvironments(workspace.environmentsText(adding: name).text)
  }

  private let file = """
    # Where the shop is.
    shared: {base: "http://a"}
    environments:
        dev:
            book: 7  # the first

            token: env:T
        live: {book: 9}
    # the end

    """

  @Test func `an environment is added with the values of another`() throws {
    let (text, names) = try changed(file) { try $0.addEnvironment("test", copying: "dev") }
    #expect(names == ["dev", "live", "test"])
    #expect(text.hasPrefix(file.components(separatedBy: "# the end")[0]))
    #expect(text.contains("    test:\n        book: 7  # the first\n\n        token: env:T\n"))
    let flow = try changed(file) { try $0.addEnvironment("test", copying: "live") }
    #expect(flow.text.contains("    test: {book: 9}\n"))
  }

  @Test(arguments: [
    nil, "", "environments: {}\n", "environments: {}  # Mine.\n", "shared: {a: b}\n",
  ])
  func `an environment without values is added to any file`(_ text: String?) throws {
    let (after, names) = try changed(text) { try add("dev", to: $0) }
    #expect(names == ["dev"] && after.contains("  dev:\n"))
    #expect(after.contains("# Mine.") == (text?.contains("# Mine.") ?? false))
    let line = try changed(text) { workspace in
      let template = try workspace.environmentsText(adding: "dev")
      #expect(try workspace.environmentsText() == text ?? "", "the template is not written")
      try add("dev", to: workspace)
      #expect(try workspace.line(ofEnvironment: "dev") == template.line)
      #expect(
        try workspace.line(ofEnvironment: "dev")
          == after.components(separatedBy: "\n").firstIndex { $0.contains("dev") }! + 1)
    }
    #expect(line.names == ["dev"])
  }

  @Test func `comments below an environment stay with it when another one is added`() throws {
    let own = "environments:\n  dev:\n    base: b\n\n    # token: env:T\n"
    for rest in ["", "# The end.\n", "\n  # Of the next one.\n"] {
      let (text, names) = try changed(own + rest) {
        try add("live", to: $0)
      }
      #expect(names == ["dev", "live"])
      #expect(text.hasPrefix(own + "  live:") && text.hasSuffix(rest), "\(text)")
    }
  }

  @Test func `an environment is deleted with its lines alone`() throws {
    let (text, names) = try changed(file) { try $0.deleteEnvironment("dev") }
    #expect(names == ["live"] && !text.contains("token"))
    #expect(text.contains("# Where the shop is.") && text.contains("# the end"))
  }

  @Test func `what cannot be done is refused, and the file stays`() throws {
    for name in ["dev", "a b", "", "x:y"] {
      let (text, _) = try changed(file) { workspace in
        #expect(throws: WorkspaceProblem.self) {
          _ = try workspace.environmentsText(adding: name)
        }
      }
      #expect(text == file)
    }
    let (kept, _) = try changed(file) { workspace in
      #expect(throws: WorkspaceProblem.self) {
        try workspace.replaceEnvironments("environments: [")
      }
    }
    #expect(kept == file)
  }

  @Test func `a value is set in its environment, and every other line stays`() throws {
    let replaced = try changed(file) { try $0.setValue("1: x", of: "book", inEnvironment: "dev") }
    #expect(
      replaced.text == file.replacingOccurrences(of: "book: 7 ", with: #"book: "1: x" "#)
    )
    let added = try changed(file) { try $0.setValue("a\nb", of: "note", inEnvironment: "dev") }
    #expect(
      added.text
        == file.replacingOccurrences(
          of: "token: env:T\n",
          with: "token: env:T\n        note: |-\n            a\n            b\n"))
  }

  @Test(arguments: [
    "environments:\n  dev: {}\n", "environments:\n  dev:\n", "environments:\n  dev: {}  # Mine.\n",
  ])
  func `a value is set in an environment without values`(_ text: String) throws {
    let (after, _) = try changed(text) { workspace in
      try workspace.setValue("7", of: "book", inEnvironment: "dev")
      #expect(try workspace.environments().layered("dev").values == ["book": "7"])
    }
    #expect(after.contains("# Mine.") == text.contains("# Mine."))
    #expect(after.contains("    book: \"7\"\n"))
  }

  @Test func `entries in braces are edited between them`() throws {
    let flow = "environments: {dev: {a: b}}  # all\n"
    let copied = try changed(flow) { try $0.addEnvironment("live", copying: "dev") }
    #expect(copied.text == "environments: {dev: {a: b}, live: {a: b}}  # all\n")
    let set = try changed(file) { try $0.setValue("x", of: "book", inEnvironment: "live") }
    #expect(set.text == file.replacingOccurrences(of: "{book: 9}", with: "{book: x}"))
    let refused = try changed(file) { workspace in
      #expect(throws: WorkspaceProblem.self) {
        try workspace.setValue("7", of: "book", inEnvironment: "nowhere")
      }
    }
    #expect(refused.text == file)
  }

  @Test func `an environment is marked as production, and the mark is no value`() throws {
    let text =
      "environments:\n  live:\n    production: true\n    a: b\n  dev: {production: false}\n"
    _ = try changed(text) { workspace in
      let environments = try workspace.environments()
      #expect(environments.production == ["live"])
      let live = try environments.layered("live")
      #expect(live.purpose == .production && live.values == ["a": "b"])
      #expect(live.overlaid(with: ["x": "y"]).purpose == .production)
      #expect(try environments.layered("dev").purpose == .ordinary)
      #expect(throws: WorkspaceProblem.self) {
        try workspace.setValue("x", of: "production", inEnvironment: "live")
      }
    }
    let copied = try changed(text) { try $0.addEnvironment("eu", copying: "live") }
    #expect(copied.text.contains("  eu:\n    production: true\n"))
  }

  @Test(arguments: ["yes", "'true'", "https://a.example", "{}", ""])
  func `another value of the mark is an error`(value: String) throws {
    #expect(throws: WorkspaceProblem.self) {
      try changed("environments:\n  live:\n    production: \(value)\n") { _ in }
    }
  }

  @Test func `the choice of each workspace is remembered apart`() throws {
    let state = try TestSupport.TemporaryFolder()
    let memory = WorkspaceMemory(of: .environment, in: state.path)
    let folders = try (0..<2).map { _ in try TestSupport.TemporaryFolder() }
    let workspaces = try folders.map { folder in
      _ = try folder.write("weir.yaml", "{}\n")
      return try Workspace.open(folder.path)
    }
    #expect(try memory.lines(of: workspaces[0]) == nil)
    try memory.write(["dev"], of: workspaces[0])
    try memory.write([""], of: workspaces[1])
    try memory.write(["live"], of: workspaces[0])
    #expect(try memory.lines(of: workspaces[0]) == ["live"])
    #expect(try memory.lines(of: workspaces[1]) == [""])
  }
}
