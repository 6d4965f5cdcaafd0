package import ClientModel

/// One request in place of another.
extension ComposerModel {
  /// Takes a saved or new request in place of the one at hand.
  package mutating func load(_ draft: Draft) {
    self = emptied()
    self.draft = draft
    kept = draft
    examine()
  }

  /// Takes what a curl line says, as an unsaved change.
  package mutating func take(_ draft: Draft) {
    let name = self.draft.name
    let before = kept
    load(draft)
    self.draft.name = name
    kept = before
  }

  /// Takes what an ended session left, as an unsaved change of the request it began as.
  package mutating func restore(_ draft: Draft, base: Draft?) {
    load(draft)
    kept = base ?? Draft()
  }

  /// The jq program through which the request's answers are shown; nil for the whole body.
  mutating func keep(filter: String?) { draft.filter = filter }

  /// Adds what answers are checked by; a second time changes nothing.
  mutating func add(assertion text: String) {
    if !draft.assertions.contains(text) { draft.assertions.append(text) }
    examine()
  }

  package mutating func markSaved(as name: String) {
    rename(to: name)
    kept = draft
  }

  private mutating func rename(to name: String?) {
    // Only the name: the form need not be read anew for it.
    let isFollowed = form?.draft == draft
    draft.name = name
    if isFollowed { form?.rename(name) }
  }

  /// Follows its file to another name; what is not saved stays unsaved.
  package mutating func rename(_ name: String) {
    rename(to: name)
    kept.name = name
  }

  /// Makes the draft a new, unsaved one with the same content.
  package mutating func detach() {
    rename(to: nil)
    kept = Draft()
  }

  package mutating func use(_ environment: Environment) {
    self.environment = environment
    examine()
  }

  package mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Goes to the first thing that is wrong.
  package mutating func goToProblem() {
    if !formProblems.isEmpty { return goToFormProblem() }
    if let place = problems.first?.place, let field = field(of: place) { select(field) }
  }
}
