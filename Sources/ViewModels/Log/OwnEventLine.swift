package import ClientModel

/// A custom event, and the job, graph or call that it concerns.
package struct OwnEventLine: Hashable, Sendable {
  package private(set) var event = OwnEvent("")
  package private(set) var job: JobID?
  package private(set) var graph: GraphID?
  package private(set) var call: String?

  /// Parses a name, followed by words of the form `field=value`, `job:17`, `graph:g3` or
  /// `call:order-7`.
  ///
  /// - Throws: The problem of the first word that has none of these forms.
  init(_ text: String) throws(UnknownWord) {
    let words = text.words(at: " ").map(String.init)
    event.name = words.first ?? ""
    for word in words.dropFirst() {
      if let (name, value) = word.cut(at: "="), !name.isEmpty {
        event.fields.append(OwnEvent.Field(String(name), String(value)))
        continue
      }
      let parts = word.pieces(at: ":", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count == 2 ? parts[1] : "") {
      case ("job", let id) where JobID(id) != nil: job = JobID(id)
      case ("graph", let id) where GraphID(id) != nil: graph = GraphID(id)
      case ("call", let id) where JobOptions.isIdentifier(id): call = id
      default:
        throw UnknownWord(word: word)
      }
    }
  }

  /// A word that is not a field.
  struct UnknownWord: Error {
    let word: String

    var notice: Notice {
      Notice(
        .warning, "`\(word.prefix(40))` is not a field.", why: "Fields have the form name=value.",
        whatToDo: "Write, for instance: deployed version=1.2 job:17")
    }
  }
}

/// An operation on the event log.
package enum LogEffect: FeatureEffect {
  case raise(OwnEventLine)
}

/// A prompt for a custom event.
struct EventPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  var label: String { "Event and its fields" }
  var need: String? { "A name is needed, such as: deployed version=1.2" }
  var advice: String? {
    "A name, then fields such as version=1.2, and job:17, graph:g3 or call:order-7. Fields are stored in plain text."
  }

  func fault(in text: String, _ model: AppModel) -> Notice? {
    do throws(OwnEventLine.UnknownWord) {
      _ = try OwnEventLine(text)
      return nil
    } catch { return error.notice }
  }

  func accept(_ text: String, _ model: inout AppModel) -> [Effect] {
    do throws(OwnEventLine.UnknownWord) {
      return [.feature(.init(LogEffect.raise(try OwnEventLine(text))))]
    } catch { return [.notify(error.notice)] }
  }
}

extension FeatureCommand {
  package static let raise = FeatureCommand(
    "raise",
    .init(
      "Raise a custom event", hint: "raise event",
      help: "The event is in the event log, and `weir queue watch` reports it.")
  ) { _ in [.ask(Prompt(EventPrompt()))] }
}
