import ArgumentParser
import ClientModel
import ClientPostgres

/// `weir store`: the store of jobs and responses.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Show, create, migrate and check the store.",
    discussion: """
      Example:
        weir store status --store env:WEIR_STORE
      """,
    subcommands: [
      StoreStatusCommand.self, StoreInitCommand.self, StoreMigrateCommand.self,
      StoreCheckCommand.self,
    ])
}

/// `weir store status`: prints the state of the store.
struct StoreStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the version, the size, the jobs and the processes.",
    discussion: """
      On PostgreSQL, the command also lists the processes that use the store, and the sessions with the oldest \
      snapshots: PostgreSQL cannot remove deleted rows while such a session uses them.

      Example:
        weir store status --format json | jq .jobs.waiting
      """)

  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let record: StoreRecord
    if let server = try await StoreChoice.chosen(by: workspace).server() {
      record = StoreRecord(try await server.status())
    } else {
      let session = try await ClientSession.open(workspace)
      record = StoreRecord(in: session.folders.state, try await session.client.lanes())
      await session.close()
    }
    if format == .json {
      try JSONOutput.print(record)
    } else {
      record.lines.forEach(Console.print)
    }
    return .done
  }
}

/// `weir store init`: creates the store on a server.
struct StoreInitCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create the tables of a store on PostgreSQL.",
    discussion: """
      The tables are in the schema `weir` of the database. The first command that uses the server creates them \
      as well, if its role may.

      Example:
        weir store init --store env:WEIR_STORE
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    guard let server = try await StoreChoice.chosen(by: workspace).server() else {
      throw UsageProblem(
        what: "Nothing was created.",
        why: "The store is a file on this machine, which Weir creates at the first use.",
        whatToDo: "For a store on PostgreSQL, name the server: weir store init --store env:NAME")
    }
    let isNew = try await server.create()
    Console.print(
      isNew ? "Created the store on \(server)." : "The store on \(server) exists already.")
    return .done
  }
}

/// `weir store migrate`: changes the tables of an older version.
struct StoreMigrateCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Change a store on PostgreSQL to this version of Weir.",
    discussion: """
      An older version of Weir cannot use the store afterwards. The change is one transaction, and is refused \
      while Weir uses the store on any machine. A store in a file is changed when it is opened.

      Example:
        weir store migrate --store env:WEIR_STORE
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    guard let server = try await StoreChoice.chosen(by: workspace).server() else {
      throw UsageProblem(
        what: "Nothing was changed.",
        why: "The store is a file on this machine, which Weir changes when it opens the file.",
        whatToDo: "For a store on PostgreSQL, name the server: weir store migrate --store env:NAME")
    }
    guard let (before, now) = try await server.migrate() else {
      throw UsageProblem.noStore(on: server)
    }
    Console.print(
      before == now
        ? "The store on \(server) has schema \(now) already."
        : "Changed the store on \(server) from schema \(before) to \(now).")
    return .done
  }
}

extension UsageProblem {
  fileprivate static func noStore(on server: PostgresServer) -> UsageProblem {
    UsageProblem(
      what: "There is no store on \(server).", why: "The schema has no tables.",
      whatToDo: "Create them: weir store init")
  }
}

/// `weir store check`: checks that the store can be used.
struct StoreCheckCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check that the store can be used.",
    discussion: """
      On PostgreSQL, the command connects and compares the version of the tables. A file is read completely, \
      as by `weir doctor`.

      Example:
        weir store check --store env:WEIR_STORE
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    if let server = try await StoreChoice.chosen(by: workspace).server() {
      let status = try await server.status()
      guard status.version != nil else { throw UsageProblem.noStore(on: server) }
      Console.print(StoreRecord(status).title)
      Console.print("The store can be used.")
      return .done
    }
    let session = try await ClientSession.open(workspace)
    let findings = try await session.store?.file?.check().map { DoctorFinding($0) } ?? []
    await session.close()
    for finding in findings { finding.complain() }
    if findings.isEmpty { Console.print("The store has no errors.") }
    return findings.isEmpty ? .done : .storage
  }
}
