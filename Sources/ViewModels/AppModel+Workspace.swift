import ClientModel

/// What is asked about the workspace: whether to make one, and whether to trust it.
extension AppModel {
  /// Saves under a name that was typed. A workspace is offered only now: what follows the key for
  /// saving is meant as the name, and must not answer a question.
  mutating func save(as name: String) -> [Effect] {
    saving.take(name)
    guard composer.name == nil else {
      let replacing =
        name == composer.name ? RequestsEffect.Replacing.allowed : .refused
      return [.requests(.save(composer.draft, name: name, replacing))]
    }
    return saving.offersWorkspace(at: place)
      ? [.confirm(makingWorkspace)] : [saving.save(composer)]
  }

  /// The request is saved: goes on with what its unsaved changes stood in the way of.
  mutating func goOnAfterSaving() -> [Effect] {
    switch saving.succeed() {
    case nil: return []
    case .newRequest: startNewRequest()
    case .load(let draft, _):
      composer.load(draft)
      focus = .composer
    case .quit: return quit()
    }
    return []
  }

  var makingWorkspace: Confirmation {
    Confirmation(
      "Make a workspace for this request?",
      detail:
        "A workspace is a folder of files that you can read, edit and share. Scratch is Weir's own.",
      answers: [
        .init("Keep it in scratch", change: .saveInScratch),
        .init("Make one in \(place.folder)", [.makeWorkspace]), .init("Cancel"),
      ])
  }

  /// Asks when nothing else takes the keys: what is being typed must not answer the question.
  mutating func askForTrust() -> [Effect] {
    place.trust = .untrusted
    if isAskingForTrust {
      // Asked anew: what was chosen was chosen about other files.
      overlays[overlays.count - 1] = .question(trustQuestion)
      questionsAsked += 1
      return []
    }
    guard overlays.isEmpty, !composer.isTyping else {
      return [
        .notify(
          Notice(
            .warning, "This workspace is not trusted.", why: "Its files changed outside Weir.",
            whatToDo: "Look at them, then choose Trust this workspace in the palette."))
      ]
    }
    return [.confirm(trustQuestion)]
  }

  /// Where the user works now; a question whether to trust it ends when somebody has answered it
  /// elsewhere.
  mutating func take(_ facts: WorkplaceFacts) {
    place = facts
    guard facts.trust == .trusted, isAskingForTrust else { return }
    overlays.removeLast()
    tell(Notice(.info, "This workspace is trusted now.", why: "Its files were accepted elsewhere."))
  }

  private var isAskingForTrust: Bool {
    if case .question(let open) = overlays.last { open.topic == .trust } else { false }
  }

  var trustQuestion: Confirmation {
    Confirmation(
      "Trust this folder?",
      detail:
        "The requests in \(place.folder) are not yours as far as Weir knows, or changed. Trusted, they"
        + " may take secrets of this machine, send files outside the folder and skip"
        + " certificate checks. Without trust, requests that do so are refused.",
      answers: [.init("Not now"), .init("Trust it as it is now", [.trustWorkspace])],
      topic: .trust)
  }
}
