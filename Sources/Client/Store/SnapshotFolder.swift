import ClientModel
import Glibc
import Synchronization

/// Copies of the files that jobs send: `snapshots/JOB/1`, `snapshots/JOB/2`, …
///
/// A file is copied before its job has an id, so the copy is first stored in a folder of this
/// process. The transaction that adds the job links the copy into the job's folder, so the job
/// never exists without the copy. A job that is created from another job links that job's copies.
/// The copies are deleted together with the job.
struct SnapshotFolder: Sendable {
  let root: String
  let instance: String
  private let made = SnapshotCount()

  private final class SnapshotCount: Sendable { let count = Atomic<Int>(0) }

  init(folder: String, instance: String) {
    root = folder + "/snapshots"
    self.instance = instance
  }

  private var staging: String { "\(root)/\(instance)" }
  private func folder(of job: JobID) -> String { "\(root)/\(job)" }

  /// Copies a file in its current state. On a file system that supports clones, the copy takes no
  /// space.
  func copy(_ file: FileReference) throws(Failure) -> FileReference {
    try PrivateFile.prepareFolder(root)
    try PrivateFile.prepareFolder(staging)
    let number = made.count.add(1, ordering: .relaxed).newValue
    let path = "\(staging)/\(number)"
    let copy = try FileCopy(of: file, at: path)
    do throws(Failure) { return try copy.make() } catch {
      unlink(path)
      throw error
    }
  }

  /// Links the copies in a new job's request into the job's folder.
  ///
  /// - Returns: The size of the copies in bytes.
  func adopt(_ request: inout PreparedRequest, by job: JobID) throws(Failure) -> Int64 {
    var bytes: Int64 = 0
    var number = 0
    request.body = try request.body.mapFiles { (file) throws(Failure) in
      guard file.path.begins(with: root + "/") else { return file }
      number += 1
      bytes += file.size.bytes
      return try link(file, "\(number)", of: job)
    }
    guard number > 0 else { return 0 }
    try PrivateFile.sync(folder: folder(of: job))
    try PrivateFile.sync(folder: root)
    return bytes
  }

  private func link(
    _ file: FileReference, _ name: String, of job: JobID
  ) throws(Failure) -> FileReference {
    let target = "\(folder(of: job))/\(name)"
    try PrivateFile.prepareFolder(folder(of: job))
    // A transaction that was rolled back may have used the same job id.
    unlink(target)
    guard Glibc.link(file.path, target) == 0 else {
      throw .system(errno, doing: "Storing the copy of a file", path: file.path)
    }
    var copy = file
    copy.path = target
    return copy
  }

  /// Whether any job may have copies.
  var isUsed: Bool { access(root, F_OK) == 0 }

  func delete(_ jobs: [JobID]) {
    for job in jobs { remove(folder(of: job)) }
  }

  /// Deletes this process's copies. Jobs have their own links.
  func leave() { if made.count.load(ordering: .relaxed) > 0 { remove(staging) } }

  /// Deletes the copies of ended processes, and the folders of jobs that no longer exist.
  func sweep(isAlive: (String) -> Bool, isKnown: (JobID) throws -> Bool) throws {
    for name in FolderEntries.names(in: root) {
      if let job = Int64(name) {
        if try !isKnown(JobID(job)) { remove("\(root)/\(name)") }
      } else if Owner.isName(name), name != instance, !isAlive(name) {
        remove("\(root)/\(name)")
      }
    }
  }

  private func remove(_ folder: String) {
    for name in FolderEntries.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
