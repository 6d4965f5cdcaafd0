import ClientModel
import ClientWorkspace
import TestSupport
import Testing

@testable import weir

/// The store that a command uses.
struct StoreChoiceTests {
  private let folder: TemporaryFolder
  private let folders: UserFolders

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    folders = UserFolders { $0 == "HOME" ? folder.path("home") : nil }
    try folder.write("work/weir.yaml", "name: a\n")
    try folder.write("home/.local/state/weir/none", "")
  }

  private enum Place { case workspace, settings }

  private func name(_ text: String, in place: Place) throws {
    let path = place == .workspace ? "work/weir.yaml" : "home/.config/weir/config.yaml"
    try folder.write(path, "store: {postgres: \"\(text)\"}\n")
  }

  private func choice(
    _ option: String? = nil, trusted: WorkspaceTrust.State = .trusted
  ) throws -> StoreChoice {
    let workspace = try Workspace.open(folder.path("work"))
    var trust = try folders.examine(workspace)
    if trusted == .trusted { trust = try trust.accept(workspace, accepted: folders.trust) }
    return try StoreChoice(option.flatMap { StoreSetting($0) }, in: workspace, trust, folders)
  }

  @Test func `without a server, the store is the file`() throws {
    #expect(try choice() == .file)
  }

  @Test func `the option replaces the workspace, which replaces the settings`() throws {
    let (one, two) = (try #require(StoreSetting("env:A")), try #require(StoreSetting("env:B")))
    try name("env:A", in: .settings)
    #expect(try choice() == .server(one, from: .settings))
    try name("env:B", in: .workspace)
    #expect(try choice() == .server(two, from: .workspace))
    let three = try #require(StoreSetting("service=c"))
    #expect(try choice("service=c") == .server(three, from: .option))
  }

  @Test func `an untrusted workspace cannot choose the store`() throws {
    try name("env:A", in: .workspace)
    let failure = #expect(throws: Failure.self) { try choice(trusted: .untrusted) }
    #expect(failure?.what == "The store of weir.yaml is not used.")
    #expect(failure?.why.contains("not trusted") == true)
    #expect(failure?.whatToDo.contains("weir trust") == true)
    // The user's own choices need no trust.
    let own = try #require(StoreSetting("env:B"))
    #expect(try choice("env:B", trusted: .untrusted) == .server(own, from: .option))
  }

  @Test func `settings with an error do not replace the server by the file`() throws {
    try folder.write("home/.config/weir/config.yaml", "store: {postgres: env:A}\nbel: on\n")
    let failure = #expect(throws: Failure.self) { try choice() }
    #expect(failure?.why.contains("bel") == true)
  }

  @Test(arguments: [
    ("file:PATH", "cannot be read"), ("env:WEIR_NO_SUCH_STORE", "is not set"),
    ("value:a", "cannot be used here"),
  ])
  func `an address that is not found is named by its reference`(
    reference: String, reason: String
  ) async throws {
    let path = folder.path("none")
    let choice = try choice(reference == "file:PATH" ? "file:\(path)" : reference)
    let failure = await #expect(throws: Failure.self) { try await choice.server() }
    #expect(failure?.what == "The store was not opened.")
    #expect(failure?.why.contains("in --store. ") == true)
    #expect(failure?.why.contains(reason) == true && failure?.whatToDo.isEmpty == false)
  }

  @Test func `a value that is not an address is refused without being repeated`() async throws {
    try folder.write("address", "canary\n")
    let choice = try choice("file:\(folder.path("address"))")
    let failure = await #expect(throws: Failure.self) { try await choice.server() }
    #expect(failure?.why.contains("is not the address of a PostgreSQL server") == true)
    #expect("\(String(describing: failure))".contains("canary") == false)
  }

  @Test func `the value of the option is checked, and is not repeated`() throws {
    let options = try WorkspaceOptions.parse(["--store", "env:A"])
    #expect(try options.choice().store == StoreSetting("env:A"))
    let wrong = try WorkspaceOptions.parse(["--store", "canary"])
    let problem = #expect(throws: UsageProblem.self) { try wrong.choice() }
    #expect(problem?.why.isEmpty == false && problem?.whatToDo.contains("env:NAME") == true)
    #expect(problem?.description.contains("canary") == false)
  }
}
