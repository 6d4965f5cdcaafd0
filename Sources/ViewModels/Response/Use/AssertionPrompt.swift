package import ClientModel

/// A prompt for an assertion about the responses of a request. The assertion is checked from the
/// next run on.
package struct AssertionPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  package var label: String { "Assert" }
  package var need: String? { "An assertion is needed, such as status 2xx." }

  /// Returns the problem of an invalid assertion. Returns nil if the text is valid or blank, or
  /// contains a template.
  package static func fault(in text: String) -> Assertion.Problem? {
    guard !text.allSatisfy(\.isWhitespace), !text.contains(bytes: "{{") else { return nil }
    do throws(Assertion.Problem) {
      _ = try Assertion(text)
      return nil
    } catch {
      return error
    }
  }

  /// Adds the assertion to the saved request of the displayed response. If the request is open in
  /// the composer or not saved in this workspace, adds the assertion to the request in the
  /// composer.
  package func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    if let fault = Self.fault(in: text) {
      return Self.correcting(text, why: fault.why, whatToDo: fault.whatToDo)
    }
    guard let job = app.response.job, let name = job.name, name != app.composer.name,
      app.lists.requests.names.contains(name),
      app.place.owns(job.lane)
    else { return [.requests(.addAssertion(text, to: nil))] }
    return [.requests(.addAssertion(text, to: name))]
  }

  /// Opens the prompt again with the same text. The user can then correct the text.
  static func correcting(_ text: String, why: String, whatToDo: String) -> [Effect] {
    [
      .ask(Prompt(AssertionPrompt(), text: text)),
      .notify(Notice(.warning, "This is not an assertion.", why: why, whatToDo: whatToDo)),
    ]
  }
}

extension AppEvent {
  /// Returns the event that a typed assertion is not valid. The prompt then opens again.
  package static func assertionRefused(_ text: String, why: String) -> AppEvent {
    .effects(
      AssertionPrompt.correcting(
        text, why: why,
        whatToDo: "Correct the assertion. It may start with status, header, time or size."))
  }
}
