extension WorkplaceFacts {
  /// The files of the workspace are not those that the user accepted: asks whether to trust them, unless what
  /// is being typed would answer the question.
  mutating func loseTrust(_ attention: AppModel.Attention) -> [Effect] {
    trust = .untrusted
    switch attention {
    case .free, .asked(.trust): return [.confirm(trustQuestion)]
    case .taken, .asked:
      return [
        .notify(
          Notice(
            .warning, "This workspace is not trusted.", why: "Its files changed outside Weir.",
            whatToDo: "Look at them, then choose Trust this workspace in the palette."))
      ]
    }
  }

  /// The notice for files that were accepted elsewhere while the question was open.
  static let trustedElsewhere = Notice(
    .info, "This workspace is trusted now.", why: "Its files were accepted elsewhere.")

  private var trustQuestion: Confirmation {
    Confirmation(
      "Trust this folder?",
      detail:
        "The requests in \(folder) are not yours as far as Weir knows, or changed. Trusted, they"
        + " may take secrets of this machine, send files outside the folder and skip"
        + " certificate checks. Without trust, requests that do so are refused.",
      answers: [.init("Not now"), .init("Trust it as it is now", [.trustWorkspace])],
      topic: .trust)
  }
}
