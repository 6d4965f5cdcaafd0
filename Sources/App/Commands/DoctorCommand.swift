import ArgumentParser
import ClientCore
import ClientDocuments
import ClientHTTP
import ClientModel
import ClientStore
import Foundation

/// `weir doctor`: what is installed, where the files are, what is wrong.
struct DoctorCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Tell what is installed, where the files are, what is wrong.",
    discussion: """
      Examples:
        weir doctor
        weir doctor --pin server.pem
      """)

  @Option(
    help: ArgumentHelp("Print the public key pin of a PEM or DER certificate.", valueName: "file"))
  var pin: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    if let pin {
      Console.print(try CertificatePin.read(pin).description)
      return .done
    }
    let session = try await ClientSession.open(workspace)
    Console.print("weir \(WeirVersion.text)")
    let library = LibraryFeatures()
    Console.print("libcurl    \(Console.safe(library.version))")
    Console.print("SQLite     \(SQLiteStorage.libraryVersion)")
    Console.print(
      "libpcre2   \(SearchPattern.library ?? "not installed: regular expressions need libpcre2-8-0")"
    )
    Console.print("libjq      \(FilterChild.library ?? "not installed: filters need libjq1")")
    Console.print(
      "pictures   \(PictureChild.libraries ?? "not drawn: they need libgdk-pixbuf-2.0-0 and libchafa0")"
    )
    for feature in library.missing { Console.print("missing    \(feature)") }
    Console.print("workspace  \(Console.safe(session.workspace.root))")
    Console.print("state      \(Console.safe(session.places.state))")
    Console.print("log        \(Console.safe(session.places.state))/weir.log")
    Console.print("settings   \(Console.safe(session.places.config))")
    let terminal = ProcessInfo.processInfo.environment["TERM"] ?? "not set"
    Console.print("terminal   \(Console.safe(terminal))")
    var status = ExitStatus.done
    if let problem = Settings.read(in: session.places.config).problem {
      Console.complain(Reported.settings(problem))
      status = .usage
    }
    if case .readOnly(let failure) = session.client.access {
      Console.complain(failure)
      status = .storage
    }
    let findings = try await session.store?.check() ?? []
    for finding in findings { Console.complain(Console.safe("\(finding)")) }
    if findings.isEmpty { Console.print("The store is sound.") } else { status = .storage }
    await session.close()
    return status
  }
}
