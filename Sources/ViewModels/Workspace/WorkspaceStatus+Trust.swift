import ClientModel

extension WorkspaceStatus {
  /// Handles files that differ from the accepted files. Asks whether to trust them. If typed keys
  /// could answer the question, shows a notice and does not ask.
  mutating func loseTrust(
    _ attention: KeyReceiver, _ difference: FileDifference
  ) -> [Effect] {
    trust = .untrusted
    switch attention {
    case .free, .asked(.trust): return [.confirm(trustQuestion(difference))]
    case .taken, .asked:
      return [
        .notify(
          Notice(
            .warning, "This workspace is not trusted.", why: "Its files changed outside Weir.",
            whatToDo: "\(key: .app(.trust)) shows the changes and asks whether to trust them."))
      ]
    }
  }

  /// The notice that another process accepted the files while the question was open.
  static let trustedElsewhere = Notice(
    .info, "This workspace is trusted now.", why: "Its files were accepted in another process.")

  private func trustQuestion(_ difference: FileDifference) -> Confirmation {
    let text = difference.text
    let reading: [Effect] = [
      .response(.page(.inline(Array(text.utf8)), suffix: ".diff")), .workspace(.askForTrust),
    ]
    let isNew = difference.basis == .nothing
    let read = Confirmation.Answer(isNew ? "Read the files" : "Read the difference", reading)
    return Confirmation(
      "Trust this folder?",
      detail: "\(Self.reason(difference, folder)) If you trust it, its requests may read secrets"
        + " on this machine, send files outside the folder and skip certificate checks. Without trust,"
        + " requests that do so are refused.",
      excerpt: isNew ? [] : difference.excerpt,
      answers: [.init("Not now"), .init("Trust it as it is now", [.workspace(.trust)])]
        + (difference.changes.isEmpty ? [] : [read]),
      topic: .trust)
  }

  private static func reason(_ difference: FileDifference, _ folder: String) -> String {
    switch difference.basis {
    case .nothing: "You have not accepted the files in \(folder)."
    case .accepted:
      "The files in \(folder) changed since you accepted them: \(difference.counts)."
    case .digest:
      "The files in \(folder) changed since you accepted them; there are no copies to compare."
    }
  }
}

extension FileDifference {
  /// The maximum number of excerpt rows in a question.
  private static let excerptRows = 8

  /// The first rows of the difference. If many files changed, the names of the files.
  var excerpt: [Row] {
    let rows = rows
    guard rows.count > Self.excerptRows else { return rows }
    // If many files changed, their names are more useful than the lines of the first file.
    let names = rows.filter { $0.kind == .heading }
    let shown = changes.count > 2 ? names : rows
    let kept = shown.prefix(Self.excerptRows - 1)
    let left = rows.count - kept.count
    return kept + [.init(.place, "  … \(left.grouped) more row\(left == 1 ? "" : "s")")]
  }
}
