import ClientModel
import Glibc

extension Failure {
  /// Returns the failure of a response that would leave too little free space on the disk.
  static func diskAlmostFull(path: String, free: ByteCount) -> Failure {
    Failure(
      .diskFull,
      what: "The response was not stored completely.",
      why: "Only \(free) are free on the disk of \(path); Weir keeps the last 512 MB free.",
      whatToDo: "Free some space and send the request again.")
  }

  static func fileUnreadable(_ path: String, error: Int32) -> Failure {
    Failure(
      .fileUnreadable,
      what: "The request was not sent.",
      why: "The file \(path) could not be read.",
      whatToDo: "Check that the file exists and is readable.", cause: systemText(error))
  }

  /// Returns the failure of a path that is not a regular file. Only a regular file has a known
  /// length.
  static func fileNotPlain(_ path: String) -> Failure {
    Failure(
      .fileUnreadable,
      what: "The request was not sent.",
      why: "\(path) is not a regular file.",
      whatToDo: "Choose a regular file, or supply its content as text.")
  }

  static func fileChanged(_ path: String) -> Failure {
    Failure(
      .fileChanged,
      what: "The request was not sent completely.",
      why: "The file \(path) changed after the request was prepared.",
      whatToDo: "Prepare the request again, or add it with a snapshot of the file.")
  }

  static func systemText(_ error: Int32) -> String { String(cString: strerror(error)) }
}
