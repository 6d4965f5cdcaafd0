package import ClientModel
import Glibc

/// A file that stores one text, so that the text is not lost when the process ends. The text is
/// sealed, because drafts contain secrets that the user typed.
///
///     store ──► <pid>.draft, its lock held ──drop──► deleted
///                 │ the process ends: the kernel releases the lock
///                 └──► left ──claim──► <pid>.draft of the claiming process
///
/// The text is not synced to disk. It survives the end of the process, but not a system crash.
package final class DraftStore: Sendable {
  /// A draft of a process that ended without deleting it.
  package struct AbandonedDraft: Sendable {
    package let text: String
    fileprivate let path: String
    fileprivate let lock: KernelLock
  }

  /// The row identity used for sealing. It is the same for all files, because another process may
  /// claim the draft.
  private static let place = SealedValueLocation(row: RowIdentity(kind: .draft, key: 0), field: 0)

  private let folder: String
  private let vault: Vault
  private let own: String
  private let lock: KernelLock

  /// Creates the draft store of this process.
  ///
  /// - Parameter state: The folder of the store, which contains the key.
  package init(state: String) throws(Failure) {
    folder = state + "/drafts"
    vault = Vault(folder: state)
    try PrivateFile.prepareFolder(folder)
    own = "\(folder)/\(getpid()).draft"
    lock = try KernelLock(path: own + ".lock")
    // A process with the same id in another PID namespace may hold the lock. In that case, this
    // process stores nothing.
    guard try lock.tryAcquire() else {
      throw Failure(
        .storage, what: "Unsaved requests will be lost when Weir ends.",
        why: "Another process stores its unsaved requests in \(own).",
        whatToDo: "Save the requests that you need.")
    }
  }

  /// Replaces the stored text atomically.
  package func store(_ text: String) throws(Failure) {
    let sealed = try vault.seal(Array(text.utf8), at: Self.place)
    let draft = own + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, doing: "Storing a draft", path: draft) }
    defer { Glibc.close(file) }
    var done = 0
    while done < sealed.count {
      let count = sealed.withUnsafeBytes { bytes in
        bytes.baseAddress.map { write(file, $0 + done, bytes.count - done) } ?? 0
      }
      guard count > 0 else { throw .system(errno, doing: "Storing a draft", path: draft) }
      done += count
    }
    guard rename(draft, own) == 0 else {
      throw .system(errno, doing: "Storing a draft", path: own)
    }
  }

  /// Deletes the stored text.
  package func drop() throws(Failure) {
    guard unlink(own) == 0 || errno == ENOENT else {
      throw .system(errno, doing: "Deleting a draft", path: own)
    }
  }

  /// Deletes the stored text and the lock file.
  package func close() {
    _ = unlink(own)
    _ = unlink(own + ".lock")
  }

  /// Returns the drafts of ended processes, newest first. Files that cannot be opened are ignored.
  package func left() -> [AbandonedDraft] {
    var found: [(left: AbandonedDraft, time: timespec)] = []
    for name in names() where folder + "/" + name != own {
      let path = "\(folder)/\(name)"
      var facts = stat()
      guard stat(path, &facts) == 0 else { continue }
      do throws(Failure) {
        let lock = try KernelLock(path: path + ".lock")
        guard try lock.tryAcquire() else { continue }
        let plain = try vault.open(try bytes(of: path), at: Self.place)
        let left = AbandonedDraft(
          text: String(decoding: plain, as: UTF8.self), path: path, lock: lock)
        found.append((left, facts.st_mtim))
      } catch {
        continue
      }
    }
    return found.sorted { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }
      .map(\.left)
  }

  /// Takes over a draft of an ended process. Renames the file, so that the draft is always stored.
  package func claim(_ left: AbandonedDraft) throws(Failure) {
    guard rename(left.path, own) == 0 else {
      throw .system(errno, doing: "Restoring a draft", path: left.path)
    }
    _ = unlink(left.path + ".lock")
  }

  /// Deletes a draft of an ended process.
  package func delete(_ left: AbandonedDraft) throws(Failure) {
    guard unlink(left.path) == 0 || errno == ENOENT else {
      throw .system(errno, doing: "Deleting a draft", path: left.path)
    }
    _ = unlink(left.path + ".lock")
  }

  private func names() -> [String] {
    FolderEntries.names(in: folder).filter { $0.ends(with: ".draft") }
  }

  private func bytes(of path: String) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .system(errno, doing: "Reading a draft", path: path) }
    defer { Glibc.close(file) }
    try PrivateFile.check(file, path: path)
    var facts = stat()
    guard fstat(file, &facts) == 0 else {
      throw .system(errno, doing: "Reading a draft", path: path)
    }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { read(file, $0 + done, buffer.count - done) } ?? 0
      }
      guard count > 0 else { throw .system(errno, doing: "Reading a draft", path: path) }
      done += count
    }
    return bytes
  }
}
