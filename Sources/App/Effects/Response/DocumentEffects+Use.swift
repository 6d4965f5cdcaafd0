import ClientDocuments
import ClientModel
import Glibc
import ReadingValues
import ViewModels

/// The effects that use values of the displayed body.
extension DocumentEffects {
  /// The maximum size in bytes of an array whose elements become jobs.
  private static let largestArray = 16 << 20

  /// Saves a value to a new file. If the name is taken, returns a prompt with a free name.
  ///
  /// - Parameter span: The value to save. Nil means the complete displayed body.
  func save(_ span: NodeSpan?, to name: String) async -> [AppEvent] {
    let place = SavePath(name)
    if let free = place.proposal {
      return [
        .nameTaken(
          place.path,
          span.map { Prompt(SaveNodePrompt($0), text: free) }
            ?? Prompt(SaveBodyPrompt(.filterResult), text: free))
      ]
    }
    return await withBytes(of: span) { source in
      let start = try OutputFile.save(source, to: place.path)
      let words = OutputFile.words(ByteCount(source.count), in: place.path, resumedAt: start)
      return [.notice(Notice(.info, words))]
    }
  }

  func extract(_ span: NodeSpan?, _ reader: Reader, _ suffix: String) async -> [AppEvent] {
    await withBytes(of: span) { source in
      let path = try PrivateText.write([], suffix: suffix)
      do {
        try OutputFile.append(source, to: path)
      } catch {
        unlink(path)
        throw error
      }
      return [.response(.extracted(path, reader))]
    }
  }

  func elements(_ span: NodeSpan, of name: String, source words: String) async -> [AppEvent] {
    await withBytes(of: span) { source in
      guard source.count <= Self.largestArray else {
        throw Failure(
          .invalidRequest, what: "No jobs were created.",
          why: "The array has \(ByteCount(source.count)); the limit is 16 MiB.",
          whatToDo: "Save it to a file, then run: weir queue add --each FILE.")
      }
      return [
        .elements(try source.bytes(in: 0..<source.count), of: name, source: words)
      ]
    }
  }

  /// Returns the event with the value as text. The text is for a variable or a shared value.
  func readValue(_ span: NodeSpan, for storage: ValueStorage) async -> [AppEvent] {
    await withBytes(of: span) { source in
      guard source.count <= ValueStorage.longest else {
        return [.notice(.tooLong(ByteCount(source.count)))]
      }
      let text = PlainValue.text(of: try source.bytes(in: 0..<source.count))
      return [.valueRead(text, for: storage)]
    }
  }

  private func withBytes(
    of span: NodeSpan?, _ use: (ByteSource) throws -> [AppEvent]
  ) async -> [AppEvent] {
    do {
      guard let source = try await reader.bytes(of: span) else {
        return [
          .notice(
            Notice(
              .warning, "The value was not used.", why: "Another body is now displayed.",
              whatToDo: "Select it again."))
        ]
      }
      return try use(source)
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }
}
