import ClientModel
import ClientStore
import ClientWorkspace
import ViewModels

/// Whether an unsaved request is small enough to be stored. Reports once that it is not.
struct DraftSize: Sendable {
  /// A larger request stays only in memory: a request file of that size could not be read back.
  private static let largest = 8 << 20

  private var isReported = false

  static func fits(_ text: String) -> Bool { text.utf8.count <= largest }

  /// Nil but for the first text that is too large, and again the first after one that fits.
  mutating func notice(for text: String) -> Notice? {
    let isNew = !Self.fits(text) && !isReported
    isReported = !Self.fits(text)
    guard isNew else { return nil }
    return Notice(
      .warning, "This unsaved request is not stored for the next session.",
      why: "It is larger than \(ByteCount(Self.largest)); it would be lost if Weir were killed.",
      whatToDo: "Put its body in a file and choose file as the kind of body.")
  }
}

/// Storing the unsaved request for the next session.
extension ClientEffects {
  /// Opens the draft store and brings what the last session of this workspace left in it.
  func restoreDraft() async -> [AppEvent] {
    guard session.store != nil else { return [] }
    return await response { session, _ in
      let drafts = try DraftStore(state: session.places.state)
      self.drafts = drafts
      for left in drafts.left() {
        let text = try DraftText(reading: left.text)
        guard text.workspace == session.workspace.root else { continue }
        self.left = left
        return [.composer(.restored(text.draft, base: try base(of: text)))]
      }
      return []
    }
  }

  func claimDraft() async -> [AppEvent] {
    await response { _, _ in
      if let left { try drafts?.claim(left) }
      left = nil
      return []
    }
  }

  func store(_ draft: Draft?) async -> [AppEvent] {
    let events = await response { _, _ in
      guard !hasEnded else { return [] }
      return try shelve(draft).map { [.notice($0)] } ?? []
    }
    return events + [.draftStored]
  }

  /// Stores what the ending session was composing: its last changes may not be stored yet.
  func leave(_ draft: Draft?) async {
    guard let draft else {
      drafts?.close()
      return
    }
    // Nobody is there to read a notice.
    _ = await response { _, _ in
      _ = try shelve(draft)
      return []
    }
  }

  private func shelve(_ draft: Draft?) throws -> Notice? {
    guard let drafts else { return nil }
    guard let draft else {
      try drafts.drop()
      return nil
    }
    let text = try DraftText(
      workspace: session.workspace.root, name: draft.name, draft: draft
    ).written()
    if DraftSize.fits(text) { try drafts.store(text) } else { try drafts.drop() }
    return draftSize.notice(for: text)
  }

  /// The saved request that the draft began as, which may be gone by now.
  private func base(of text: DraftText) throws -> Draft? {
    guard let name = text.name, let known = RequestName(name),
      try session.workspace.requestNames().contains(known)
    else { return nil }
    var base = try session.load(name)
    openFile = (name, base)
    base.name = name
    return base
  }
}
