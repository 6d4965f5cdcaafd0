package import ClientModel

/// The properties of files to be sent, found without reading the files. Passed in so that stages
/// stay pure.
package struct FileFacts: Sendable {
  /// Returns the current properties of the file at this path, or the reason why it may not be sent.
  package let stat: @Sendable (String) -> Result<FileReference, FileRefusal>

  /// Returns the absolute path of a file that may not exist yet when the request is written, such
  /// as a socket.
  package let absolute: @Sendable (String) -> String

  package init(
    absolute: @escaping @Sendable (String) -> String = { $0 },
    stat: @escaping @Sendable (String) -> Result<FileReference, FileRefusal>
  ) {
    self.absolute = absolute
    self.stat = stat
  }

  /// Facts that treat every file as existing and of unknown size. For previews only, never for
  /// sending.
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

/// A reader of files named in items and curl lines. Passed in so that parsing stays pure.
package struct FileReader: Sendable {
  /// Returns the bytes of the file at this path; `-` is standard input.
  package let read: @Sendable (String) -> Result<[UInt8], FileRefusal>

  package init(read: @escaping @Sendable (String) -> Result<[UInt8], FileRefusal>) {
    self.read = read
  }

  /// A reader that refuses every file, so that a pasted line cannot read one.
  package static let refusing = FileReader { _ in
    .failure(
      FileRefusal(
        why: "A pasted or imported line reads no files.",
        whatToDo: "Choose the file as the request's body yourself."))
  }
}
