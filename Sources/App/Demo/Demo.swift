import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import ClientWorkspace
import FoundationEssentials

/// A bundled workspace with scripted responses. It uses no network and stores nothing.
enum Demo {
  /// Opens a session with waiting jobs. The store is temporary.
  static func open() async throws -> ClientSession {
    let folder = (SystemVariables.value("TMPDIR") ?? "/tmp") + "/weir-demo-\(UUID().uuidString)"
    let workspace = try Reported.workspace { () throws(WorkspaceProblem) in
      try made {
        try FileManager.default.createDirectory(
          atPath: folder + "/bodies", withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      try Workspace.create(in: folder)
      try made {
        try Data("name: Bookshop\n".utf8).write(to: URL(fileURLWithPath: folder + "/weir.yaml"))
        try FileManager.default.removeItem(atPath: folder + "/environments.yaml")
      }
      let workspace = try Workspace.open(folder)
      if let example = RequestName("example") { try workspace.delete(example) }
      for (name, draft) in DemoRequests.saved {
        if let name = RequestName(name) { try workspace.save(draft, as: name) }
      }
      return workspace
    }
    let clock = SystemClock()
    let bookshop = DemoBookshop()
    let client = Client(
      storage: MemoryStorage(clock: clock, bodyFolder: folder + "/bodies"),
      transport: ScriptedTransport(clock: QuietClock()) { attempt in
        bookshop.respond(attempt.request)
          ?? DemoResponses.all.first { $0.fits(attempt.request.method, attempt.request.url) }
      })
    let session = try ClientSession(client: client, workspace: workspace, leaving: folder)
      .choosing(environment: nil)
    let jobs = try DemoRequests.queued.map { name, draft in
      let request = try session.context.prepare(draft)
      return NewJob(
        request: request, lane: session.context.lane(for: request), name: name, draft: draft)
    }
    _ = try await client.submit(jobs)
    return session
  }

  /// Runs work that creates files. An error is converted into a `WorkspaceProblem`.
  private static func made(_ work: () throws -> Void) throws(WorkspaceProblem) {
    do {
      try work()
    } catch {
      throw WorkspaceProblem(
        .file, what: "The demo's workspace was not created.", why: FileAccessError(error).why,
        whatToDo: "Free some space, or set TMPDIR to a folder that you own.")
    }
  }
}
