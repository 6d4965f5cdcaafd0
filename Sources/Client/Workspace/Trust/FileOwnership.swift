import ClientModel
import Glibc
import Synchronization

/// A check whether another user can change a file.
///
/// - Source: `safe.directory` of Git. Files that a user's private group can write are accepted, as
///   in Debian's OpenSSH.
struct FileOwnership: Hashable {
  /// A description of another user's access, such as "belongs to the user nobody", or nil if only
  /// this user can change the file.
  let foreign: String?

  /// A lock for the user and group functions of the C library, whose results are shared by all
  /// threads.
  private static let accounts = Mutex(())

  init(_ facts: stat) {
    foreign = Self.accounts.withLock { _ in
      if !Self.isOwn(facts.st_uid) {
        "belongs to the user \(Self.name(ofUser: facts.st_uid))"
      } else if facts.st_mode & S_IWOTH != 0 {
        "can be written by every user of this machine"
      } else if facts.st_mode & S_IWGRP != 0, !Self.isPrivate(facts.st_gid, facts.st_uid) {
        "can be written by the group \(Self.name(ofGroup: facts.st_gid))"
      } else {
        nil
      }
    }
  }

  /// Returns whether a user is the current user, or the user who started this process with sudo.
  private static func isOwn(_ user: uid_t) -> Bool {
    if user == geteuid() { return true }
    guard geteuid() == 0, let caller = getenv("SUDO_UID") else { return false }
    return uid_t(String(cString: caller)) == user
  }

  /// Returns whether a group is the private group of a user, which Debian creates for each user.
  private static func isPrivate(_ group: gid_t, _ user: uid_t) -> Bool {
    guard let owner = getpwuid(user) else { return false }
    let name = String(cString: owner.pointee.pw_name)
    guard owner.pointee.pw_gid == group, let entry = getgrgid(group) else { return false }
    guard String(cString: entry.pointee.gr_name) == name else { return false }
    var member = entry.pointee.gr_mem
    while let text = member?.pointee {
      if String(cString: text) != name { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }

  private static func name(ofUser user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }

  private static func name(ofGroup group: gid_t) -> String {
    getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)"
  }
}
