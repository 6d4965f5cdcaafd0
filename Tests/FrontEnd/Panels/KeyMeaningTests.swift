import Panels
import Testing
import ViewModels

/// A key has one meaning in all panels and lists.
struct KeyMeaningTests {
  /// The keys that panels and lists share, what each means, and the commands that this means there.
  private static let meanings: [(key: String, meaning: String, commands: Set<String>)] = [
    (
      "enter", "open what is selected",
      ["composer.edit", "queue.show", "response.toggle", "list.choose"]
    ),
    ("e", "edit", ["composer.edit", "queue.edit", "response.edit", "list.edit"]),
    (
      "space", "mark or fold this row",
      ["composer.markRow", "queue.mark", "response.toggle", "list.fold"]
    ),
    ("]", "next tab", ["composer.nextTab", "response.nextTab", "list.nextTab"]),
    ("[", "previous tab", ["composer.previousTab", "response.previousTab", "list.previousTab"]),
    ("+", "more", ["composer.addRow", "queue.raiseLimit", "response.loadMore", "list.new"]),
    ("-", "less", ["composer.deleteRow", "queue.lowerLimit", "response.closeAll"]),
    ("d", "delete this", ["composer.deleteRow", "queue.delete", "list.delete"]),
    ("C", "delete all", ["queue.clearFinished", "list.clear"]),
    ("D", "duplicate", ["composer.duplicate", "list.duplicate"]),
    ("A", "send the request again", ["queue.runAgain", "response.runAgain", "list.refresh"]),
    ("S", "store as", ["composer.saveAs", "list.rule"]),
    ("s", "send", ["composer.send", "queue.runAgain", "response.runAgain", "list.send"]),
    ("a", "add to the queue", ["composer.queue", "list.queue"]),
    ("R", "retry what failed", ["queue.retryFailed", "list.retry"]),
    ("J", "move down", ["queue.moveDown", "list.moveDown"]),
    ("K", "move up", ["queue.moveUp", "list.moveUp"]),
    ("v", "view in full", ["composer.reveal", "response.viewValue"]),
    ("w", "write to a file", ["queue.saveRows", "response.save"]),
    ("p", "pause or resume the lane", ["queue.pause", "list.pause"]),
    ("=", "compare", ["queue.compare", "response.compare", "list.compare"]),
    ("Q", "poll", ["queue.pollNow", "response.poll"]),
    ("/", "filter the list", ["queue.filter", "list.filter"]),
  ]

  private static let contexts: [Context] = [.composer, .queue, .response, .list]

  @Test func `a key that several panels use has one meaning`() {
    var commands: [String: Set<String>] = [:]
    for command in CommandTable.all {
      guard let facts = command.facts, Self.contexts.contains(facts.context),
        let name = command.name
      else { continue }
      for key in facts.keys { commands[key, default: []].insert(name) }
    }
    for (key, names) in commands {
      let families = Set(names.map { $0.prefix(while: { $0 != "." }) })
      guard families.count > 1 else { continue }
      let known = Self.meanings.first { $0.key == key }
      #expect(known != nil, "`\(key)` has two meanings: \(names.sorted())")
      if let known {
        #expect(names == known.commands, "`\(key)` means: \(known.meaning)")
      }
    }
  }

  @Test func `a key of all panels keeps its command in each of them`() {
    let general = Set(
      CommandTable.all.filter { $0.facts?.context == .anywhere }.flatMap { $0.facts?.keys ?? [] })
    // The queue and lists are filtered where a response is searched.
    let exceptions: Set = ["/"]
    // In a list, n makes a row and the key of the next panel is that of the next tab.
    let inLists: Set = ["n", "tab", "shift+tab", "q", "esc"]
    for command in CommandTable.all {
      guard let facts = command.facts, Self.contexts.contains(facts.context) else { continue }
      let allowed = facts.context == .list ? exceptions.union(inLists) : exceptions
      let taken = general.intersection(facts.keys).subtracting(allowed)
      #expect(taken.isEmpty, "\(command.name ?? "") takes \(taken)")
    }
  }
}
