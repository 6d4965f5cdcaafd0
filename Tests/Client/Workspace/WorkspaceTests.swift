import ClientModel
import ClientPipeline
import ClientWorkspace
import Foundation
import Glibc
import TestTraits
import Testing

struct WorkspaceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the nearest folder upwards with weir.yaml is found`() throws {
    try folder.write("name: top\n", to: "weir.yaml")
    try folder.write("", to: "a/b/c/x")
    let found = try Workspace.nearest(to: "\(folder.path)/a/b/c", scratch: "\(folder.path)/scratch")
    #expect(found.root == folder.path)
    #expect(found.settings.name == "top")
    #expect(found.kind == .project)
  }

  @Test func `environments are layered`() throws {
    try folder.write(
      "shared: {a: 1, b: 1, c: 1}\nenvironments: {dev: {b: 2, c: env:C}}\n", to: "environments.yaml"
    )
    let environments = try Workspace.open(folder.path).environments()
    let values = try environments.layered("dev").values
    #expect(
      values == ["a": "1", "b": "2", "c": SensitiveText([.reference(.environment("C"), .none)])])
    do {
      _ = try environments.layered("dve")
      Issue.record("found")
    } catch { #expect(error.whatToDo.contains("`dev`")) }
  }

  @Test func `an edit from outside ends the trust and a save by Weir preserves it`() throws {
    try Workspace.create(in: folder.path)
    let workspace = try Workspace.open(folder.path)
    let state = try TemporaryFolder()
    let list = "\(state.path)/trust"
    let before = try WorkspaceTrust.examine(workspace, accepted: list)
    #expect(before.state == .untrusted)
    #expect(before.digest.utf8.count == 64)
    #expect(try before.accept(workspace, accepted: list).state == .trusted)
    #expect(try WorkspaceTrust.examine(workspace, accepted: list).state == .trusted)
    let name = try #require(RequestName("mine"))
    let preserved = try WorkspaceTrust.preserving(workspace, accepted: list) {
      () throws(WorkspaceProblem) in
      try workspace.save(Draft(url: "u"), as: name)
    }
    #expect(preserved.state == .trusted && preserved.digest != before.digest)
    try folder.write("url: v\n", to: "requests/mine.yaml")
    #expect(try WorkspaceTrust.examine(workspace, accepted: list).state == .untrusted)
    let still = try WorkspaceTrust.preserving(workspace, accepted: list) {
      () throws(WorkspaceProblem) in
      try workspace.save(Draft(url: "w"), as: name)
    }
    #expect(still.state == .untrusted)
  }

  @Test func `what changed since trust was examined is known by its path`() throws {
    try folder.write("", to: "weir.yaml")
    for name in ["a", "b", "c"] { try folder.write("url: \(name)\n", to: "requests/\(name).yaml") }
    let workspace = try Workspace.open(folder.path)
    func examined() throws -> WorkspaceTrust {
      try WorkspaceTrust.examine(workspace, accepted: "\(folder.path)/none")
    }
    let before = try examined()
    try folder.write("url: a\n", to: "requests/a.yaml")
    #expect(try examined() == before, "the same words again are no change")
    try folder.write("url: other\n", to: "requests/b.yaml")
    try folder.write("url: new\n", to: "requests/deep/d.yaml")
    unlink("\(folder.path)/requests/c.yaml")
    #expect(try examined().changes(since: before) == ["requests/b.yaml", "requests/deep/d.yaml"])
    #expect(try examined().digest != before.digest)
  }

  @Test func `an untrusted workspace gets no references, no files outside and no insecure`() throws
  {
    try folder.write("", to: "weir.yaml")
    let workspace = try Workspace.open(folder.path)
    let trust = try WorkspaceTrust.examine(workspace, accepted: "\(folder.path)/none")
    let reference = SensitiveText([.reference(.command("rm"), .none)])
    let request = PreparedRequest(
      method: .post, url: "https://a/", origin: Origin(scheme: "https", host: "a", port: 443),
      secretQuery: [HeaderField("k", reference)],
      headers: [HeaderField("A", "1"), HeaderField("B", reference)],
      body: .file(FileReference(path: "/etc/passwd", size: 1, modified: 0, inode: 1)),
      credentials: .bearer(reference),
      options: TransportOptions(trust: TrustOptions(verification: .insecure, clientKey: "../k")))
    #expect(
      trust.problems(with: request, in: workspace).map(\.place)
        == [.url, .header(1), .authorization, .option("insecure"), .option("key"), .body])
  }

  @Test func `saved requests reach only regular files beneath the workspace`() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret", to: "id_rsa")
    try folder.write("", to: "weir.yaml")
    try folder.write("hello", to: "bodies/b.json")
    symlink("\(outside.path)/id_rsa", "\(folder.path)/link")
    mkfifo("\(folder.path)/pipe", 0o600)
    let facts = WorkspaceFiles.facts(beneath: try Workspace.open(folder.path))
    #expect(try facts.stat("bodies/b.json").get().size == 5)
    for path in [
      "../id_rsa", "link", "pipe", "/dev/zero", "/proc/self/environ", "bodies", "missing",
      "\(outside.path)/id_rsa",
    ] {
      #expect(throws: FileRefusal.self) { try facts.stat(path).get() }
    }
    #expect(try WorkspaceFiles.facts(relativeTo: folder.path).stat("link").get().size == 6)
    #expect(
      try WorkspaceFiles.reader(relativeTo: folder.path).read("bodies/b.json").get()
        == Array("hello".utf8))
  }

  @Test(.usesSystem(minutes: 5)) func `changes are reported, also when an editor swaps the file`()
    async throws
  {
    try Workspace.create(in: folder.path)
    let workspace = try Workspace.open(folder.path)
    let state = try TemporaryFolder()
    let accepted = "\(state.path)/trust"
    let watch = try WorkspaceWatch(workspace, accepted: accepted) { body in
      Thread.detachNewThread(body)
      return true
    }
    var changes = watch.changes.makeAsyncIterator()
    try folder.write("url: u\n", to: "requests/.hidden.swp")
    try folder.write("url: u\n", to: "requests/new.tmp")
    rename("\(folder.path)/requests/new.tmp", "\(folder.path)/requests/example.yaml")
    await Self.wait(for: .requests, in: &changes)
    try folder.write("shared: {}\n", to: "environments.yaml")
    await Self.wait(for: .environments, in: &changes)
    try folder.write("url: u\n", to: "requests/deep/er/x.yaml")
    await Self.wait(for: .requests, in: &changes)
    // Whoever accepts it, and not what else is written beside the list.
    try state.write("x", to: "weir.db")
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
    await Self.wait(for: .trust, in: &changes)
    try folder.write("steps: {}\n", to: "graphs/g.yaml")
    await Self.wait(for: .requests, in: &changes)
    watch.cancel()
    while await changes.next() != nil {}
  }

  @Test(.usesSystem(minutes: 5)) func `changed catalogs are reported, and what they refer to`()
    async throws
  {
    try Workspace.create(in: folder.path)
    let state = try TemporaryFolder()
    let watch = try WorkspaceWatch(
      try Workspace.open(folder.path), accepted: "\(state.path)/trust"
    ) { body in
      Thread.detachNewThread(body)
      return true
    }
    var changes = watch.changes.makeAsyncIterator()
    try folder.write("openapi: 3.1.0\n", to: "catalogs/shop.yaml")
    await Self.wait(for: .catalogs, in: &changes)
    try folder.write("shared: {}\n", to: "environments.yaml")
    await Self.wait(for: .environments, in: &changes)
    for path in ["catalogs/parts/price.json", "catalogs/parts/price.json"] {
      try folder.write("{}", to: path)
      await Self.wait(for: .catalogs, in: &changes)
      try folder.write("shared: {}\n", to: "environments.yaml")
      await Self.wait(for: .environments, in: &changes)
    }
    watch.cancel()
    while await changes.next() != nil {}
  }

  /// Passes over other changes: one file can be reported several times, and late. A program that another
  /// test starts just now may hold a file open, and so be the last to close it.
  private static func wait(
    for wanted: WorkspaceWatch.Change,
    in changes: inout AsyncStream<WorkspaceWatch.Change>.Iterator
  ) async {
    while let change = await changes.next() { if change == wanted { return } }
    Issue.record("The watch ended before it reported \(wanted).")
  }
}
