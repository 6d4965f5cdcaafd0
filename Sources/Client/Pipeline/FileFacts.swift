package import ClientModel

/// A source of the sizes and dates of files to send. The file contents are not read. The source is
/// a parameter, so the preparation itself does not access the file system.
package struct FileFacts: Sendable {
  /// The function that returns the facts about a file, or the reason why it may not be sent.
  package let stat: @Sendable (String) -> Result<FileReference, FileRefusal>

  /// The function that returns the absolute path of a file. The file, such as a socket, need not
  /// exist yet.
  package let absolute: @Sendable (String) -> String

  package init(
    absolute: @escaping @Sendable (String) -> String = { $0 },
    stat: @escaping @Sendable (String) -> Result<FileReference, FileRefusal>
  ) {
    self.absolute = absolute
    self.stat = stat
  }

  /// A source that assumes each file exists and has an unknown size. Used only for previews, never
  /// for sending.
  package static let assumed = FileFacts { path in
    .success(FileReference(path: path, size: 0, modified: 0, inode: 0))
  }
}

/// The reason why a file may not be used, in two sentences.
package struct FileRefusal: Error, Hashable, Sendable {
  package let why: String
  package let whatToDo: String

  package init(why: String, whatToDo: String) {
    self.why = why
    self.whatToDo = whatToDo
  }
}

/// A reader of the files named in request items and curl lines. The reader is a parameter, so
/// parsing itself does not access the file system.
package struct FileReader: Sendable {
  /// The function that returns the bytes of a file. The path `-` means standard input.
  package let read: @Sendable (String) -> Result<[UInt8], FileRefusal>

  package init(read: @escaping @Sendable (String) -> Result<[UInt8], FileRefusal>) {
    self.read = read
  }

  /// A reader that rejects every file, so that a pasted line cannot read one.
  package static let refusing = FileReader { _ in
    .failure(
      FileRefusal(
        why: "A pasted or imported line reads no files.",
        whatToDo: "Choose the file as the request's body yourself."))
  }
}
