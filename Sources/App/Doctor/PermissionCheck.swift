import FoundationEssentials
import Glibc

/// The check for unsafe files in Weir's own folders. A file is unsafe if other users may read or
/// change it, or if the user does not own it.
enum PermissionCheck {
  static func findings(in folders: UserFolders) -> [DoctorFinding] {
    look(at: folders.state, deep: 3) + look(at: folders.cache, deep: 1)
  }

  /// Returns the findings about a path. For a folder, includes the files below it.
  ///
  /// - Parameter levels: The maximum depth of subfolders to check. Deeper files are not checked,
  ///   because other users cannot enter the private folders above them.
  private static func look(at path: String, deep levels: Int) -> [DoctorFinding] {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    let kind = facts.st_mode & S_IFMT
    guard kind == S_IFDIR || kind == S_IFREG else {
      return [
        DoctorFinding(
          "\(path) is not used.",
          why: "It is a link, a pipe or something else that Weir did not create.",
          whatToDo: "Move it away, then start Weir again.", status: .storage)
      ]
    }
    var findings: [DoctorFinding] = []
    if facts.st_uid != geteuid() {
      findings.append(
        DoctorFinding(
          "\(path) is not safe.", why: "It belongs to another user.",
          whatToDo: "Use folders of your own: set XDG_STATE_HOME and XDG_CACHE_HOME.",
          status: .storage))
    } else if facts.st_mode & 0o077 != 0 {
      findings.append(
        DoctorFinding(
          "\(path) is not private.",
          why:
            "Its mode is \(String(facts.st_mode & 0o777, radix: 8)): other users may read or change it.",
          whatToDo: "Check that no other user changed it, then run `chmod go= \(path)`.",
          status: .storage))
    }
    guard kind == S_IFDIR, levels > 0 else { return findings }
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        findings += look(at: "\(path)/\(name)", deep: levels - 1)
      }
    } catch {
      findings.append(
        DoctorFinding(
          "\(path) cannot be read.", why: FileAccessError(error).why,
          whatToDo: "Run `chmod u+rwx \(path)`.", status: .storage))
    }
    return findings
  }
}
