import ClientModel

/// How the composed request is saved: under which name, whether a workspace is offered first, and what goes on
/// afterwards.
struct RequestSaving: Sendable {
  /// The name that was given; kept while a workspace is offered for it.
  private var name: String?
  /// The name under which saving was refused: it is offered when the name is asked for again.
  private var refused = ""
  /// What goes on once the request is saved.
  private var next: Confirmation.AfterSaving?
  /// The user chose, in this session, to go on without a workspace of their own.
  private var staysInScratch = false

  /// The user saves, and nothing waits for it.
  mutating func begin() { (name, next) = (nil, nil) }

  mutating func begin(then next: Confirmation.AfterSaving) { self.next = next }

  /// The user went back: nothing goes on by itself any more.
  mutating func cancel() { next = nil }

  mutating func stayInScratch() { staysInScratch = true }

  /// Takes a name that was typed, which no saved request may have yet.
  mutating func take(_ name: String) { self.name = name }

  func offersWorkspace(at place: WorkplaceFacts) -> Bool {
    place.isScratch && !place.folder.isEmpty && !staysInScratch
  }

  /// Saves under the name the request has, else under the one that was given, or asks for one.
  func save(_ composer: ComposerModel) -> Effect {
    if let name = composer.name { return .requests(.save(composer.draft, name: name, .allowed)) }
    guard let name else { return .ask(.saveRequest, text: refused) }
    return .requests(.save(composer.draft, name: name, .refused))
  }

  /// The request is saved.
  ///
  /// - Returns: What its unsaved changes stood in the way of.
  mutating func succeed() -> Confirmation.AfterSaving? {
    defer { next = nil }
    (name, refused) = (nil, "")
    return next
  }

  mutating func fail() {
    refused = name ?? ""
    (name, next) = (nil, nil)
  }
}
