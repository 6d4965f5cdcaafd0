import ClientModel
import ReadingValues

/// Values of a response, used in the composer and in the queue.
extension AppModel {
  /// The answers of a request are checked by this line from its next run on, once it is known that they can
  /// be.
  func assert(_ text: String) -> [Effect] {
    do throws(Assertion.Problem) {
      if !text.contains(bytes: "{{") { _ = try Assertion(text) }
    } catch {
      return refuse(assertion: text, why: error.why, whatToDo: error.whatToDo)
    }
    // The request that was answered, unless it is being composed.
    if let job = response.job, let name = job.name, name != composer.name,
      places.requests.names.contains(name),
      job.lane.workspace == (place.isScratch ? "" : place.folder)
    {
      return [.requests(.addAssertion(text, to: name))]
    }
    return [.requests(.addAssertion(text, to: nil))]
  }

  /// It stays to be corrected.
  func refuse(assertion text: String, why: String, whatToDo: String) -> [Effect] {
    [
      .ask(.assertion, text: text),
      .notify(Notice(.warning, "This is no assertion.", why: why, whatToDo: whatToDo)),
    ]
  }

  /// Adds a line that can be read to the composed request.
  mutating func assertComposed(_ text: String) -> [Effect] {
    composer.add(assertion: text)
    let address = composer.draft.url.prefix(whileByte: { !"?#".utf8.contains($0) })
    let name =
      composer.name.map { "The request \($0)" }
      ?? "\(composer.draft.method) \(address.isEmpty ? "" : "\(address.prefix(60)) ")in the composer"
    let isOther = answeredOther(than: address)
    return [
      .notify(
        Notice(
          isOther ? .warning : .info, "\(name) is checked by it at each run.",
          why: isOther ? "The response on show is of another request." : "",
          whatToDo: "Save the request to keep it."))
    ]
  }

  /// Whether the response on show came from elsewhere than this address, which may lack its scheme and,
  /// where it has no path, its slash.
  private func answeredOther(than address: Substring) -> Bool {
    guard let job = response.job, !address.contains(bytes: "{{") else { return false }
    let answered = job.displayURL.prefix(whileByte: { !"?#".utf8.contains($0) })
    let known = address.firstRange(ofBytes: "://").map { address[$0.upperBound...] } ?? address
    return known.isEmpty || !(answered.ends(with: known) || answered.ends(with: known + "/"))
  }

  /// Which request to begin; what is not saved goes, which is said.
  func beginning(_ choices: [RequestChoice]) -> Confirmation {
    Confirmation(
      "Begin a new request with this value?",
      detail: composer.isUnsaved ? "What is in the composer is not saved, and goes." : "",
      answers: [.init("Stay here")]
        + choices.map { .init($0.title, change: .restore($0.draft, base: nil)) })
  }

  /// Nothing is committed before the user has seen how many jobs it would be.
  func queue(each span: NodeSpan, _ source: String, of name: String) -> [Effect] {
    [.response(.elements(span, of: name, source: source))]
  }
}
