import ClientModel
import ClientWorkspace
import Foundation
import Testing

@Suite struct RequestFolderTests {
  let folder: TemporaryFolder
  let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    try Workspace.create(in: folder.path)
    workspace = try Workspace.open(folder.path)
    try folder.write("# Mine\r\nurl: http://a\r\n", to: "requests/books/list.yaml")
    try folder.write("url: http://b\n", to: "requests/books/old/get.yaml")
    try folder.write("free text", to: "requests/books/notes.txt")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
  }

  private func name(_ text: String) throws -> RequestName { try #require(RequestName(text)) }

  private func names() throws -> [String] {
    try workspace.requestNames().map(\.path).filter { $0 != "example" }
  }

  private func kind(_ work: () throws(WorkspaceProblem) -> Void) -> WorkspaceProblem.Kind? {
    do throws(WorkspaceProblem) { try work() } catch { return error.kind }
    return nil
  }

  @Test func `a folder is renamed with all its files, and never onto another`() throws {
    try workspace.rename(folder: name("books"), to: name("archive/books"))
    #expect(try names() == ["archive/books/list", "archive/books/old/get"])
    #expect(try text("requests/archive/books/notes.txt") == "free text")
    #expect(
      try workspace.bytes(of: name("archive/books/list"))
        == Array("# Mine\r\nurl: http://a\r\n".utf8))
    try workspace.makeFolder(name("books"))
    let (books, archived, inside) = (
      try name("books"), try name("archive/books"), try name("archive/books/x")
    )
    #expect(
      kind { () throws(WorkspaceProblem) in try workspace.rename(folder: books, to: archived) }
        == .exists)
    #expect(
      kind { () throws(WorkspaceProblem) in try workspace.rename(folder: archived, to: inside) }
        == .name)
    #expect(kind { () throws(WorkspaceProblem) in try workspace.makeFolder(books) } == .exists)
  }

  @Test func `a request is not moved onto another`() throws {
    try folder.write("url: http://c\n", to: "requests/list.yaml")
    let (from, to) = (try name("list"), try name("books/list"))
    #expect(kind { () throws(WorkspaceProblem) in try workspace.rename(from, to: to) } == .exists)
    #expect(try text("requests/list.yaml") == "url: http://c\n")
  }

  @Test func `a copy of a folder has the same requests and appears complete`() throws {
    #expect(try workspace.duplicate(folder: name("books")).path == "books-2")
    #expect(try names() == ["books/list", "books/old/get", "books-2/list", "books-2/old/get"])
    #expect(
      try workspace.bytes(of: name("books-2/list")) == workspace.bytes(of: name("books/list")))
    #expect(workspace.requestFolders() == ["books", "books/old", "books-2", "books-2/old"])
  }

  @Test func `only folders without files are deleted`() throws {
    for request in try workspace.requests(in: name("books")) { try workspace.delete(request) }
    #expect(try workspace.deleteEmptyFolders(name("books")) == ["books/old"])
    #expect(try text("requests/books/notes.txt") == "free text")
  }

  @Test func `graphs use the new name of a request, and every other byte stays`() throws {
    let graph = """
      # Order
      serial: [books/list, "books/list", 'books/listing']   # twice
      steps:
        a: {request: books/list, after: [b]}
        b:
          request: books/list   # again
      """
    try folder.write(graph, to: "graphs/order.yaml")
    try folder.write("serial: [books/listing]\n", to: "graphs/other.yaml")
    let names = ["books/list": "archive/all"]
    let result = try workspace.renameRequests(inGraphs: names)
    #expect(result.changed == ["order"] && result.outdated.isEmpty)
    let wanted = """
      # Order
      serial: [archive/all, "archive/all", 'books/listing']   # twice
      steps:
        a: {request: archive/all, after: [b]}
        b:
          request: archive/all   # again
      """
    #expect(try text("graphs/order.yaml") == wanted)
  }

  @Test func `a graph in which a name cannot be replaced is reported and unchanged`() throws {
    try folder.write("serial: [books/list]\n", to: "graphs/order.yaml")
    let result = try workspace.renameRequests(inGraphs: ["books/list": "a: b"])
    #expect(result.changed.isEmpty && result.outdated == ["order"])
    #expect(try text("graphs/order.yaml") == "serial: [books/list]\n")
  }
}
