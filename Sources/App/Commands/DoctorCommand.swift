import ArgumentParser
import ClientCore
import ClientDocuments
import ClientHTTP
import ClientModel
import ClientPostgres
import ClientStore

/// `weir doctor`: prints the installed libraries, the paths of files, and all problems found.
struct DoctorCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the installation, the settings and the store.",
    discussion: """
      The command checks the settings, the key map and the themes, the permissions of Weir's own files, the \
      workspace's environments, requests and graphs, and every row of the store. A damaged store is salvaged the \
      next time Weir opens it; --salvage salvages it now. It changes neither an undamaged store nor a store of a \
      newer version of Weir. End other processes that use the store first.

      Examples:
        weir doctor
        weir doctor --salvage
        weir doctor --pin server.pem
      """)

  @Option(
    help: ArgumentHelp(
      "Print the pin of a certificate or a public key, PEM or DER.", valueName: "file"),
    completion: .file())
  var pin: String?
  @Flag(
    help: "Copy the readable rows of the store into a new one, and keep the damaged file beside it."
  )
  var salvage = false
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    if let pin {
      Console.print(try PinArgument.pin(ofFile: pin).description)
      return .done
    }
    let folders = UserFolders()
    printVersions()
    printFolders(folders)
    let settings = UserSettings(folder: folders.config, state: folders.state)
    for loss in settings.losses { Console.print("keys       \(Console.safe(loss.what))") }
    var findings = settings.notices.map { DoctorFinding($0) }
    findings += PermissionCheck.findings(in: folders)
    do {
      let place = try StoreChoice.chosen(by: workspace)
      printStore(place)
      if salvage, let refusal = try await requestSalvage(in: folders, place) {
        findings.append(refusal)
      }
      let session = try await ClientSession.open(workspace)
      Console.print("workspace  \(Console.safe(session.context.workspace.root))")
      findings += WorkspaceCheck(workspace: session.context.workspace).findings()
      if case .readOnly(let failure) = session.client.access {
        findings.append(DoctorFinding(failure))
      }
      let wrong = try await session.store?.file?.check() ?? []
      if wrong.isEmpty {
        Console.print(
          place == .file ? "The store has no errors." : "The store on the server can be used.")
      }
      findings += wrong.map { DoctorFinding($0) }
      await session.close()
    } catch let failure as Failure {
      findings.append(DoctorFinding(failure))
    }
    for finding in findings { finding.complain() }
    if findings.isEmpty { Console.print("No problems found.") }
    return findings.map(\.status).max { $0.rawValue < $1.rawValue } ?? .done
  }

  /// Requests a salvage for the next time the store is opened, if the store is damaged.
  ///
  /// - Returns: A finding if the store is read-only and cannot be salvaged. Nil if the salvage is
  ///   requested, or if no row of the store is damaged.
  private func requestSalvage(
    in folders: UserFolders, _ place: StoreChoice
  ) async throws -> DoctorFinding? {
    guard place == .file else {
      return DoctorFinding(
        "The store was not salvaged.",
        why: "It is on PostgreSQL; Weir salvages only the file on this machine.",
        whatToDo: "Check the server with `pg_amcheck`, or restore a backup.")
    }
    let session = try await ClientSession.open(workspace)
    var isDamaged = false
    do throws(Failure) {
      isDamaged = try await session.store?.file?.check().contains(where: \.isSalvaged) ?? false
    } catch {
      // The damage prevents further reading.
      isDamaged = true
    }
    let access = session.client.access
    await session.close()
    if case .readOnly = access {
      return DoctorFinding(
        Failure(
          .storage, what: "The store was not salvaged.",
          why: "It is read-only, as the next message explains.",
          whatToDo: "Use the version of Weir that wrote it, or give yourself write permission."))
    }
    guard isDamaged else {
      Console.print("Nothing was salvaged: no row of the store is damaged.")
      return nil
    }
    SQLiteStorage.requestSalvage(in: folders.state)
    return nil
  }

  private func printVersions() {
    VersionReport().write()
  }

  private func printStore(_ place: StoreChoice) {
    guard case .server(_, let source) = place else { return }
    let library = PostgresServer.libraryVersion ?? "not installed: PostgreSQL needs libpq5"
    Console.print("libpq      \(library)")
    Console.print("store      PostgreSQL, named by \(source.rawValue)")
  }

  private func printFolders(_ folders: UserFolders) {
    Console.print("state      \(Console.safe(folders.state))")
    Console.print("log        \(Console.safe(folders.state))/weir.log")
    Console.print("settings   \(Console.safe(folders.config))")
    let terminal = SystemVariables.value("TERM") ?? "not set"
    Console.print("terminal   \(Console.safe(terminal))")
  }
}
