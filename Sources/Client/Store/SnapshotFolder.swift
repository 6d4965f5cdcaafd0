import ClientModel
import Glibc
import Synchronization

/// Copies of the files that jobs send: `snapshots/JOB/1`, `snapshots/JOB/2`, …
///
/// A copy is made before its job is known, in a folder of this process. The transaction that adds
/// the job links it into the job's own folder, so that it is there, or not, together with the job;
/// a job made from another one links that one's copies. They go with the job.
struct SnapshotFolder: Sendable {
  let root: String
  let instance: String
  private let made = Made()

  /// Shared by the copies of this value.
  private final class Made: Sendable { let count = Atomic<Int>(0) }

  init(folder: String, instance: String) {
    root = folder + "/snapshots"
    self.instance = instance
  }

  private var staging: String { "\(root)/\(instance)" }
  private func folder(of job: JobID) -> String { "\(root)/\(job)" }

  /// Copies a file as it is now, in no space of its own where the file system shares blocks.
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

  /// Links the copies that a new job's request names into the job's folder.
  ///
  /// - Returns: How many bytes they are.
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
    // A transaction that was rolled back may have used this job's number before.
    unlink(target)
    guard Glibc.link(file.path, target) == 0 else {
      throw .system(errno, doing: "Storing the copy of a file", path: file.path)
    }
    var copy = file
    copy.path = target
    return copy
  }

  /// True when any job has copies.
  var isUsed: Bool { access(root, F_OK) == 0 }

  func delete(_ jobs: [JobID]) {
    for job in jobs { remove(folder(of: job)) }
  }

  /// Takes away what this process copied; what jobs took has links of its own.
  func leave() { if made.count.load(ordering: .relaxed) > 0 { remove(staging) } }

  /// Removes what dead processes left, and the folders of jobs that are not there.
  func sweep(isAlive: (String) -> Bool, isKnown: (JobID) throws -> Bool) throws {
    for name in FolderEntries.names(in: root) {
      if let job = Int64(name) {
        if try !isKnown(JobID(job)) { remove("\(root)/\(name)") }
      } else if Owner.isName(name), name != instance, !isAlive(name) {
        remove("\(root)/\(name)")
      }
    }
  }

  /// What is gone already is no loss to anybody.
  private func remove(_ folder: String) {
    for name in FolderEntries.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
