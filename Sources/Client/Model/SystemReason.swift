import Glibc

/// Describes system errors as sentences. Common errors have their own texts, because the system's
/// texts are terse and Foundation's texts mention dialogs and documents.
package enum SystemReason {
  /// Returns the reason as one sentence.
  ///
  /// - Parameter code: A value of `errno`.
  package static func text(_ code: Int32) -> String {
    switch code {
    case ENOENT: "There is no such file or folder."
    case EACCES, EPERM: "Its permissions do not allow it."
    case EISDIR: "It is a folder."
    case ENOTDIR: "A part of its path is a file, not a folder."
    case EEXIST: "Something with that name already exists."
    case ENOSPC, EDQUOT: "There is no space left."
    case EROFS: "Its file system is read-only."
    case ELOOP: "Its symbolic links form a loop."
    case ENAMETOOLONG: "Its name is too long."
    default: "The system says: \(String(cString: strerror(code)))."
    }
  }
}
