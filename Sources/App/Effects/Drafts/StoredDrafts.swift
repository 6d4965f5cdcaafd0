import ClientModel
import ClientStore
import ClientWorkspace
import ViewModels

/// The check that the open requests are small enough to be stored. It reports a request that is too
/// large only once.
struct DraftSize: Sendable {
  /// The maximum size of a stored request in bytes. A larger request stays only in memory, because
  /// its file could not be read back.
  static let largest = 8 << 20

  private var isReported = false

  /// Returns a notice if a request is too large.
  ///
  /// Returns nil if this was already reported. Once all requests are small enough again, the next
  /// request that is too large is reported.
  mutating func notice(leftOut: Int) -> Notice? {
    let isNew = leftOut > 0 && !isReported
    isReported = leftOut > 0
    guard isNew else { return nil }
    return Notice(
      .warning, "An unsaved request is not stored for the next session.",
      why: "It is larger than \(ByteCount(Self.largest)); it would be lost if Weir were killed.",
      whatToDo: "Put its body in a file and choose file as the kind of body.")
  }
}

/// The open requests that are stored for the next session.
struct StoredDrafts {
  /// The store of open requests. It is nil in the demo, because the demo stores nothing.
  private var drafts: DraftStore?
  private var left: [DraftStore.AbandonedDraft] = []
  private var size = DraftSize()

  /// Opens the draft store. Returns the events that restore the requests of ended sessions in this
  /// workspace.
  ///
  /// All tabs of the last session are restored. From older sessions, only the unsaved requests are
  /// restored.
  ///
  /// - Parameter files: Receives the saved requests that are now open.
  mutating func restore(
    in session: ClientSession, _ files: inout OpenedFiles
  ) throws -> [AppEvent] {
    guard session.store != nil else { return [] }
    let drafts = try DraftStore(state: session.folders.state)
    self.drafts = drafts
    var (restored, current) = ([RestoredRequest](), 0)
    var changed: [AppEvent] = []
    for left in drafts.left() {
      let text = try StoredRequestsText(reading: left.text)
      guard text.workspace == session.context.workspace.root else { continue }
      if self.left.isEmpty { current = text.stored.current }
      for request in text.stored.requests where self.left.isEmpty || request.draft != nil {
        guard let found = try Self.open(request, in: session, &files) else { continue }
        restored.append(found)
        if let name = request.name, let saved = files.requests[name], let base = found.base,
          Self.differ(saved, base)
        {
          changed.append(.composer(.changedOutside(saved, name: name)))
        }
      }
      self.left.append(left)
    }
    return restored.isEmpty ? [] : [.composer(.restored(restored, current: current))] + changed
  }

  /// Claims the newest stored requests of ended sessions for this session, and deletes the older
  /// ones.
  mutating func claim() throws {
    for left in left.dropFirst() { try drafts?.delete(left) }
    if let first = left.first { try drafts?.claim(first) }
    left = []
  }

  /// Stores the open requests. Deletes the stored requests if `requests` is nil.
  ///
  /// Returns a notice if a request is too large.
  mutating func store(
    _ requests: StoredRequests?, in session: ClientSession
  ) throws -> Notice? {
    guard let drafts else { return nil }
    guard let requests else {
      try drafts.drop()
      return nil
    }
    let (text, leftOut) = try StoredRequestsText(
      workspace: session.context.workspace.root, requests
    )
    .written(limit: DraftSize.largest)
    try drafts.store(text)
    return size.notice(leftOut: leftOut)
  }

  /// Stores the open requests when the session ends, because the last changes may not be stored
  /// yet. If `requests` is nil, deletes the stored requests.
  mutating func leave(_ requests: StoredRequests?, in session: ClientSession) throws {
    guard let requests else {
      drafts?.close()
      return
    }
    _ = try store(requests, in: session)
  }

  /// Returns the stored version of the request. Returns nil for a saved request without unsaved
  /// changes whose file was deleted.
  private static func open(
    _ request: StoredRequest, in session: ClientSession, _ files: inout OpenedFiles
  ) throws -> RestoredRequest? {
    var base: Draft?
    if let name = request.name, let known = RequestName(name),
      try session.context.workspace.requestNames().contains(known)
    {
      let saved = try session.context.load(name)
      files.requests[name] = saved
      base = request.base ?? saved
      base?.name = name
    }
    return (request.draft ?? base).map { RestoredRequest($0, base: base) }
  }

  /// Returns whether two requests differ. The names under which they were opened are ignored.
  private static func differ(_ one: Draft, _ two: Draft) -> Bool {
    var other = two
    other.name = one.name
    return one != other
  }
}
