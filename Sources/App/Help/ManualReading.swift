import ClientModel
import Manual
import NcursesTerminal
import ViewModels

/// The display of manual topics in the user's pager, where the user can search the text.
@UI enum ManualReading {
  /// Shows the topic of a subject in the pager.
  ///
  /// - Returns: A notice with the reason why the topic was not shown. Nil if it was shown.
  static func show(_ subject: ManualSubject, on terminal: NcursesTerminal) -> Notice? {
    guard let topic = ManualTopic.named(subject.topic) else { return nil }
    let page = ManualPage(topic.document, width: min(terminal.size.width, 100))
    do throws(Failure) {
      let file = try PrivateText.write(Array(page.plain.utf8), suffix: ".txt")
      return Pager.show(file, on: terminal)
    } catch {
      return Notice(reporting: error)
    }
  }
}
