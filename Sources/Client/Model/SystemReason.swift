import Glibc

/// Why the system refused something, in our own words where people meet the case often: the system's
/// are terse, and those of Foundation speak of dialogs and documents.
package enum SystemReason {
  /// One sentence.
  ///
  /// - Parameter code: One of `errno`.
  package static func text(_ code: Int32) -> String {
    switch code {
    case ENOENT: "There is no such file or folder."
    case EACCES, EPERM: "Its rights do not allow it."
    case EISDIR: "It is a folder."
    case ENOTDIR: "A part of its path is a file, not a folder."
    case EEXIST: "Something with that name is there already."
    case ENOSPC, EDQUOT: "No space is left."
    case EROFS: "Its file system can only be read."
    case ELOOP: "Its symbolic links go round in a circle."
    case ENAMETOOLONG: "Its name is too long."
    default: "The system says: \(String(cString: strerror(code)))."
    }
  }
}
