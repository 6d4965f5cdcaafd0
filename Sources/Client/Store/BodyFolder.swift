import ClientModel
import Glibc
import Synchronization

/// The files of bodies over 64 KiB: `bodies/INSTANCE/INSTANCE-JOB-ATTEMPT`.
///
/// Each process writes in a folder of its own. The file's name says which folder it is in, so the
/// last part of a path is all that a row needs.
struct BodyFolder: Sendable {
  let root: String
  let instance: String
  /// The folder of this process, and with what the names of its files begin.
  private let mine: String
  private let start: String
  private let made = Made()

  /// Shared by the copies of this value.
  private final class Made: Sendable { let isDone = Atomic<Bool>(false) }

  init(folder: String, instance: String) {
    root = folder + "/bodies"
    self.instance = instance
    mine = "\(folder)/bodies/\(instance)"
    start = "\(mine)/\(instance)-"
  }

  func newPath(for attempt: AttemptID) -> String {
    if !made.isDone.load(ordering: .relaxed) {
      // A folder that cannot be made shows itself, with its reason, when the file is opened.
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

  /// Makes the names of this process's files last; their bytes are the transport's care.
  func sync() throws(Failure) {
    guard access(mine, F_OK) == 0 else { return }
    try PrivateFile.sync(folder: mine)
    try PrivateFile.sync(folder: root)
  }

  /// A file that is gone already is no loss to anybody.
  func delete(_ names: [String]) {
    for name in names { unlink(path(of: name)) }
  }

  /// Removes the files of dead processes that no row names, and their empty folders.
  func sweep(isAlive: (String) -> Bool, isNamed: (String) throws -> Bool) throws {
    try eachOrphan(isAlive: isAlive, isNamed: isNamed) { name in unlink(path(of: name)) }
    for folder in deadFolders(isAlive) { rmdir("\(root)/\(folder)") }
  }

  /// The files of dead processes that no row names.
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
