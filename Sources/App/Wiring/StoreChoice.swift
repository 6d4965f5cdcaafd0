import ClientCore
import ClientModel
import ClientPostgres
import ClientStore
import ClientWorkspace
import Glibc

/// The store of a session.
enum StoreChoice: Hashable, Sendable {
  /// The SQLite database in the state folder.
  case file
  case server(StoreSetting, from: Source)

  /// The origin of the server's address.
  enum Source: String, Sendable {
    case option = "--store"
    case workspace = "weir.yaml"
    case settings = "config.yaml"
  }

  /// Chooses the store: that of the option, of the workspace or of the settings, in this order, or
  /// else the file.
  ///
  /// - Throws: A failure if an untrusted workspace names a server. A failure if `config.yaml` has
  ///   an error, because jobs would be stored elsewhere.
  init(
    _ option: StoreSetting?, in workspace: Workspace, _ trust: WorkspaceTrust?,
    _ folders: UserFolders
  ) throws(Failure) {
    if let option {
      self = .server(option, from: .option)
    } else if let setting = workspace.settings.store {
      guard trust?.state != .untrusted else {
        throw Failure(refusing: [
          WorkspaceTrust.problem(.option("store"), "The store of weir.yaml is not used.")
        ])
      }
      self = .server(setting, from: .workspace)
    } else {
      let (settings, problem) = Settings.read(in: folders.config, mentioning: Settings.storeKey)
      if let problem { throw Reported.settings(problem) }
      self = settings.store.map { .server($0, from: .settings) } ?? .file
    }
  }

  /// The store of a command's options.
  static func chosen(by options: WorkspaceOptions) throws -> StoreChoice {
    let (choice, folders) = (try options.choice(), UserFolders())
    let workspace = try choice.workspace(in: folders)
    let trust = try RequestContext.examinedTrust(of: workspace, folders)
    return try StoreChoice(choice.store, in: workspace, trust, folders)
  }

  /// The server, or nil for a file.
  func server() async throws(Failure) -> PostgresServer? {
    guard case .server(let setting, let source) = self else { return nil }
    return try PostgresServer(try await address(setting, source))
  }

  private func address(_ setting: StoreSetting, _ source: Source) async throws(Failure) -> Secret {
    switch setting.address {
    case .literal(let address): return address
    case .reference(let reference):
      let address: Secret
      do throws(Failure) {
        address = try await SystemSecrets().resolve(reference)
      } catch {
        throw Failure(
          .secretMissing, what: "The store was not opened.",
          why: "Its address is `\(reference)` in \(source.rawValue). \(error.why)",
          whatToDo: "Correct the reference or what it refers to.", cause: error.cause)
      }
      guard StoreSetting.isAddress(address.reveal()) else {
        throw Failure(
          .invalidRequest, what: "The store was not opened.",
          why: "The value of `\(reference)` is not the address of a PostgreSQL server.",
          whatToDo: "Set it to an address such as postgresql://user@host/database.")
      }
      return address
    }
  }

  /// Opens the store.
  ///
  /// - Returns: The store and the problem that was solved by opening it, if any.
  func open(
    in folders: UserFolders, for use: StoreUse
  ) async throws(Failure) -> (store: SessionStore, report: Failure?) {
    guard let server = try await server() else {
      let opened = try await SQLiteStorage.open(
        in: folders.state, clock: SystemClock(), for: use)
      return (.file(opened.storage), opened.report.notice)
    }
    let storage = try await PostgresStorage.open(
      on: server, folder: folders.server, clock: SystemClock(),
      lease: Self.testLease ?? .seconds(30))
    return (.server(storage), nil)
  }

  /// The lease of a process on a server in milliseconds, if a test sets WEIR_LEASE. Otherwise, the
  /// test would wait for half a minute after each process that it kills.
  private static var testLease: Duration? {
    getenv("WEIR_LEASE").flatMap { Int(String(cString: $0)) }.map { .milliseconds($0) }
  }
}

/// The open store of a session.
enum SessionStore: Sendable {
  case file(SQLiteStorage)
  case server(PostgresStorage)

  var storage: any Storage {
    switch self {
    case .file(let storage): storage
    case .server(let storage): storage
    }
  }

  /// The store on this machine, or nil.
  var file: SQLiteStorage? { if case .file(let storage) = self { storage } else { nil } }

  /// Creates a temporary file on this machine, for jobs that are added later.
  func spool(in folders: UserFolders) throws(Failure) -> JobSpoolWriter {
    switch self {
    case .file(let storage): try storage.spool()
    case .server(let storage): try storage.spool(in: folders.server)
    }
  }

  /// Reads the ids of jobs in the query's order, within its offset and limit.
  func ids(matching query: JobQuery) async throws(Failure) -> [JobID] {
    switch self {
    case .file(let storage): try await storage.ids(matching: query)
    case .server(let storage): try await storage.ids(matching: query)
    }
  }
}
