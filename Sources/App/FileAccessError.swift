import ClientModel
import FoundationEssentials
import Glibc

/// The reason why the system refused a file, in Weir's words. Foundation's messages mention dialogs
/// and documents.
struct FileAccessError: Error {
  let why: String

  init(_ error: any Error) {
    let cause = (error as? CocoaError)?.underlying ?? error
    if let system = cause as? POSIXError {
      self.init(code: system.code.rawValue)
    } else if let found = error as? CocoaError {
      self.init(why: Self.why(found.code))
    } else {
      self.init(why: Self.unknown)
    }
  }

  private static let unknown = "The system gave no reason."

  /// Creates the reason for an error of the system.
  ///
  /// - Parameter code: A value of `errno`.
  init(code: Int32) { self.init(why: SystemReason.text(code)) }

  private init(why: String) { self.why = why }

  private static func why(_ code: CocoaError.Code) -> String {
    switch code {
    case .fileNoSuchFile, .fileReadNoSuchFile: FileAccessError(code: ENOENT).why
    case .fileReadNoPermission, .fileWriteNoPermission: FileAccessError(code: EACCES).why
    case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding, .fileReadCorruptFile:
      "It is not UTF-8 text."
    case .fileReadUnknown: "It is a folder, or something else that cannot be read."
    case .fileReadTooLarge: "It is too large."
    case .fileReadInvalidFileName, .fileWriteInvalidFileName: "The path is not a valid file name."
    case .fileWriteFileExists: FileAccessError(code: EEXIST).why
    case .fileWriteOutOfSpace: FileAccessError(code: ENOSPC).why
    case .fileWriteVolumeReadOnly: FileAccessError(code: EROFS).why
    default: unknown
    }
  }
}
