import CFiles
import ClientModel
import Glibc

/// A check whether only this user can change the files of a workspace.
///
/// Group-writable files are refused here, because the bit can mean an access control list. Links
/// are refused, because the target of a symbolic link and the other name of a hard link can be in a
/// folder of another user.
///
/// - Source of the rule: OpenSSH checks `authorized_keys` and its folders in the same way
///   (`StrictModes`).
struct PrivateFiles {
  /// The types of file systems whose owners and modes this machine alone enforces. Linux reports a
  /// shared folder, such as NFS or one of a virtual machine, as another type.
  ///
  /// - Source: `statfs(2)`: ext2 to ext4, Btrfs, XFS, tmpfs, overlayfs, ZFS, F2FS, bcachefs.
  private static let localTypes: Set<Int> = [
    0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1, 0xF2F5_2010,
    0xCA45_1A4E,
  ]

  /// The folder of the workspace, without symbolic links.
  let root: String
  /// The user's home folder. The folders above it are not checked.
  let home: String

  /// Returns whether the files, their folders and the folders above the workspace are the user's
  /// own.
  ///
  /// - Parameter paths: Paths in the workspace.
  func areOwn(_ paths: [String]) -> Bool {
    guard areParentsOwn else { return false }
    let top = open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { return false }
    defer { close(top) }
    guard isOwnFolder(top) else { return false }
    let folders = Dictionary(grouping: paths) { path in
      path.lastIndex(ofByte: "/").map { String(path[..<$0]) } ?? ""
    }
    return folders.allSatisfy { folder, paths in
      areOwn(
        paths.map { String($0.dropping(bytes: folder.isEmpty ? 0 : folder.utf8.count + 1)) },
        in: folder.words(at: "/").map(String.init), below: top)
    }
  }

  /// Checks the files of one folder. Each folder on the way is opened without following links.
  private func areOwn(_ names: [String], in folders: [String], below parent: Int32) -> Bool {
    guard let first = folders.first else {
      var facts = stat()
      guard fstat(parent, &facts) == 0 else { return false }
      let device = facts.st_dev
      return names.allSatisfy { name in
        // A file of another file system is mounted over the name.
        fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && facts.st_dev == device
          && facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1 && Self.isOwn(facts)
      }
    }
    let folder = openat(parent, first, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return isOwnFolder(folder) && areOwn(names, in: Array(folders.dropFirst()), below: folder)
  }

  /// Whether only this user and root can rename the folders above the workspace.
  private var areParentsOwn: Bool {
    let home = WorkspaceTrust.realFolder(of: home + "/") ?? "/"
    var path = root
    while path != home, path != "/", let slash = path.lastIndex(ofByte: "/") {
      path = slash == path.startIndex ? "/" : String(path[..<slash])
      var facts = stat()
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
        facts.st_uid == 0 || facts.st_uid == geteuid(), !Self.isSharedMode(facts)
      else { return false }
    }
    return true
  }

  private func isOwnFolder(_ folder: Int32) -> Bool {
    var facts = stat()
    return fstat(folder, &facts) == 0 && Self.isOwn(facts)
      && Self.localTypes.contains(cfiles_system_type(folder))
  }

  private static func isOwn(_ facts: stat) -> Bool {
    facts.st_uid == geteuid() && !isSharedMode(facts)
  }

  private static func isSharedMode(_ facts: stat) -> Bool {
    facts.st_mode & (S_IWGRP | S_IWOTH) != 0
  }
}
