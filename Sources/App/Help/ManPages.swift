import ClientModel
import FoundationEssentials
import Manual

/// The pages of `weir help --man`. Each command and each topic has a page.
enum ManPages {
  static func all(date: String) throws -> [ManPage] {
    let commands = try CommandReference.root().all.map { command in
      ManPage(
        command.document(), name: command.words.joined(separator: "-"), section: .commands,
        summary: phrase(command.abstract ?? ""), date: date, version: WeirVersion.text)
    }
    let topics = ManualTopic.all.map { topic in
      let document = topic.document
      return ManPage(
        document, name: "weir-\(topic.name)", section: .miscellaneous,
        summary: phrase(document.summary), date: date, version: WeirVersion.text)
    }
    return commands + topics
  }

  /// Writes all pages into the subfolders `man1` and `man7` of a folder.
  ///
  /// - Returns: The number of pages.
  static func write(into folder: String, date: String) throws(UsageProblem) -> Int {
    do {
      let pages = try all(date: date)
      for page in pages {
        let place = "\(folder)/man\(page.section.rawValue)"
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true)
        try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(page.file)"))
      }
      return pages.count
    } catch {
      throw UsageProblem(
        what: "The man pages cannot be written to \(Console.safe(folder)).",
        why: Console.safe(FileAccessError(error).why),
        whatToDo: "Choose a folder to which you can write.")
    }
  }

  /// Returns a sentence without the period. It is used in the line that `man -k` searches.
  private static func phrase(_ sentence: String) -> String {
    sentence.ends(with: ".") ? String(sentence.droppingLast(bytes: 1)) : sentence
  }
}
