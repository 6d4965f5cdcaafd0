import ClientModel
import ClientPipeline
import ClientWorkspace
import Glibc
import Testing

/// Programs of a workspace: they are trusted as they were when the user accepted them.
struct TrustedProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A workspace whose gateway runs two programs, with the folder of the list of accepted ones.
  private func twoPrograms() throws -> (workspace: Workspace, accepted: String) {
    try folder.write(
      """
      gateways:
        api:
          url: https://api.example.com
          middleware:
            submit: [{command: [sh, ./one.sh]}]
            dispatch: [{command: [./two.sh]}]
      """, to: "weir.yaml")
    try folder.write("echo 1", to: "one.sh")
    try folder.write("echo 1", to: "two.sh")
    try folder.write("", to: "state/trust")
    return (try Workspace.open(folder.path), "\(folder.path)/state/trust")
  }

  private func refusals(_ trust: WorkspaceTrust, in workspace: Workspace) throws -> [String] {
    let request = try #require(
      Preparation(files: .assumed, gateways: workspace.settings.gateways)
        .examine(Draft(url: "/x", gateway: "api")).request)
    return trust.problems(with: request, in: workspace).map(\.what)
  }

  @Test func `after an edit the refusal names the program that changed, not the others`() throws {
    let (workspace, accepted) = try twoPrograms()
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
    try folder.write("echo 2", to: "two.sh")
    let two = try WorkspaceTrust.examine(workspace, accepted: accepted)
    #expect(
      try refusals(two, in: workspace)
        == ["The gateway api runs two.sh, which changed after it was accepted."])
    try folder.write("echo 2", to: "one.sh")
    let both = try WorkspaceTrust.examine(workspace, accepted: accepted)
    #expect(
      try refusals(both, in: workspace)
        == ["The gateway api runs one.sh and two.sh, which changed after they were accepted."])
    // Accepted as they are now, each counts from there.
    _ = try both.accept(workspace, accepted: accepted)
    try folder.write("echo 3", to: "one.sh")
    let one = try WorkspaceTrust.examine(workspace, accepted: accepted)
    #expect(
      try refusals(one, in: workspace)
        == ["The gateway api runs one.sh, which changed after it was accepted."])
    // Where none of them changed, something else did.
    try folder.write("echo 2", to: "one.sh")
    try folder.write("url: u\n", to: "requests/new.yaml")
    let other = try WorkspaceTrust.examine(workspace, accepted: accepted)
    #expect(try refusals(other, in: workspace) == ["The gateway api runs the program sh."])
  }

  @Test func `a file that a program is given counts however its name is written`() throws {
    try folder.write(
      """
      gateways:
        api:
          url: https://api.example.com
          middleware: {submit: [{command: [jq, -c, -f, map.jq]}]}
      """, to: "weir.yaml")
    try folder.write(".", to: "map.jq")
    try folder.write("", to: "state/trust")
    let accepted = "\(folder.path)/state/trust"
    let workspace = try Workspace.open(folder.path)
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
    #expect(
      try refusals(try WorkspaceTrust.examine(workspace, accepted: accepted), in: workspace) == [])
    try folder.write("error", to: "map.jq")
    #expect(
      try refusals(try WorkspaceTrust.examine(workspace, accepted: accepted), in: workspace)
        == ["The gateway api runs map.jq, which changed after it was accepted."])
  }

  @Test func `a file of many megabytes beside the others is compared with them`() throws {
    let (workspace, accepted) = try twoPrograms()
    func resize(_ bytes: Int) { truncate("\(folder.path)/one.sh", bytes) }
    func trust() throws -> WorkspaceTrust {
      try WorkspaceTrust.examine(workspace, accepted: accepted)
    }
    resize(12_000_000)
    _ = try trust().accept(workspace, accepted: accepted)
    #expect(try trust().state == .trusted)
    #expect(try trust().comparedInPart.isEmpty)
    try folder.write("echo 2", to: "two.sh")
    #expect(try trust().state == .untrusted, "the rest counts as ever")
    try folder.write("echo 1", to: "two.sh")
    resize(12_000_001)
    #expect(try trust().state == .untrusted)
  }

  @Test func `past 64 MB a file's start, length and time of change are compared, and it is said`()
    throws
  {
    let (workspace, accepted) = try twoPrograms()
    let file = "\(folder.path)/one.sh"
    truncate(file, 64_000_001)
    func trust() throws -> WorkspaceTrust {
      try WorkspaceTrust.examine(workspace, accepted: accepted)
    }
    #expect(try trust().comparedInPart == ["one.sh"])
    _ = try trust().accept(workspace, accepted: accepted)
    #expect(try trust().state == .trusted)
    // The same start and length, written at another time.
    let end = open(file, O_WRONLY)
    #expect(pwrite(end, "x", 1, 64_000_000) == 1)
    close(end)
    #expect(try trust().state == .untrusted)
  }

  @Test func `the program notified of long jobs' ends is trusted as it was`() throws {
    try folder.write("on_finish: [./tell.sh]\n", to: "weir.yaml")
    try folder.write("echo 1", to: "tell.sh")
    try folder.write("", to: "state/trust")
    let accepted = "\(folder.path)/state/trust"
    let workspace = try Workspace.open(folder.path)
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
    #expect(try WorkspaceTrust.examine(workspace, accepted: accepted).state == .trusted)
    try folder.write("echo 2", to: "tell.sh")
    #expect(try WorkspaceTrust.examine(workspace, accepted: accepted).state == .untrusted)
  }
}
