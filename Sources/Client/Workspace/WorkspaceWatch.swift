import ClientModel
import Glibc

/// An observer that reports changes to a workspace's files and trust by any process.
package final class WorkspaceWatch: Sendable {
  package enum Change: Hashable, Sendable {
    /// A request or graph file was written, moved, created or deleted.
    case requests
    /// A catalog, or a JSON file that a catalog may refer to, was written, moved, created or
    /// deleted.
    case catalogs
    /// A file with variables changed: `environments.yaml`, a `.env` file or a `folder.yaml`.
    case environments
    case settings
    /// This workspace or another one was accepted.
    case trust
  }

  /// The stream of changes. Equal changes that are read together are reported once. The stream ends
  /// when the observer is cancelled.
  package let changes: AsyncStream<Change>
  private let loop: InotifyLoop

  /// Starts to observe a workspace.
  ///
  /// - Parameters:
  ///   - accepted: The path of the list of accepted workspaces.
  ///   - start: Runs its argument on a thread that may block forever. Returns false if no thread is
  ///     available.
  package init(
    _ workspace: Workspace, accepted: String,
    onThread start: (@escaping @Sendable () -> Void) -> Bool
  ) throws(WorkspaceProblem) {
    let failure = workspace.folder.failure("The workspace is not watched for changes.")
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw failure }
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let folders = WatchedFolders(descriptor: descriptor, root: workspace.root)
    folders.watchAll()
    folders.watch(accepted: accepted)
    guard
      let loop = InotifyLoop(
        descriptor, onThread: start,
        changed: { for change in folders.readChanges() { continuation.yield(change) } },
        ended: { continuation.finish() })
    else { throw failure }
    changes = stream
    self.loop = loop
  }

  package func cancel() { loop.cancel() }
}

/// The watched folders by inotify descriptor.
///
/// `@unchecked Sendable`: after `init`, only the observer's thread uses this object.
private final class WatchedFolders: @unchecked Sendable {
  private let descriptor: Int32
  private let root: String
  /// The paths of the folders relative to the workspace, by watch descriptor.
  private var paths: [Int32: String] = [:]
  /// The watch descriptor of the folder with the list of accepted workspaces, and the file name of
  /// the list.
  private var accepted: (number: Int32, name: String)?
  private static let folderLimit = 5000
  /// The top-level folders that are watched with their subfolders.
  private static let tops = ["requests", "graphs", "catalogs"]

  init(descriptor: Int32, root: String) {
    self.descriptor = descriptor
    self.root = root
  }

  func watchAll() {
    watch("")
    for top in Self.tops {
      watch(top)
      for folder in FileListing.yaml(below: "\(root)/\(top)").folders { watch("\(top)/\(folder)") }
    }
  }

  /// Watches the folder with the list of accepted workspaces. Only renames are watched, because the
  /// list is always replaced by a rename.
  func watch(accepted path: String) {
    guard let slash = path.lastIndex(ofByte: "/") else { return }
    let mask = UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
    let number = inotify_add_watch(descriptor, String(path[..<slash]), mask)
    if number >= 0 { accepted = (number, String(path.rest(after: slash))) }
  }

  /// Reads pending events and returns their changes.
  func readChanges() -> Set<WorkspaceWatch.Change> {
    var changes: Set<WorkspaceWatch.Change> = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        let head = MemoryLayout<inotify_event>.size
        while offset + head <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let length = Int(event.len)
          let name = bytes[(offset + head)..<min(offset + head + length, count)].prefix { $0 != 0 }
          note(event, String(decoding: name, as: UTF8.self), &changes)
          offset += head + length
        }
      }
    }
    return changes
  }

  private func note(
    _ event: inotify_event, _ name: String, _ changes: inout Set<WorkspaceWatch.Change>
  ) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      watchAll()
      changes.formUnion([.requests, .catalogs, .environments, .settings, .trust])
    }
    if let accepted, event.wd == accepted.number, name == accepted.name { changes.insert(.trust) }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      paths[event.wd] = nil
      return
    }
    guard let folder = paths[event.wd] else { return }
    if folder.isEmpty, DotenvFile.isName(name) { changes.insert(.environments) }
    guard !name.begins(with: ".") else { return }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    switch (folder, name) {
    case ("", "weir.yaml"): changes.insert(.settings)
    case ("", "environments.yaml"): changes.insert(.environments)
    case ("", _) where isFolder && Self.tops.contains(name):
      watchAll()
      changes.insert(Self.change(below: name))
    case ("", _): break
    default:
      // Files that a new folder already contains cause no events, so all folders are scanned again.
      if isFolder { watchAll() }
      let change = Self.change(below: folder)
      let isRead =
        name.ends(with: ".yaml")
        || (change == .catalogs && (name.ends(with: ".json") || name.ends(with: ".yml")))
      if isFolder || isRead { changes.insert(change) }
      // Moving or deleting a folder also changes the variables and headers of its requests.
      if change == .requests, isFolder || name == FolderDefaults.fileName {
        changes.insert(.environments)
      }
    }
  }

  private static func change(below folder: String) -> WorkspaceWatch.Change {
    folder == "catalogs" || folder.begins(with: "catalogs/") ? .catalogs : .requests
  }

  private func watch(_ relative: String) {
    guard paths.count < Self.folderLimit else { return }
    let mask =
      IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DONT_FOLLOW
    let path = relative.isEmpty ? root : "\(root)/\(relative)"
    let number = inotify_add_watch(descriptor, path, UInt32(mask) | UInt32(IN_ONLYDIR))
    if number >= 0 { paths[number] = relative }
  }
}
