import ClientModel
import ClientPostgres
import ClientStore
import FoundationEssentials
import Glibc
import ViewModels

/// The state of a store in `--format json`, the documented stable format.
struct StoreRecord: JSONRecord {
  private enum Kind: String, CaseIterable {
    case sqlite
    case postgresql
  }

  private let kind: Kind
  /// The version of SQLite or of the server.
  private let library: String
  private let version: Int64?
  private let jobs: [JobState.Word: Int]
  private var path: String?
  private var databaseSize: ByteCount?
  private var bodySize: ByteCount?
  private var schema: String?
  private var runners: [PostgresStatus.Runner]?
  private var snapshots: [PostgresStatus.Snapshot]?

  init(_ status: PostgresStatus) {
    (kind, library, version) = (.postgresql, status.server, status.version)
    (jobs, schema) = (status.jobs, status.schema)
    (runners, snapshots) = (status.runners, status.snapshots)
  }

  /// The state of the SQLite store in a folder.
  init(in folder: String, _ lanes: [LaneTally]) {
    (kind, library) = (.sqlite, SQLiteStorage.libraryVersion)
    version = Int64(SQLiteStorage.schemaVersion)
    var jobs: [JobState.Word: Int] = [:]
    for tally in lanes { jobs.merge(tally.counts, uniquingKeysWith: +) }
    self.jobs = jobs
    path = folder + "/weir.db"
    databaseSize = ["weir.db", "weir.db-wal"].reduce(0) { $0 + Self.size(of: "\(folder)/\($1)") }
    bodySize = Self.contents(of: folder + "/bodies")
  }

  /// Returns the size of a file, or 0 if there is no file of this name.
  private static func size(of path: String) -> ByteCount {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return 0 }
    return ByteCount(Int64(facts.st_size))
  }

  /// Returns the size of the files in a folder and its subfolders.
  private static func contents(of folder: String) -> ByteCount {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(0) {
        $0 + size(of: "\(folder)/\($1)")
      }
    } catch {
      return 0  // The folder does not exist before the first large body.
    }
  }

  static let table = JSONTable<StoreRecord>(
    "store", "The state of the store.",
    [
      .always("kind", .word(Kind.allCases.map(\.rawValue)), "The kind of store.") {
        $0.kind.rawValue
      },
      .always("library", .text, "The version of SQLite or of the server.") { $0.library },
      .sometimes("version", .integer, "The version of the tables; absent if there are none.") {
        $0.version
      },
      .sometimes("path", .text, "The file of the database.") { $0.path },
      .sometimes("databaseBytes", .integer, "The size of the database.") {
        $0.databaseSize?.bytes
      },
      .sometimes("bodyBytes", .integer, "The size of the bodies in files of their own.") {
        $0.bodySize?.bytes
      },
      .sometimes("schema", .text, "The schema on the server.") { $0.schema },
      .always("jobs", .map(.integer), "The number of jobs in each state.") { record in
        Dictionary(
          uniqueKeysWithValues: JobState.Word.allCases.map {
            ($0.rawValue, record.jobs[$0] ?? 0)
          })
      },
      .sometimes(
        "runners", .list(RunnerRecord.shape), "The processes that use the store on the server."
      ) { $0.runners.map { $0.map(RunnerRecord.init) } },
      .sometimes(
        "snapshots", .list(SnapshotRecord.shape), "The sessions with the oldest snapshots."
      ) { $0.snapshots.map { $0.map(SnapshotRecord.init) } },
    ])

  // MARK: Text

  /// The line with the kind and the versions.
  var title: String {
    let name = kind == .sqlite ? "SQLite" : "PostgreSQL"
    return ["\(name) \(library)", schema.map { "schema \($0)" }, version.map { "version \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  var lines: [String] {
    var lines = ["store     " + title]
    if let path { lines.append("file      \(Console.safe(path))") }
    if let databaseSize { lines.append("database  \(databaseSize)") }
    if let bodySize { lines.append("bodies    \(bodySize)") }
    if version == nil { return lines + ["There are no tables: `weir store init` creates them."] }
    let counts = JobState.Word.allCases.compactMap { word in
      jobs[word].flatMap { $0 == 0 ? nil : "\($0.grouped) \(word.rawValue)" }
    }
    lines.append("jobs      " + (counts.isEmpty ? "none" : counts.joined(separator: ", ")))
    if let runners, !runners.isEmpty {
      let rows = runners.map { runner in
        [
          Console.safe(runner.machine), "\(runner.process)", Self.text(ofLease: runner.lease),
          runner.isQueueRunner ? "runs the queue" : "",
        ]
      }
      lines += [""] + TextColumns(["MACHINE", "PROCESS", "LEASE", ""], rows).lines()
    }
    if let snapshots, !snapshots.isEmpty {
      let rows = snapshots.map { snapshot in
        [
          "\(snapshot.process)", snapshot.transactions.description,
          snapshot.age?.shown ?? "-", Console.safe(snapshot.state),
          Console.safe(snapshot.application),
        ]
      }
      lines +=
        ["", "Sessions with the oldest snapshots:"]
        + TextColumns(["SESSION", "TRANSACTIONS", "AGE", "STATE", "APPLICATION"], rows).lines()
    }
    return lines
  }

  private static func text(ofLease lease: Duration) -> String {
    lease > .zero ? "\(lease.components.seconds) s" : "ended \((.zero - lease).shown) ago"
  }
}

/// A process that uses a store on a server.
struct RunnerRecord: JSONRecord {
  fileprivate let runner: PostgresStatus.Runner

  static let table = JSONTable<RunnerRecord>(
    "runner", "A process that uses the store.",
    [
      .always("name", .text, "The name of the process in the store.") { $0.runner.name },
      .always("machine", .text, "The name of its machine.") { $0.runner.machine },
      .always("process", .integer, "The id of the process on its machine.") { $0.runner.process },
      .always(
        "leaseMilliseconds", .integer, "The remaining time of its lease; negative after its end."
      ) { $0.runner.lease.inMilliseconds },
      .always("runsQueue", .flag, "Whether it runs the queue.") { $0.runner.isQueueRunner },
    ])
}

/// A session of the server that uses an old snapshot.
struct SnapshotRecord: JSONRecord {
  fileprivate let snapshot: PostgresStatus.Snapshot

  static let table = JSONTable<SnapshotRecord>(
    "snapshot", "A session of the server with a snapshot.",
    [
      .always("session", .integer, "The id of the server's process.") { $0.snapshot.process },
      .always("application", .text, "The name of the application.") { $0.snapshot.application },
      .always("state", .text, "The state, as PostgreSQL names it.") { $0.snapshot.state },
      .sometimes("ageMilliseconds", .integer, "The duration of its transaction.") {
        $0.snapshot.age?.inMilliseconds
      },
      .always("transactions", .integer, "The number of transactions since its snapshot.") {
        $0.snapshot.transactions
      },
    ])
}
