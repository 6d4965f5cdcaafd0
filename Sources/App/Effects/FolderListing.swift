import ClientModel
import Glibc
import ViewModels

/// The contents of a folder. They are listed while the user types a path.
struct FolderListing: ClientEffect {
  private static let mostEntries = 5_000

  let path: String

  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    Task { [.folder(path, Self.entries(of: path))] }
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] { [] }

  /// Returns the entries of a folder.
  ///
  /// - Parameter path: The path up to and including the last slash. An empty path is the current
  ///   folder, `~/` is the home folder.
  /// - Returns: The entries sorted by name. If the folder cannot be read, the list is empty. An
  ///   invalid path is reported when it is used.
  static func entries(of path: String) -> [FolderEntry] {
    let home = SystemVariables.expandingHome(in: path)
    let folder = home.isEmpty ? "." : home
    var entries: [FolderEntry] = []
    for name in FolderEntries(ifReadable: folder).lazy.map(\.name).prefix(mostEntries) {
      var facts = stat()
      guard stat("\(folder)/\(name)", &facts) == 0 else { continue }
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      entries.append(FolderEntry(name, size: isFolder ? nil : ByteCount(Int64(facts.st_size))))
    }
    return entries.sorted { $0.name < $1.name }
  }
}
