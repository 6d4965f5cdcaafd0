import ClientModel
import Glibc
import Synchronization

/// The files with bodies over 64 KiB: `bodies/INSTANCE/INSTANCE-JOB-ATTEMPT`.
///
/// Each process writes to its own folder. The name of a file contains the name of its folder, so a
/// row stores only the last component of the path.
struct BodyFolder: Sendable {
  let root: String
  let instance: String
  /// The folder of this process, and the common prefix of the paths of its files.
  private let mine: String
  private let start: String
  private let made = CreationFlag()

  private final class CreationFlag: Sendable { let isDone = Atomic<Bool>(false) }

  init(folder: String, instance: String) {
    root = folder + "/bodies"
    self.instance = instance
    mine = "\(folder)/bodies/\(instance)"
    start = "\(mine)/\(instance)-"
  }

  func newPath(for attempt: AttemptID) -> String {
    if !made.isDone.load(ordering: .relaxed) {
      // If this fails, opening the file fails too and reports the reason.
      _ = mkdir(root, 0o700)
      let isThere = mkdir(mine, 0o700) == 0 || errno == EEXIST
      made.isDone.store(isThere, ordering: .relaxed)
    }
    return start + String(attempt.job.rawValue) + "-" + String(attempt.number)
  }

  func path(of name: String) -> String {
    let last = String(name.words(at: "/").last ?? "none")
    let instance = last.words(at: "-").dropLast(2).joined(separator: "-")
    return Owner.isName(instance) ? "\(root)/\(instance)/\(last)" : "\(root)/\(last)"
  }

  /// Syncs the folder, so that new file names survive a crash. The transport syncs the contents.
  func sync() throws(Failure) {
    guard access(mine, F_OK) == 0 else { return }
    try PrivateFile.sync(folder: mine)
    try PrivateFile.sync(folder: root)
  }

  /// Deletes files. Ignores missing files.
  func delete(_ names: [String]) {
    for name in names { unlink(path(of: name)) }
  }

  /// Deletes the unreferenced files of ended processes, and their empty folders.
  func sweep(isAlive: (String) -> Bool, isNamed: (String) throws -> Bool) throws {
    try eachOrphan(isAlive: isAlive, isNamed: isNamed) { name in unlink(path(of: name)) }
    for folder in deadFolders(isAlive) { rmdir("\(root)/\(folder)") }
  }

  /// Calls `body` with the name of each unreferenced file of an ended process.
  func eachOrphan(
    isAlive: (String) -> Bool, isNamed: (String) throws -> Bool, _ body: (String) -> Void
  ) throws {
    for folder in deadFolders(isAlive) {
      for name in FolderEntries.names(in: "\(root)/\(folder)") where !(try isNamed(name)) {
        body(name)
      }
    }
  }

  private func deadFolders(_ isAlive: (String) -> Bool) -> [String] {
    FolderEntries.names(in: root).filter { $0 != instance && Owner.isName($0) && !isAlive($0) }
  }
}
