import ArgumentParser
import ClientCore
import ClientModel
import ClientPipeline

/// `weir cookies`: the cookie jar of this workspace and environment.
struct CookiesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "cookies",
    abstract: "List the cookies of this workspace and environment, or clear them.",
    discussion: "Example:\n  weir cookies --env staging --clear")

  @Flag(help: "Delete all cookies.") var clear = false
  @Option(help: ArgumentHelp("Delete the cookies with this name.", valueName: "name")) var delete:
    String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    if clear {
      // Cookies are not counted, because cookies whose key is lost must be deleted as well.
      try await session.client.cookies.clear(session.context.jar)
      Console.print("All cookies deleted.")
      await session.close()
      return .done
    }
    let lines = try await session.client.cookies.lines(in: session.context.jar)
    if let delete {
      let named = lines.compactMap(CookieIdentity.init(line:)).filter { $0.name == delete }
      try await session.client.cookies.delete(named, in: session.context.jar)
      Console.print("\(named.count) cookies deleted.")
    } else {
      for cookie in lines.compactMap(CookieLine.init) {
        Console.print(
          "\(Console.safe(cookie.domain))\(Console.safe(cookie.path))  \(Console.safe(cookie.name)) = \(Secret.mask)"
        )
      }
      if lines.isEmpty { Console.print("No cookies.") }
    }
    await session.close()
    return .done
  }
}
